// When reading threads start: as soon as the files found so far are worth one, while the search continues. Starting a thread takes
// as long as finding a thousand files.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LogFile } from '../../sources/discover.ts';
import type { Load } from './load.ts';
import { THREAD_LIMITS } from './thread-limits.ts';

/** For less, starting a thread costs more than it saves. */
const WORTH_BYTES = 48 * 1024 * 1024;
/** If a thread's compiler has no core of its own: it occupies another for as long as it takes to read 150 MB (ADR 14). */
const WORTH_BYTES_ON_FEW_CORES = 256 * 1024 * 1024;
const FEW_CORES = 3;
const THREADS_MAX = 8;

/** How many threads are worth it, including this one. */
export function threadsFor(
  { totalBytes, largestBytes }: Load,
  most = availableParallelism(),
  cores = availableParallelism(),
): number {
  const worthBytes = cores > FEW_CORES ? WORTH_BYTES : WORTH_BYTES_ON_FEW_CORES;
  // Other threads can only read what is not the largest part.
  if (totalBytes < worthBytes || totalBytes - largestBytes < worthBytes / 2) return 1;
  return Math.max(1, Math.min(most, THREADS_MAX, Math.ceil(totalBytes / worthBytes)));
}

/** A started thread, which may have ended by itself since. */
export class ReadingThread {
  readonly worker = new Worker(new URL('./family-thread.js', import.meta.url), { resourceLimits: THREAD_LIMITS });
  #isLost = false;
  #ending: Promise<unknown> | undefined;

  constructor() {
    const lose = (): void => {
      this.#isLost = true;
    };
    this.worker.on('error', lose);
    this.worker.on('exit', lose);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async stop(): Promise<void> {
    this.#ending ??= this.worker.terminate();
    await this.#ending;
  }
}

export class ReadingThreads {
  readonly #most: number | undefined;
  readonly #cores: number;
  readonly #bySession = new Map<string, number>();
  #totalBytes = 0;
  #largestBytes = 0;
  readonly #started: ReadingThread[] = [];

  /** At most this many, including the calling thread; by default as many as there are cores. */
  constructor(most?: number, cores: number = availableParallelism()) {
    this.#most = most;
    this.#cores = cores;
  }

  /** Called with each log as it is found. */
  readonly expect = ({ bytes, identity }: LogFile): void => {
    const ofSession = (this.#bySession.get(identity.session) ?? 0) + bytes;
    this.#bySession.set(identity.session, ofSession);
    this.#totalBytes += bytes;
    this.#largestBytes = Math.max(this.#largestBytes, ofSession);
    const load = { totalBytes: this.#totalBytes, largestBytes: this.#largestBytes };
    this.#start(threadsFor(load, this.#most, this.#cores) - 1);
  };

  /**
   * Takes this many threads, starting those that are missing, and stops the others: sessions that turned out to be one family leave
   * less to share.
   */
  take(count: number): readonly ReadingThread[] {
    this.#start(count);
    for (const spare of this.#started.slice(count)) spare.stop();
    return this.#started.slice(0, count);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.map((thread) => thread.stop()));
  }

  #start(count: number): void {
    while (this.#started.length < count) this.#started.push(new ReadingThread());
  }
}
