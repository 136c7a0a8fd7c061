// Indexes on several threads: sessions are dealt out in bundles, and each thread commits what it read.

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

export interface ThreadSession {
  readonly files: PortableFiles;
  /** It was not in the index when the work was planned. */
  readonly isNew: boolean;
}

export type ThreadTask =
  | {
      readonly kind: 'index';
      readonly number: number;
      readonly sessions: readonly ThreadSession[];
      readonly now: number;
    }
  | { readonly kind: 'stop' };

export type ThreadAnswer =
  /** The files read, per session. */
  | { readonly number: number; readonly read: readonly (readonly FileRead[])[] }
  | { readonly number: number; readonly trouble: Trouble };

class IndexThread {
  readonly #worker: Worker;
  /** However it ends: what goes wrong at the very end is nobody's answer. */
  readonly #ended: Promise<void>;
  #waiting: { done: (answer: ThreadAnswer) => void; fail: (error: unknown) => void } | undefined;
  #failure: unknown;

  constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./index-worker.js', import.meta.url), {
      workerData: data,
      resourceLimits: THREAD_LIMITS,
    });
    this.#ended = new Promise((done) => this.#worker.once('exit', () => done()));
    this.#worker.on('message', (answer: ThreadAnswer) => this.#waiting?.done(answer));
    this.#worker.on('error', (error) => {
      this.#failure = error;
      this.#waiting?.fail(error);
    });
  }

  index(number: number, sessions: readonly ThreadSession[], now: number): Promise<ThreadAnswer> {
    return new Promise((done, fail) => {
      if (this.#failure !== undefined) fail(this.#failure);
      this.#waiting = { done, fail };
      const task: ThreadTask = { kind: 'index', number, sessions, now };
      this.#worker.postMessage(task);
    });
  }

  /** Waits for the thread to end by itself: terminating it while the database works can crash the process. */
  async stop(): Promise<void> {
    const task: ThreadTask = { kind: 'stop' };
    this.#worker.postMessage(task);
    await this.#ended;
  }
}

export interface ThreadedWork extends Omit<ThreadData, 'turn'> {
  readonly threads: number;
  readonly sessions: readonly SessionFiles[];
  readonly now: number;
  readonly signal: AbortSignal | undefined;
  readonly isNew: (session: SessionFiles) => boolean;
  /** Whether somebody else has read it meanwhile. */
  readonly isDone: (session: SessionFiles) => Promise<boolean>;
  /** Told after each session. */
  done(session: SessionFiles, read: readonly FileRead[]): Promise<void>;
}

async function notDone(sessions: readonly SessionFiles[], { isDone }: ThreadedWork): Promise<SessionFiles[]> {
  const left: SessionFiles[] = [];
  for (const files of sessions) if (!(await isDone(files))) left.push(files);
  return left;
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
        const bundle = bundles.next(number);
        if (bundle.length === 0) break;
        const sessions = await notDone(bundle, work);
        if (sessions.length === 0) continue;
        const sent = sessions.map((files) => ({ files: portable(files), isNew: work.isNew(files) }));
        const answer = await thread.index(count++, sent, now);
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
