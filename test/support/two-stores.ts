// The same logs in a store of each engine, queried by the built program: the output must be the same.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newDatabase, type TestDatabase } from './postgres.ts';
import { buildProgram, type Outcome, PROGRAM, run } from './program.ts';

export class TwoStores {
  readonly logs = mkdtempSync(join(tmpdir(), 'toolscope-two-logs-'));
  /** Data folders: of SQLite, and for PostgreSQL. */
  readonly homes = [mkdtempSync(join(tmpdir(), 'toolscope-sqlite-')), mkdtempSync(join(tmpdir(), 'toolscope-pg-'))];
  #database: TestDatabase | undefined;

  async open(): Promise<void> {
    await buildProgram();
    this.#database = await newDatabase();
  }

  async close(): Promise<void> {
    await this.#database?.drop();
    for (const place of [this.logs, ...this.homes]) rmSync(place, { recursive: true, force: true });
  }

  /** The address of the database. */
  get address(): string {
    if (this.#database === undefined) throw new Error('not open yet');
    return this.#database.address;
  }

  /** What a program of either store has in its environment; null for SQLite. */
  envOf(store: string | null): Record<string, string> {
    return {
      TOOLSCOPE_HOME: this.homes[store === null ? 0 : 1] ?? '',
      TZ: 'UTC',
      TOOLSCOPE_NO_DEFAULT_ROOTS: '1',
      ...(store === null ? {} : { TOOLSCOPE_STORE: store }),
    };
  }

  ask(store: string | null, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
    return run(process.execPath, [PROGRAM, ...args], { env: { ...this.envOf(store), ...env } });
  }

  /** The output of both, which must be the same, including the exit status. */
  async same(...args: string[]): Promise<string> {
    const wanted = await this.ask(null, [...args, '--root', this.logs]);
    const found = await this.ask(this.address, [...args, '--root', this.logs]);
    // The time it took is not part of the answer.
    expect([found.status, found.stdout], args.join(' ')).toEqual([wanted.status, wanted.stdout]);
    return found.stdout;
  }
}
