// Owns the manifests of a thread's tool servers, as they were when the thread began.

import type { Command, Database, Query } from './database.ts';
import { integer, text, textOrNull } from './row.ts';

export interface ToolsetRow {
  readonly base: string;
  /** JSON; null when discovery failed. */
  readonly manifest: string | null;
  readonly problem: string | null;
  readonly fetchedAt: number;
}

export class RapToolsets {
  readonly #ofThread: Query<ToolsetRow>;
  readonly #set: Command;

  constructor(database: Database) {
    this.#ofThread = database.query('SELECT * FROM toolset WHERE thread = ? ORDER BY base', (row) => ({
      base: text(row, 'base'),
      manifest: textOrNull(row, 'manifest'),
      problem: textOrNull(row, 'problem'),
      fetchedAt: integer(row, 'fetched_at'),
    }));
    this.#set = database.command(
      `INSERT INTO toolset (thread, base, manifest, problem, fetched_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (thread, base) DO UPDATE SET
         manifest = excluded.manifest, problem = excluded.problem, fetched_at = excluded.fetched_at`,
    );
  }

  ofThread(thread: number): ToolsetRow[] {
    return this.#ofThread.all(thread);
  }

  set(thread: number, row: ToolsetRow): void {
    this.#set.run(thread, row.base, row.manifest, row.problem, row.fetchedAt);
  }
}
