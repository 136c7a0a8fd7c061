// Readers that remember what they read, for as long as nothing is committed: neighbouring questions share them.

import type { Database } from '../../../sqlite/database.ts';
import { dataVersion } from '../queries/data-version.ts';

export class KeptReader<Reader> {
  readonly #database: Database;
  readonly #make: (database: Database) => Reader;
  #kept: { readonly version: string; readonly reader: Reader } | undefined;

  constructor(database: Database, make: (database: Database) => Reader) {
    this.#database = database;
    this.#make = make;
  }

  get(): Reader {
    const version = dataVersion(this.#database);
    if (this.#kept?.version !== version) this.#kept = { version, reader: this.#make(this.#database) };
    return this.#kept.reader;
  }
}
