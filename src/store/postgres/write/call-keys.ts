// Keys for new calls, taken in blocks: a process asks once for many, and what is left serves the next commit.

import { integer } from '../../../base/row.ts';
import { KEYS_AT_ONCE } from '../database/schema.ts';
import type { Statements } from '../database/statement.ts';

export class CallKeys {
  readonly #left: number[] = [];

  /** After a transaction that came to nothing: a server that crashed may give the numbers that it gave in it again. */
  reset(): void {
    this.#left.length = 0;
  }

  /** So many, in rising order. Those that are left are taken before others are fetched: they may be thrown away meanwhile. */
  async take(on: Statements, count: number): Promise<number[]> {
    const taken = this.#left.splice(0, count);
    const blocks = Math.ceil((count - taken.length) / KEYS_AT_ONCE);
    if (blocks === 0) return taken;
    const rows = await on.all(`SELECT nextval('call_keys') AS first FROM generate_series(1, $1::int8)`, blocks);
    for (const row of rows) {
      const first = integer(row, 'first');
      for (let i = 0; i < KEYS_AT_ONCE; i++) taken.push(first + i);
    }
    this.#left.push(...taken.splice(count));
    return taken;
  }
}
