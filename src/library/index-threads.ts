// Indexes on several threads: sessions are dealt out in bundles, and each thread commits what it read.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { errorOf, type Trouble } from '../base/portable-error.ts';
import { inlineLess } from '../reading/many-sessions/inline-less.ts';
import { THREAD_LIMITS } from '../reading/many-sessions/thread-limits.ts';
import { type PortableFiles, portable } from '../reading/portable-files.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import { newTurn, type SharedTurn } from '../store/open-store.ts';
import { Bundles } from './bundles.ts';
import type { FileRead } from './index-whole.ts';

export interface ThreadData {
  /** The data folder. */
  readonly folder: string;
  /** Runs at a lower priority: for a process that serves users. */
  readonly isPolite: boolean;
  /** Whether the text index of what was read is committed with it, or left to whichever process keeps the text index. */
  readonly hasTexts: boolean;
  /** Whose commit is next. */
  readonly turn: SharedTurn;
}

export type ThreadTask =
  | {
      readonly kind: 'index';
      readonly number: number;
      readonly sessions: readonly PortableFiles[];
      readonly now: number;
    }
  | { readonly kind: 'stop' };

export type ThreadAnswer =
  /** The files read, per session. */
  | { readonly number: number; readonly read: readonly (readonly FileRead[])[] }
  | { readonly number: number; readonly trouble: Trouble };

class IndexThread {
  readonly #worker: Worker;
  #waiting: { done: (answer: ThreadAnswer) => void; fail: (error: unknown) => void } | undefined;
  #failure: unknown;

  constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./index-worker.js', import.meta.url), {
      workerData: data,
      resourceLimits: THREAD_LIMITS,
    });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#waiting?.done(answer));
    this.#worker.on('error', (error) => {
      this.#failure = error;
      this.#waiting?.fail(error);
    });
  }

  index(number: number, sessions: readonly SessionFiles[], now: number): Promise<ThreadAnswer> {
    return new Promise((done, fail) => {
      if (this.#failure !== undefined) fail(this.#failure);
      this.#waiting = { done, fail };
      const task: ThreadTask = { kind: 'index', number, sessions: sessions.map(portable), now };
      this.#worker.postMessage(task);
    });
  }

  /** Waits for the thread to end by itself: terminating it while the database works can crash the process. */
  async stop(): Promise<void> {
    if (this.#failure !== undefined) return;
    const ended = once(this.#worker, 'exit');
    const task: ThreadTask = { kind: 'stop' };
    this.#worker.postMessage(task);
    await ended;
  }
}

export interface ThreadedWork extends Omit<ThreadData, 'turn'> {
  readonly threads: number;
  readonly sessions: readonly SessionFiles[];
  readonly now: number;
  readonly signal: AbortSignal | undefined;
  /** Whether it has been read by someone else meanwhile. */
  isDone(session: SessionFiles): boolean;
  /** Called after each session. */
  done(session: SessionFiles, read: readonly FileRead[]): Promise<void>;
}

/** Indexes the sessions, in no particular order. Stops at the first error, once running tasks have finished. */
export async function indexOnThreads(work: ThreadedWork): Promise<void> {
  inlineLess();
  const { threads, now, signal, done } = work;
  const data = { folder: work.folder, isPolite: work.isPolite, hasTexts: work.hasTexts, turn: newTurn() };
  const bundles = new Bundles(work.sessions, threads);
  let count = 0;
  let failure: unknown;
  const run = async (number: number): Promise<void> => {
    const thread = new IndexThread(data);
    try {
      while (failure === undefined && signal?.aborted !== true) {
        const bundle = bundles.next(number);
        if (bundle.length === 0) break;
        const sessions = bundle.filter((files) => !work.isDone(files));
        if (sessions.length === 0) continue;
        const answer = await thread.index(count++, sessions, now);
        if ('trouble' in answer) throw errorOf(answer.trouble);
        for (const [i, files] of sessions.entries()) await done(files, answer.read[i] ?? []);
      }
    } catch (error) {
      failure ??= error;
    } finally {
      await thread.stop();
    }
  };
  await Promise.all(Array.from({ length: threads }, (_, number) => run(number)));
  if (failure !== undefined) throw failure;
}
