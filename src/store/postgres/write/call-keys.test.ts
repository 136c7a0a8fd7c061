// Tests that a commit gets the keys it takes, whatever other transactions come to meanwhile.

import { expect, it } from 'vitest';
import type { Row } from '../../../base/row.ts';
import { KEYS_AT_ONCE } from '../database/schema.ts';
import type { Statements } from '../database/statement.ts';
import { CallKeys } from './call-keys.ts';

/** A sequence that answers when it is told to. */
class Sequence implements Statements {
  #next = 1;
  #answer: () => void = () => undefined;

  async all(_sql: string, ...[blocks]: readonly unknown[]): Promise<Row[]> {
    await new Promise<void>((done) => {
      this.#answer = done;
    });
    return Array.from({ length: Number(blocks) }, () => {
      const first = this.#next;
      this.#next += KEYS_AT_ONCE;
      return { first };
    });
  }

  answer(): void {
    this.#answer();
  }

  async get(): Promise<Row | undefined> {
    return undefined;
  }

  async *each(): AsyncGenerator<Row[]> {
    // Nothing is asked row by row.
  }
}

function keysFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

async function taken(keys: CallKeys, from: Sequence, count: number, meanwhile = () => {}): Promise<number[]> {
  const taking = keys.take(from, count);
  meanwhile();
  from.answer();
  return taking;
}

it('gives what is left first, in rising order', async () => {
  const [keys, sequence] = [new CallKeys(), new Sequence()];
  expect(await taken(keys, sequence, 3)).toEqual(keysFrom(1, 3));
  expect(await taken(keys, sequence, KEYS_AT_ONCE)).toEqual(keysFrom(4, KEYS_AT_ONCE));
  expect(await taken(keys, sequence, 2)).toEqual(keysFrom(KEYS_AT_ONCE + 4, 2));
});

it('gives all keys although a transaction beside it comes to nothing while they are fetched', async () => {
  const [keys, sequence] = [new CallKeys(), new Sequence()];
  await taken(keys, sequence, 1);
  const both = await taken(keys, sequence, KEYS_AT_ONCE + 1, () => keys.reset());
  expect(new Set(both).size).toBe(KEYS_AT_ONCE + 1);
});
