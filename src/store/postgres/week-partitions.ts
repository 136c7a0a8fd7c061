// The partitions of weeks that this process knows to be there. Another one may drop a week meanwhile: then it is made again.

import type { Connection } from './database/connection.ts';
import { makePartitions } from './database/partitions.ts';

/** A row for which there is no partition. */
const NO_PARTITION = '23514';

function lacksPartition(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === NO_PARTITION;
}

export class WeekPartitions {
  readonly #connection: Connection;
  readonly #there = new Set([0]);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Does something that writes to these weeks; begun again where one of them is gone. */
  async with(weeks: readonly number[], work: () => Promise<void>): Promise<void> {
    await this.#make(weeks);
    try {
      await work();
    } catch (error) {
      if (!lacksPartition(error)) throw error;
      this.forget(weeks);
      await this.#make(weeks);
      await work();
    }
  }

  forget(weeks: readonly number[]): void {
    for (const week of weeks) this.#there.delete(week);
  }

  async #make(weeks: readonly number[]): Promise<void> {
    const missing = [...new Set(weeks)].filter((week) => !this.#there.has(week));
    if (missing.length === 0) return;
    for (const week of await makePartitions(this.#connection, missing)) this.#there.add(week);
  }
}
