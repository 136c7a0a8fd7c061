// The database behind a store, for tests that examine its tables.

import type { Database } from '../../src/sqlite/database.ts';
import type { WriteStore } from '../../src/store/open-store.ts';
import type { Questions } from '../../src/store/questions.ts';
import { SqliteLocalIndex } from '../../src/store/sqlite/local-index.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';
import { SqliteTexts } from '../../src/store/sqlite/sqlite-texts.ts';

export function databaseOf({ questions }: { readonly questions: Questions }): Database {
  if (questions instanceof SqliteQuestions) return questions.database;
  throw new Error('the store is not an SQLite one');
}

/** The parts of a store over a database that a test has opened. */
export function storeOver(database: Database): Pick<WriteStore, 'questions' | 'local' | 'texts'> {
  return {
    questions: new SqliteQuestions(database),
    local: new SqliteLocalIndex(database),
    texts: new SqliteTexts(database),
  };
}
