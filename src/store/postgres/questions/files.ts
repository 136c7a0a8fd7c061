// Answers from PostgreSQL which files calls read and changed.

import type { FileQuestions, FileSums, TouchingCall, TouchQuestion } from '../../questions/files.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import type { Connection } from '../database/connection.ts';
import { fileSums } from '../queries/file-sums.ts';
import { filesTouched } from '../queries/files-touched.ts';

export class PostgresFiles implements FileQuestions {
  readonly #connection: Connection;
  readonly #words: CallWords;

  constructor(connection: Connection, words: CallWords) {
    this.#connection = connection;
    this.#words = words;
  }

  async touched(question: TouchQuestion): Promise<readonly TouchingCall[]> {
    return this.#connection.snapshot((on) => filesTouched(on, this.#words, question));
  }

  async sums(question: TouchQuestion): Promise<FileSums> {
    return this.#connection.snapshot((on) => fileSums(on, this.#words, question));
  }
}
