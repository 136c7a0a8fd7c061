// Tests that writers take turns, and that none waits for one that is gone.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { newTurn, WriteTurn } from './write-turn.ts';

const PATIENT = 3_600_000;

it('gives the turn back, also after work that failed', () => {
  const shared = newTurn();
  const turn = new WriteTurn(shared, PATIENT);
  const fail = (): never => {
    throw new Error('full');
  };
  expect(() => turn.during(fail)).toThrow('full');
  expect([turn.during(() => 1), new WriteTurn(shared, PATIENT).during(() => 2)]).toEqual([1, 2]);
});

it('does not wait for ever for a thread that is gone, and leaves its turn alone', () => {
  const shared = newTurn();
  const impatient = new WriteTurn(shared, 1);
  const nested = new WriteTurn(shared, PATIENT).during(() => [impatient.during(() => 1), impatient.during(() => 2)]);
  expect([nested, new WriteTurn(shared, PATIENT).during(() => 3)]).toEqual([[1, 2], 3]);
});

/** Has the turn from its start, until it has written something down. */
const OTHER = `
  const { workerData, parentPort } = require('node:worker_threads');
  const state = new Int32Array(workerData.shared);
  const written = new Int32Array(workerData.written);
  Atomics.store(state, 0, 1);
  parentPort.postMessage('mine');
  Atomics.wait(written, 0, 0, 20);
  Atomics.store(written, 0, 1);
  Atomics.store(state, 0, 0);
  Atomics.notify(state, 0, 1);
`;

it('waits for another thread, and is woken by it', async () => {
  const shared = newTurn();
  const written = new SharedArrayBuffer(4);
  const other = new Worker(OTHER, { eval: true, workerData: { shared, written } });
  const ended = once(other, 'exit');
  await once(other, 'message');
  expect(new WriteTurn(shared, PATIENT).during(() => Atomics.load(new Int32Array(written), 0))).toBe(1);
  await ended;
});
