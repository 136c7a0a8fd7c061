// Owns indexing on several threads: sessions are dealt out one at a time, and each thread commits what it read.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type PortableFiles, portable } from '../portable-files.ts';
import type { SessionFiles } from '../read-session.ts';
import type { FileRead } from './index-whole.ts';
import { errorOf, type Trouble } from './trouble.ts';

export interface ThreadData {
  /** The data folder. */
  readonly folder: string;
  /** Lets everybody else go first: for a process that has people waiting. */
  readonly isPolite: boolean;
}

export type ThreadTask =
  | { readonly kind: 'index'; readonly number: number; readonly files: PortableFiles; readonly now: number }
  | { readonly kind: 'stop' };

export type ThreadAnswer =
  | { readonly number: number; readonly read: readonly FileRead[] }
  | { readonly number: number; readonly trouble: Trouble };

/** Below this, starting threads costs more than they save. */
const WORTH_BYTES = 48 * 1024 * 1024;
const THREADS_MAX = 4;

function bytesOf({ logs }: SessionFiles): number {
  return logs.reduce((total, { bytes }) => total + bytes, 0);
}

/** How many threads are worth it; 0 for none. */
export function indexThreadsFor(sessions: readonly SessionFiles[], worthBytes = WORTH_BYTES): number {
  const sizes = sessions.map(bytesOf);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  // One session that is most of the work leaves nothing to share.
  if (total < worthBytes || Math.max(0, ...sizes) > total * 0.8) return 0;
  const threads = Math.min(availableParallelism(), THREADS_MAX, sessions.length);
  return threads < 2 ? 0 : threads;
}

class IndexThread {
  readonly #worker: Worker;
  #waiting: { done: (answer: ThreadAnswer) => void; fail: (error: unknown) => void } | undefined;
  #failure: unknown;

  constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./index-worker.js', import.meta.url), { workerData: data });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#waiting?.done(answer));
    this.#worker.on('error', (error) => {
      this.#failure = error;
      this.#waiting?.fail(error);
    });
  }

  index(number: number, files: SessionFiles, now: number): Promise<ThreadAnswer> {
    return new Promise((done, fail) => {
      if (this.#failure !== undefined) fail(this.#failure);
      this.#waiting = { done, fail };
      const task: ThreadTask = { kind: 'index', number, files: portable(files), now };
      this.#worker.postMessage(task);
    });
  }

  /** Waits for the thread to end by itself: to end it from outside while the database works can take the process along. */
  async stop(): Promise<void> {
    if (this.#failure !== undefined) return;
    const ended = once(this.#worker, 'exit');
    const task: ThreadTask = { kind: 'stop' };
    this.#worker.postMessage(task);
    await ended;
  }
}

export interface ThreadedWork extends ThreadData {
  readonly threads: number;
  readonly sessions: readonly SessionFiles[];
  readonly now: number;
  readonly signal: AbortSignal | undefined;
  /** Told after each session. */
  done(session: SessionFiles, read: readonly FileRead[]): Promise<void>;
}

/** Indexes the sessions, in no particular order. The first trouble ends it, after the others have finished theirs. */
export async function indexOnThreads(work: ThreadedWork): Promise<void> {
  const { folder, isPolite, threads, sessions, now, signal, done } = work;
  let next = 0;
  let failure: unknown;
  const run = async (): Promise<void> => {
    const thread = new IndexThread({ folder, isPolite });
    try {
      while (next < sessions.length && failure === undefined && signal?.aborted !== true) {
        const number = next++;
        const files = sessions[number];
        if (files === undefined) break;
        const answer = await thread.index(number, files, now);
        if ('trouble' in answer) throw errorOf(answer.trouble);
        await done(files, answer.read);
      }
    } catch (error) {
      failure ??= error;
    } finally {
      await thread.stop();
    }
  };
  await Promise.all(Array.from({ length: threads }, run));
  if (failure !== undefined) throw failure;
}
