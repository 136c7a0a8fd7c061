// Deals sessions out to the indexing threads: how many threads, newest sessions first, in bundles that are committed together.

import { availableParallelism } from 'node:os';
import { loadOf, sessionBytes } from '../reading/many-sessions/load.ts';
import type { SessionFiles } from '../reading/read-session.ts';

/** Cost of a session besides its bytes, in bytes: of 10,000 small logs, half of the time went into their number. */
const SESSION_BYTES = 32 * 1024;

/** Cost of indexing a session, in bytes of log. */
function costOf(files: SessionFiles): number {
  return sessionBytes(files) + SESSION_BYTES;
}

/** Below this, starting threads costs more than they save. */
const WORTH_BYTES = 48 * 1024 * 1024;
const THREADS_MAX = 4;

/** How many threads are worth starting; 0 for none. */
export function indexThreadsFor(sessions: readonly SessionFiles[], worthBytes = WORTH_BYTES): number {
  const { totalBytes, largestBytes } = loadOf(sessions.map(costOf));
  if (totalBytes < worthBytes) return 0;
  // One session that is most of the work leaves nothing to share; a thread takes less memory for it than this one would.
  return largestBytes > totalBytes * 0.8 ? 1 : Math.min(availableParallelism(), THREADS_MAX, sessions.length);
}

/**
 * A transaction is worth this many bytes of log. The first ones are smaller, so that there is something to see at once; so are the
 * last ones, so that all threads finish together.
 */
const BUNDLE_BYTES = 8 * 1024 * 1024;
const FIRST_BUNDLE_BYTES = 512 * 1024;
const BUNDLES_LEFT_PER_THREAD = 4;

/**
 * The sessions of one agent, in the order they were given. A long one is taken early when it is as much as each thread has left:
 * started later, it would still be read by one thread while the others are idle.
 */
class AgentQueue {
  readonly #sessions: readonly SessionFiles[];
  /** The longest first. */
  readonly #long: readonly SessionFiles[];
  readonly #taken = new Set<SessionFiles>();
  #next = 0;
  #nextLong = 0;
  /** Cost of the sessions not yet taken. */
  left: number;

  constructor(sessions: readonly SessionFiles[]) {
    this.left = sessions.reduce((total, files) => total + costOf(files), 0);
    this.#sessions = sessions;
    this.#long = sessions.filter((files) => costOf(files) >= BUNDLE_BYTES).toSorted((a, b) => costOf(b) - costOf(a));
  }

  get isEmpty(): boolean {
    return this.#taken.size === this.#sessions.length;
  }

  /** Takes sessions of about this many bytes, at least one; `leftPerThread` is what each thread has left to read. */
  take(bytes: number, leftPerThread: number): SessionFiles[] {
    const longest = this.#longest();
    if (longest !== undefined && costOf(longest) >= leftPerThread) return [this.#noteTaken(longest)];
    const bundle: SessionFiles[] = [];
    for (let taken = 0; taken < bytes || bundle.length === 0; ) {
      const files = this.#sessions[this.#next++];
      if (files === undefined) break;
      if (this.#taken.has(files)) continue;
      bundle.push(this.#noteTaken(files));
      taken += costOf(files);
    }
    return bundle;
  }

  /** The longest session not yet taken. */
  #longest(): SessionFiles | undefined {
    for (;;) {
      const files = this.#long[this.#nextLong];
      if (files === undefined || !this.#taken.has(files)) return files;
      this.#nextLong++;
    }
  }

  #noteTaken(files: SessionFiles): SessionFiles {
    this.#taken.add(files);
    this.left -= costOf(files);
    return files;
  }
}

/**
 * Which sessions a thread indexes next. Each thread stays with one agent as long as that agent has sessions: its JIT code is warm
 * for them.
 */
export class Bundles {
  readonly #threads: number;
  /** Agents with the most to read first. */
  readonly #queues: readonly AgentQueue[];
  /** Cost of all sessions. */
  readonly #all: number;

  constructor(sessions: readonly SessionFiles[], threads: number) {
    this.#threads = threads;
    const agents = [...new Set(sessions.map(({ agent }) => agent))];
    this.#queues = agents
      .map((agent) => new AgentQueue(sessions.filter((files) => files.agent === agent)))
      .sort((a, b) => b.left - a.left);
    this.#all = this.#left;
  }

  get #left(): number {
    return this.#queues.reduce((total, { left }) => total + left, 0);
  }

  /** None when all are dealt out. `thread` counts from 0. */
  next(thread: number): SessionFiles[] {
    const own = this.#queues[thread % this.#queues.length];
    const queue = own === undefined || own.isEmpty ? this.#longest() : own;
    const left = this.#left;
    const leftPerThread = left / this.#threads;
    const soFar = (this.#all - left) / this.#threads;
    const bytes = Math.min(BUNDLE_BYTES, FIRST_BUNDLE_BYTES + soFar, leftPerThread / BUNDLES_LEFT_PER_THREAD);
    return queue?.take(bytes, leftPerThread) ?? [];
  }

  /** The agent with the most left to read. */
  #longest(): AgentQueue | undefined {
    return this.#queues.filter(({ isEmpty }) => !isEmpty).toSorted((a, b) => b.left - a.left)[0];
  }
}
