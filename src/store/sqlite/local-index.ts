// Synchronous access to the files of a local index.

import type { Database } from '../../sqlite/database.ts';
import { schemaVersion } from '../../sqlite/migrate.ts';
import type { LocalIndex, SourceStamp } from '../local-index.ts';
import { SourceStamps } from './queries/source-stamps.ts';

/** The schema number of the file. */
export function schemaOf(database: Database): number {
  return schemaVersion(database);
}

export class SqliteLocalIndex implements LocalIndex {
  readonly path: string;
  readonly #stamps: SourceStamps;

  constructor(database: Database) {
    this.path = database.path;
    this.#stamps = new SourceStamps(database);
  }

  stamps(): readonly SourceStamp[] {
    return this.#stamps.all();
  }

  stampsOf(agent: string, session: string): readonly SourceStamp[] {
    return this.#stamps.ofSession(agent, session);
  }

  stampAt(path: string): SourceStamp | undefined {
    return this.#stamps.at(path);
  }
}
