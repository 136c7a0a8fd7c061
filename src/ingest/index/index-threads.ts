// Owns indexing on several threads: sessions are dealt out in bundles, and each thread commits what it read.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { newTurn, type SharedTurn } from '../../store/write-turn.ts';
import { type PortableFiles, portable } from '../portable-files.ts';
import type { SessionFiles } from '../read-session.ts';
import { inlineLess } from '../threads/inline-less.ts';
import { loadOf, sessionBytes } from '../threads/load.ts';
import { THREAD_LIMITS } from '../threads/thread-limits.ts';
import type { FileRead } from './index-whole.ts';
import { errorOf, type Trouble } from './trouble.ts';

export interface ThreadData {
  /** The data folder. */
  readonly folder: string;
  /** Lets everybody else go first: for a process that has people waiting. */
  readonly isPolite: boolean;
  /** Whether the text index of what was read is committed with it, or left to whoever keeps it. */
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
  /** The files read, session by session. */
  | { readonly number: number; readonly read: readonly (readonly FileRead[])[] }
  | { readonly number: number; readonly trouble: Trouble };

/** Below this, starting threads costs more than they save. */
const WORTH_BYTES = 48 * 1024 * 1024;
const THREADS_MAX = 4;

/** How many threads are worth it; 0 for none. */
export function indexThreadsFor(sessions: readonly SessionFiles[], worthBytes = WORTH_BYTES): number {
  const { totalBytes, largestBytes } = loadOf(sessions.map(sessionBytes));
  if (totalBytes < worthBytes) return 0;
  // One session that is most of the work leaves nothing to share; a thread takes less memory for it than this one would.
  return largestBytes > totalBytes * 0.8 ? 1 : Math.min(availableParallelism(), THREADS_MAX, sessions.length);
}

/**
 * A transaction is worth this many bytes of log. The first ones are smaller, so that there is something to see at once; so are
 * the last ones, so that all threads end together.
 */
const BUNDLE_BYTES = 8 * 1024 * 1024;
const FIRST_BUNDLE_BYTES = 512 * 1024;
const BUNDLES_LEFT_PER_THREAD = 4;

/**
 * The sessions of one agent, in the order they were given. A long one comes before its turn when it is as much as each thread has
 * left: begun later, it would still be read by one thread when the others have nothing to do.
 */
class AgentQueue {
  readonly #sessions: readonly SessionFiles[];
  /** The longest first. */
  readonly #long: readonly SessionFiles[];
  readonly #taken = new Set<SessionFiles>();
  #next = 0;
  #nextLong = 0;
  bytesLeft: number;

  constructor(sessions: readonly SessionFiles[]) {
    this.bytesLeft = sessions.reduce((total, files) => total + sessionBytes(files), 0);
    this.#sessions = sessions;
    this.#long = sessions
      .filter((files) => sessionBytes(files) >= BUNDLE_BYTES)
      .toSorted((a, b) => sessionBytes(b) - sessionBytes(a));
  }

  get isEmpty(): boolean {
    return this.#taken.size === this.#sessions.length;
  }

  /** Sessions of about so many bytes, and at least one; `leftPerThread` is what each thread has left to read. */
  take(bytes: number, leftPerThread: number): SessionFiles[] {
    const longest = this.#longest();
    if (longest !== undefined && sessionBytes(longest) >= leftPerThread) return [this.#noteTaken(longest)];
    const bundle: SessionFiles[] = [];
    for (let taken = 0; taken < bytes || bundle.length === 0; ) {
      const files = this.#sessions[this.#next++];
      if (files === undefined) break;
      if (this.#taken.has(files)) continue;
      bundle.push(this.#noteTaken(files));
      taken += sessionBytes(files);
    }
    return bundle;
  }

  /** Of those that nobody took. */
  #longest(): SessionFiles | undefined {
    for (;;) {
      const files = this.#long[this.#nextLong];
      if (files === undefined || !this.#taken.has(files)) return files;
      this.#nextLong++;
    }
  }

  #noteTaken(files: SessionFiles): SessionFiles {
    this.#taken.add(files);
    this.bytesLeft -= sessionBytes(files);
    return files;
  }
}

/**
 * Which sessions a thread indexes next. Each thread keeps to one agent while there are sessions of it: what it compiles for one
 * agent's logs, it need not compile for the other's.
 */
export class Bundles {
  readonly #threads: number;
  /** Agents with the most to read first. */
  readonly #queues: readonly AgentQueue[];
  /** Of all sessions. */
  readonly #bytes: number;

  constructor(sessions: readonly SessionFiles[], threads: number) {
    this.#threads = threads;
    const agents = [...new Set(sessions.map(({ agent }) => agent))];
    this.#queues = agents
      .map((agent) => new AgentQueue(sessions.filter((files) => files.agent === agent)))
      .sort((a, b) => b.bytesLeft - a.bytesLeft);
    this.#bytes = this.#bytesLeft;
  }

  get #bytesLeft(): number {
    return this.#queues.reduce((total, { bytesLeft }) => total + bytesLeft, 0);
  }

  /** None when all are dealt out. `thread` counts from 0. */
  next(thread: number): SessionFiles[] {
    const own = this.#queues[thread % this.#queues.length];
    const queue = own === undefined || own.isEmpty ? this.#longest() : own;
    const left = this.#bytesLeft;
    const leftPerThread = left / this.#threads;
    const soFar = (this.#bytes - left) / this.#threads;
    const bytes = Math.min(BUNDLE_BYTES, FIRST_BUNDLE_BYTES + soFar, leftPerThread / BUNDLES_LEFT_PER_THREAD);
    return queue?.take(bytes, leftPerThread) ?? [];
  }

  /** The agent that most is left of. */
  #longest(): AgentQueue | undefined {
    return this.#queues.filter(({ isEmpty }) => !isEmpty).toSorted((a, b) => b.bytesLeft - a.bytesLeft)[0];
  }
}

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

  /** Waits for the thread to end by itself: to end it from outside while the database works can take the process along. */
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
  /** Told after each session. */
  done(session: SessionFiles, read: readonly FileRead[]): Promise<void>;
}

/** Indexes the sessions, in no particular order. The first trouble ends it, after the others have finished theirs. */
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
        const sessions = bundles.next(number);
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
  await Promise.all(Array.from({ length: threads }, (_, number) => run(number)));
  if (failure !== undefined) throw failure;
}
