// Owns indexing on several threads: sessions are dealt out in bundles, and each thread commits what it read.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type PortableFiles, portable } from '../portable-files.ts';
import type { SessionFiles } from '../read-session.ts';
import { inlineLess } from '../threads/inline-less.ts';
import type { FileRead } from './index-whole.ts';
import { errorOf, type Trouble } from './trouble.ts';

export interface ThreadData {
  /** The data folder. */
  readonly folder: string;
  /** Lets everybody else go first: for a process that has people waiting. */
  readonly isPolite: boolean;
  /** Whether the text index of what was read is committed with it, or left to whoever keeps it. */
  readonly hasTexts: boolean;
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
  /** The files read, session by session. */
  | { readonly number: number; readonly read: readonly (readonly FileRead[])[] }
  | { readonly number: number; readonly trouble: Trouble };

/** Below this, starting threads costs more than they save. */
const WORTH_BYTES = 48 * 1024 * 1024;
const THREADS_MAX = 4;
/** Half of what the engine would take for short-lived objects: indexing is as fast with it, and each thread has its own. */
const YOUNG_MB = 24;

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

/** A transaction is worth this many bytes of log; towards the end they get smaller, so that all threads end together. */
const BUNDLE_BYTES = 8 * 1024 * 1024;
const BUNDLES_LEFT_PER_THREAD = 4;

/** Sessions in the order they were given, but for the longest: they come first, or one thread would be left with them. */
export class Bundles {
  readonly #sessions: readonly SessionFiles[];
  readonly #threads: number;
  #next = 0;
  #bytesLeft: number;

  constructor(sessions: readonly SessionFiles[], threads: number) {
    this.#threads = threads;
    this.#bytesLeft = sessions.reduce((total, files) => total + bytesOf(files), 0);
    const isLong = (files: SessionFiles): boolean => bytesOf(files) >= BUNDLE_BYTES;
    const long = sessions.filter(isLong).toSorted((a, b) => bytesOf(b) - bytesOf(a));
    this.#sessions = [...long, ...sessions.filter((files) => !isLong(files))];
  }

  /** None when all are dealt out. */
  next(): SessionFiles[] {
    const most = Math.min(BUNDLE_BYTES, this.#bytesLeft / (this.#threads * BUNDLES_LEFT_PER_THREAD));
    const bundle: SessionFiles[] = [];
    for (let bytes = 0; bytes < most || bundle.length === 0; ) {
      const files = this.#sessions[this.#next];
      if (files === undefined) break;
      this.#next++;
      bundle.push(files);
      bytes += bytesOf(files);
      this.#bytesLeft -= bytesOf(files);
    }
    return bundle;
  }
}

class IndexThread {
  readonly #worker: Worker;
  #waiting: { done: (answer: ThreadAnswer) => void; fail: (error: unknown) => void } | undefined;
  #failure: unknown;

  constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./index-worker.js', import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
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
  inlineLess();
  const { threads, now, signal, done, ...data } = work;
  const bundles = new Bundles(work.sessions, threads);
  let count = 0;
  let failure: unknown;
  const run = async (): Promise<void> => {
    const thread = new IndexThread({ folder: data.folder, isPolite: data.isPolite, hasTexts: data.hasTexts });
    try {
      while (failure === undefined && signal?.aborted !== true) {
        const sessions = bundles.next();
        if (sessions.length === 0) break;
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
  await Promise.all(Array.from({ length: threads }, run));
  if (failure !== undefined) throw failure;
}
