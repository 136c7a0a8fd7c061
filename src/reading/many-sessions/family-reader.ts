// The caller's side of a reading thread: sends families, receives what was made of them. A thread that cannot run returns its
// families, and they are read on the calling thread.

import { errorOf, type Trouble } from '../../base/portable-error.ts';
import { type PortableFiles, portable } from '../portable-files.ts';
import type { ReadOptions } from '../read-session.ts';
import type { FamilyParts, FamilyProduct, ProductKind } from './family-product.ts';
import type { Family } from './family-queue.ts';
import type { ReadingThread } from './reading-threads.ts';

export interface FamilyTask {
  readonly number: number;
  readonly kind: ProductKind;
  readonly family: readonly PortableFiles[];
  /** `leafTitles` with the first task only. */
  readonly options: Omit<ReadOptions, 'onFile'>;
}

export type FamilyAnswer<Kind extends ProductKind = ProductKind> =
  | {
      readonly number: number;
      readonly product: readonly FamilyParts[Kind][];
      readonly files: readonly (readonly [path: string, bytes: number])[];
    }
  | { readonly number: number; readonly trouble: Trouble };

interface Waiting<Product> {
  readonly bytes: number;
  done(product: Product | null): void;
  fail(error: unknown): void;
}

export class FamilyReader<Kind extends ProductKind> {
  readonly #thread: ReadingThread;
  readonly #kind: Kind;
  readonly #options: ReadOptions;
  readonly #waiting = new Map<number, Waiting<FamilyProduct<Kind>>>();
  #pendingBytes = 0;
  /** Titles are sent once: there may be thousands. */
  #hasTold = false;

  constructor(thread: ReadingThread, kind: Kind, options: ReadOptions) {
    this.#thread = thread;
    this.#kind = kind;
    this.#options = options;
    thread.worker.on('message', (answer: FamilyAnswer<Kind>) => this.#take(answer));
    thread.worker.on('error', () => this.#lose());
    thread.worker.on('exit', () => this.#lose());
  }

  /** Bytes of log sent and not answered yet. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  get isLost(): boolean {
    return this.#thread.isLost;
  }

  /** Null when the thread was lost. */
  read(number: number, family: Family, bytes: number): Promise<FamilyProduct<Kind> | null> {
    if (this.isLost) return Promise.resolve(null);
    const { onFile: _, leafTitles, ...options } = this.#options;
    const titles = this.#hasTold || leafTitles === undefined ? {} : { leafTitles };
    this.#hasTold = true;
    const task: FamilyTask = {
      number,
      kind: this.#kind,
      family: family.map(portable),
      options: { ...options, ...titles },
    };
    return new Promise((done, fail) => {
      this.#waiting.set(number, { bytes, done, fail });
      this.#pendingBytes += bytes;
      this.#thread.worker.postMessage(task);
    });
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  #take(answer: FamilyAnswer<Kind>): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    this.#pendingBytes -= waiting?.bytes ?? 0;
    if ('trouble' in answer) {
      waiting?.fail(errorOf(answer.trouble));
      return;
    }
    for (const [path, bytes] of answer.files) this.#options.onFile?.(path, bytes);
    waiting?.done(answer.product);
  }

  #lose(): void {
    for (const { done } of this.#waiting.values()) done(null);
    this.#waiting.clear();
  }
}
