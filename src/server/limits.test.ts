// Tests the slots: how many there are, and that waiting for a slow reader frees its slot.

import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { Limits } from './limits.ts';
import { SlowReader } from './slow-reader.ts';

/** Accepts nothing until it is opened. */
class Blocked extends Writable {
  readonly #doors = new EventEmitter();

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(_: unknown, __: string, done: () => void): void {
    this.#doors.once('open', done);
  }

  open(): void {
    this.#doors.emit('open');
  }
}

function answering(): { response: ServerResponse; gone: AbortController } {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  return { response, gone };
}

it('answers others while readers are slow, and no more than the limit at once', async () => {
  const limits = new Limits({ mostAtOnce: 2 });
  const slow = [new Blocked(), new Blocked(), new Blocked()];
  const answers = slow.map((out) =>
    limits.during((slot) => {
      const { response, gone } = answering();
      return new SlowReader(slot, response, gone.signal).write(out, 'piece');
    }),
  );
  expect(await limits.during(async () => 'answered')).toBe('answered');
  let finish = (): void => undefined;
  const busy = [1, 2].map(() =>
    limits.during(
      () =>
        new Promise<void>((resolve) => {
          const before = finish;
          finish = () => {
            before();
            resolve();
          };
        }),
    ),
  );
  await expect(limits.during(async () => 'answered')).rejects.toMatchObject({ status: 503 });
  finish();
  await Promise.all(busy);
  for (const out of slow) out.open();
  await Promise.all(answers);
  expect(await limits.during(async () => 'answered')).toBe('answered');
});

it('hangs up on a reader that reads nothing', async () => {
  const limits = new Limits();
  const { response, gone } = answering();
  response.destroy = () => {
    gone.abort();
    return response;
  };
  await limits.during((slot) => new SlowReader(slot, response, gone.signal, 1).write(new Blocked(), 'piece'));
  expect(gone.signal.aborted).toBe(true);
});
