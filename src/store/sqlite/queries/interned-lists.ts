// Reads interned strings that calls in brief name by number.

import { integer, text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import { type OutcomeWord, outcomeWordOf, type ToolWord, toolWordOf } from '../../rows/fact-words.ts';
import { type InternedKind, kindNumber } from '../../rows/interned.ts';
import { internedHash } from '../index/interned-strings.ts';

/** All words of a kind, by number. For kinds with few words. */
export function wordList(database: Database, kind: InternedKind): readonly string[] {
  const words: string[] = [''];
  const rows = database.query('SELECT id, value FROM words WHERE kind = ?', (row) => {
    words[integer(row, 'id')] = text(row, 'value');
  });
  rows.all(kindNumber(kind));
  return words;
}

/** Undefined when the word does not exist. */
export function wordNumber(database: Database, kind: InternedKind, value: string): number | undefined {
  const found = database.query(
    'SELECT id, value FROM words INDEXED BY words_hash WHERE kind = ? AND hash = ?',
    (row) => ({
      id: integer(row, 'id'),
      word: text(row, 'value'),
    }),
  );
  return found.all(kindNumber(kind), internedHash(value)).find(({ word }) => word === value)?.id;
}

export function toolWords(database: Database): readonly ToolWord[] {
  return wordList(database, 'tool').map(toolWordOf);
}

export function outcomeWords(database: Database): readonly OutcomeWord[] {
  return wordList(database, 'outcome').map(outcomeWordOf);
}
