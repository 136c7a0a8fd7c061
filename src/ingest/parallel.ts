// Owns reading on several threads: families of sessions are dealt out, and come back in the order they were asked for.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError, type AppErrorCode } from '../base/app-error.ts';
import type { Session } from '../model/session.ts';
import { type PortableFiles, portable } from './portable-files.ts';
import type { ReadOptions, SessionFiles } from './read-session.ts';

export interface FamilyTask {
  readonly number: number;
  readonly family: readonly PortableFiles[];
  readonly options: Pick<ReadOptions, 'messages' | 'now'>;
}

export type FamilyAnswer =
  | { readonly number: number; readonly sessions: readonly Session[] }
  | { readonly number: number; readonly error: { readonly code: AppErrorCode; readonly message: string } };

/** Below this, starting threads costs more than they save. */
const WORTH_BYTES = 48 * 1024 * 1024;
/** Families read ahead of the one that is handed out next, per thread: bounds memory. */
const AHEAD = 4;

function bytesOf(family: readonly SessionFiles[]): number {
  return family.reduce((total, { logs }) => total + logs.reduce((sum, { bytes }) => sum + bytes, 0), 0);
}

/** How many threads are worth it for this work on this machine; 0 for none. */
export function threadsFor(families: readonly (readonly SessionFiles[])[]): number {
  const sizes = families.map(bytesOf);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  // One family that is most of the work leaves nothing to share.
  if (total < WORTH_BYTES || Math.max(0, ...sizes) > total * 0.8) return 0;
  const threads = Math.min(availableParallelism(), 8, families.length);
  return threads < 2 ? 0 : threads;
}

class Reader {
  readonly #worker = new Worker(new URL('./session-worker.js', import.meta.url));
  readonly #waiting = new Map<number, { done: (answer: FamilyAnswer) => void; fail: (error: unknown) => void }>();

  constructor() {
    this.#worker.on('message', (answer: FamilyAnswer) => {
      this.#waiting.get(answer.number)?.done(answer);
      this.#waiting.delete(answer.number);
    });
    this.#worker.on('error', (error) => {
      for (const { fail } of this.#waiting.values()) fail(error);
      this.#waiting.clear();
    });
  }

  get load(): number {
    return this.#waiting.size;
  }

  read(task: FamilyTask): Promise<FamilyAnswer> {
    return new Promise((done, fail) => {
      this.#waiting.set(task.number, { done, fail });
      this.#worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Every family's sessions, in the order given. */
export async function* readFamiliesOnThreads(
  families: readonly (readonly SessionFiles[])[],
  threads: number,
  options: ReadOptions,
): AsyncGenerator<Session> {
  const readers = Array.from({ length: threads }, () => new Reader());
  const { messages, now } = options;
  const sent = { ...(messages === undefined ? {} : { messages }), now: now ?? Date.now() };
  const answers: Promise<FamilyAnswer>[] = [];
  const deal = (): void => {
    const number = answers.length;
    const family = families[number];
    if (family === undefined) return;
    const idlest = readers.reduce((a, b) => (b.load < a.load ? b : a));
    const answer = idlest.read({ number, family: family.map(portable), options: sent });
    // An answer nobody waits for any more must not bring the process down.
    answer.catch(() => undefined);
    answers.push(answer);
  };
  try {
    for (let i = 0; i < threads * AHEAD; i++) deal();
    for (let next = 0; next < families.length; next++) {
      const answer = await answers[next];
      delete answers[next];
      deal();
      if (answer === undefined) continue;
      if ('error' in answer) throw new AppError(answer.error.code, answer.error.message);
      for (const session of answer.sessions)
        for (const { path, bytes } of session.sources) options.onFile?.(path, bytes);
      yield* answer.sessions;
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
}
