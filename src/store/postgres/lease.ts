// The right to fill a store, among all processes that use it: a lease, kept as long as its owner renews it. When the owner falls
// silent another one takes it over.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { AppError } from '../../base/app-error.ts';
import { text } from '../../base/row.ts';
import type { Connection } from './database/connection.ts';
import type { Statements } from './database/statement.ts';

const FILL = 'fill';
/** After so much silence another process may have it. */
const LEASE_MS = 6000;
const RENEW_MS = 1500;

const TAKE = `INSERT INTO leases (name, owner, said, until) VALUES ($1, $2, $3, now() + $4 * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, said = excluded.said, until = excluded.until
    WHERE leases.owner = excluded.owner OR leases.until < now()
  RETURNING owner`;

function busy(whose: string): AppError {
  return new AppError('store-busy', `Another Toolscope (${whose}) fills this store.`, {
    hint: 'Wait for it to end. When it falls silent, another takes over within ten seconds.',
  });
}

/** Who fills it, as it calls itself; undefined when no one does. */
export async function fillerOf(on: Statements): Promise<string | undefined> {
  const row = await on.get('SELECT said FROM leases WHERE name = $1 AND until >= now()', FILL);
  return row === undefined ? undefined : text(row, 'said');
}

export class FillLease {
  readonly #connection: Connection;
  readonly owner = randomUUID();
  readonly #said = `process ${process.pid} on ${hostname()}`;
  #timer: NodeJS.Timeout | undefined;
  #renewal: Promise<unknown> = Promise.resolve();

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The error when another process has it. The connection is for the lease alone, and is closed with it. */
  static async take(connection: Connection): Promise<FillLease | AppError> {
    const lease = new FillLease(connection);
    if (!(await lease.#take())) return busy((await fillerOf(connection)) ?? 'just now');
    lease.#timer = setInterval(() => {
      // While the server is away nothing can be written either.
      lease.#renewal = lease.#take().catch(() => undefined);
    }, RENEW_MS);
    lease.#timer.unref();
    return lease;
  }

  async #take(): Promise<boolean> {
    const row = await this.#connection.get(TAKE, FILL, this.owner, this.#said, LEASE_MS);
    return row !== undefined;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    try {
      await this.#connection.all('DELETE FROM leases WHERE name = $1 AND owner = $2', FILL, this.owner);
    } catch (error) {
      // It runs out by itself.
      if (!(error instanceof AppError)) throw error;
    } finally {
      await this.#connection.close();
    }
  }
}

/** Before a commit: a process that was silent for too long must not write any more. */
export async function mustOwn(on: Statements, owner: string): Promise<void> {
  const row = await on.get('SELECT owner, said FROM leases WHERE name = $1', FILL);
  if (row !== undefined && text(row, 'owner') !== owner) throw busy(text(row, 'said'));
}
