// Answers "which files did this call change?", for calls that changed several.

import { text } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { FilePart } from '../index/call-file-table.ts';

export class CallFilesQuery {
  readonly #files: Query<readonly FilePart[]>;

  constructor(database: Database) {
    this.#files = database.query('SELECT files FROM call_files WHERE call_pk = ?', (row) =>
      JSON.parse(text(row, 'files')),
    );
  }

  /** Undefined when only the log knows. */
  of(key: number): readonly FilePart[] | undefined {
    return this.#files.get(key);
  }
}
