// Which files a call changed, for calls that changed several: the first is a fact of the call, the others are in the log, and are
// stored when it is read.

import { wholePath } from '../../../model/whole-path.ts';
import type { Command, Database } from '../../../sqlite/database.ts';
import type { CallFiles } from '../../session-batch.ts';
import type { InternedStrings } from './interned-strings.ts';

/** A file by the number of its word, and how much of it changed. */
export type FilePart = readonly [file: number, linesAdded: number | null, linesRemoved: number | null];

export class CallFileTable {
  readonly #words: InternedStrings;
  readonly #put: Command;
  readonly #clear: Command;

  constructor(database: Database, words: InternedStrings) {
    this.#words = words;
    this.#put = database.command('INSERT OR REPLACE INTO call_files (call_pk, files) VALUES (?, ?)');
    this.#clear = database.command(
      'DELETE FROM call_files WHERE call_pk IN (SELECT pk FROM calls WHERE session_pk = ?)',
    );
  }

  put(pk: number, { files }: CallFiles, project: string | null): void {
    const parts = files.map(({ path, linesAdded, linesRemoved }): FilePart => {
      return [this.#words.numberOf('path', wholePath(path, project)), linesAdded, linesRemoved];
    });
    this.#put.run(pk, JSON.stringify(parts));
  }

  /** After the base folder of a session's relative paths changed: what is missing is read from the log. */
  clear(session: number): void {
    this.#clear.run(session);
  }
}
