// Owns the other end of a reading thread: families go out, sessions come back. A thread that cannot run gives its
// families back, and they are read where they are asked for.

import { Worker } from 'node:worker_threads';
import type { Session } from '../../model/session.ts';
import { errorOf, type Trouble } from '../index/trouble.ts';
import { type PortableFiles, portable } from '../portable-files.ts';
import type { ReadOptions, SessionFiles } from '../read-session.ts';

export interface FamilyTask {
  readonly number: number;
  readonly family: readonly PortableFiles[];
  readonly options: Omit<ReadOptions, 'onFile'>;
}

export type FamilyAnswer =
  | {
      readonly number: number;
      readonly sessions: Session[];
      readonly files: readonly (readonly [path: string, bytes: number])[];
    }
  | { readonly number: number; readonly trouble: Trouble };

/** Half of what the engine would take for short-lived objects: reading is as fast with it, and each thread has its own. */
const YOUNG_MB = 24;

interface Waiting {
  readonly bytes: number;
  done(sessions: Session[] | null): void;
  fail(error: unknown): void;
}

export class FamilyReader {
  readonly #worker: Worker;
  readonly #options: ReadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #isLost = false;
  #pendingBytes = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#worker = new Worker(new URL('./family-thread.js', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on('message', (answer: FamilyAnswer) => this.#take(answer));
    this.#worker.on('error', () => this.#lose());
    this.#worker.on('exit', () => this.#lose());
  }

  /** Bytes of log of what was sent and not answered yet. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Null when the thread was lost. */
  read(number: number, family: readonly SessionFiles[], bytes: number): Promise<Session[] | null> {
    if (this.#isLost) return Promise.resolve(null);
    const { onFile: _, ...options } = this.#options;
    const task: FamilyTask = { number, family: family.map(portable), options };
    return new Promise((done, fail) => {
      this.#waiting.set(number, { bytes, done, fail });
      this.#pendingBytes += bytes;
      this.#worker.postMessage(task);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(answer: FamilyAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    this.#pendingBytes -= waiting?.bytes ?? 0;
    if ('trouble' in answer) {
      waiting?.fail(errorOf(answer.trouble));
      return;
    }
    for (const [path, bytes] of answer.files) this.#options.onFile?.(path, bytes);
    waiting?.done(answer.sessions);
  }

  #lose(): void {
    this.#isLost = true;
    for (const { done } of this.#waiting.values()) done(null);
    this.#waiting.clear();
  }
}
