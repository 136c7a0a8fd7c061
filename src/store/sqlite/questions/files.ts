// Answers from SQLite which files calls read and changed.

import type { Database } from '../../../sqlite/database.ts';
import type { FileQuestions, FileSums, TouchingCall, TouchQuestion } from '../../questions/files.ts';
import { fileSums } from '../queries/file-sums.ts';
import { filesTouched } from '../queries/files-touched.ts';

export class SqliteFiles implements FileQuestions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async touched(question: TouchQuestion): Promise<readonly TouchingCall[]> {
    return filesTouched(this.#database, question);
  }

  async sums(question: TouchQuestion): Promise<FileSums> {
    return fileSums(this.#database, question);
  }
}
