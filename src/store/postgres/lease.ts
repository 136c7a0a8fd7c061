// Rights that one process at a time has, among all that use a store: leases, kept as long as their owner renews them. When the owner
// falls silent another one takes over. Each machine has one for filling the store with its logs; what sessions of several machines
// say of each other is settled under another.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import { text } from '../../base/row.ts';
import type { Connection } from './database/connection.ts';
import type { Statements } from './database/statement.ts';

/** To settle what sessions say of each other. */
export const RELATIONS = 'relations';

/** To read the logs of a machine, by its number. */
export function fillBy(machine: number): string {
  return `fill ${machine}`;
}

/** After so much silence another process may have it. */
const LEASE_MS = 6000;
const RENEW_MS = 1500;
/** Between two looks whether it is free. */
const LOOK_MS = 50;

const TAKE = `INSERT INTO leases (name, owner, said, until) VALUES ($1, $2, $3, now() + $4 * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, said = excluded.said, until = excluded.until
    WHERE leases.owner = excluded.owner OR leases.until < now()
  RETURNING owner`;

function busy(whose: string): AppError {
  return new AppError('store-busy', `Another Toolscope (${whose}) fills this store from here.`, {
    hint: 'Wait for it to end. When it falls silent, another takes over within ten seconds.',
  });
}

/** Who has it, as it calls itself; undefined when no one does. */
export async function ownerOf(on: Statements, name: string): Promise<string | undefined> {
  const row = await on.get('SELECT said FROM leases WHERE name = $1 AND until >= now()', name);
  return row === undefined ? undefined : text(row, 'said');
}

export class Lease {
  readonly name: string;
  readonly owner = randomUUID();
  readonly #connection: Connection;
  readonly #said = `process ${process.pid} on ${hostname()}`;
  #timer: NodeJS.Timeout | undefined;
  #renewal: Promise<unknown> = Promise.resolve();

  private constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.name = name;
  }

  /** The error when another process has it. */
  static async take(connection: Connection, name: string): Promise<Lease | AppError> {
    const lease = new Lease(connection, name);
    if (!(await lease.#take())) return busy((await ownerOf(connection, name)) ?? 'just now');
    lease.#timer = setInterval(() => {
      // While the server is away nothing can be written either.
      lease.#renewal = lease.#take().catch(() => undefined);
    }, RENEW_MS);
    lease.#timer.unref();
    return lease;
  }

  /** Waits for those who have it. */
  static async wait(connection: Connection, name: string): Promise<Lease> {
    for (;;) {
      const lease = await Lease.take(connection, name);
      if (lease instanceof Lease) return lease;
      await sleep(LOOK_MS);
    }
  }

  async #take(): Promise<boolean> {
    const row = await this.#connection.get(TAKE, this.name, this.owner, this.#said, LEASE_MS);
    return row !== undefined;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    try {
      await this.#connection.all('DELETE FROM leases WHERE name = $1 AND owner = $2', this.name, this.owner);
    } catch (error) {
      // It runs out by itself.
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** Before a commit: a process that was silent for too long must not write any more. */
export async function mustOwn(on: Statements, { name, owner }: Pick<Lease, 'name' | 'owner'>): Promise<void> {
  const row = await on.get('SELECT owner, said FROM leases WHERE name = $1', name);
  if (row !== undefined && text(row, 'owner') !== owner) throw busy(text(row, 'said'));
}
