// How PostgreSQL looks through calls, for the questions about them (sql/calls).

import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import type { CallParts, FoundPart, KeyedCall } from '../../sql/calls.ts';
import type { Connection } from '../database/connection.ts';
import type { Statements } from '../database/statement.ts';
import { FindCalls } from './find-calls.ts';
import { unclassedCalls } from './unclassed-calls.ts';

async function* found(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  { size, ...part }: FoundPart,
): AsyncGenerator<readonly KeyedCall[]> {
  const calls = new FindCalls(words, question, part);
  for (let most = size; !calls.isOver; most *= 2) yield await calls.next(on, most);
}

export function callParts(connection: Connection, words: CallWords): CallParts {
  return {
    words,
    found: (question, part) => connection.snapshotOf((on) => found(on, words, question, part)),
    unclassed: (question) => connection.snapshot((on) => unclassedCalls(on, words, question)),
  };
}
