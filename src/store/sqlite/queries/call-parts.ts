// How SQLite scans calls, for the questions about them (sql/calls).

import type { Database } from '../../../sqlite/database.ts';
import type { CallParts } from '../../sql/calls.ts';
import { wordsOf } from './engine.ts';
import { FindCalls } from './find-calls.ts';
import { unclassedCalls } from './unclassed-calls.ts';

export function callParts(database: Database): CallParts {
  const words = wordsOf(database);
  return {
    words,
    async *found(question, { size, ...part }) {
      yield* new FindCalls(database, words, question, part).batches(size);
    },
    unclassed: async (question) => unclassedCalls(database, question),
  };
}
