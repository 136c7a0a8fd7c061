// Reads words that facts and calls name by number. A word never changes.

import { integer, text } from '../../../base/row.ts';
import { type OutcomeWord, outcomeWordOf, type ToolWord, toolWordOf } from '../../rows/fact-words.ts';
import { type InternedKind, kindNumber } from '../../rows/interned.ts';
import type { Statements } from '../database/statement.ts';
import { digestOf } from '../write/words.ts';
import { ask, askOne } from './condition.ts';

const BATCH = 10_000;

/** All words of a kind by their numbers. */
export async function wordList(on: Statements, kind: InternedKind): Promise<ReadonlyMap<number, string>> {
  const words = new Map<number, string>();
  for await (const rows of on.each(BATCH, 'SELECT id, value FROM words WHERE kind = $1 ORDER BY id', kindNumber(kind)))
    for (const row of rows) words.set(integer(row, 'id'), text(row, 'value'));
  return words;
}

export async function toolWords(on: Statements): Promise<ReadonlyMap<number, ToolWord>> {
  return new Map([...(await wordList(on, 'tool'))].map(([id, word]) => [id, toolWordOf(word)]));
}

export async function outcomeWords(on: Statements): Promise<ReadonlyMap<number, OutcomeWord>> {
  return new Map([...(await wordList(on, 'outcome'))].map(([id, word]) => [id, outcomeWordOf(word)]));
}

/** Numbers of the words that fit. */
export function numbersOf<Word>(words: ReadonlyMap<number, Word>, fits: (word: Word) => boolean): number[] {
  return [...words].filter(([, word]) => fits(word)).map(([id]) => id);
}

/** Those with these numbers. */
export async function wordsOf(
  on: Statements,
  kind: InternedKind,
  numbers: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(numbers)];
  const words = new Map<number, string>();
  for (let from = 0; from < wanted.length; from += BATCH) {
    const rows = await ask(
      on,
      'SELECT id, value FROM words WHERE kind = ?::int4 AND id = ANY(?::int4[])',
      kindNumber(kind),
      wanted.slice(from, from + BATCH),
    );
    for (const row of rows) words.set(integer(row, 'id'), text(row, 'value'));
  }
  return words;
}

/** Undefined when nothing was ever called that. */
export async function wordNumber(on: Statements, kind: InternedKind, value: string): Promise<number | undefined> {
  const row = await askOne(
    on,
    `SELECT id FROM words WHERE kind = ?::int4 AND digest = decode(?, 'hex')`,
    kindNumber(kind),
    digestOf(value),
  );
  return row === undefined ? undefined : integer(row, 'id');
}
