// Where questions are answered: slow ones on threads, the rest in this thread (all of them when running from sources).
// An answer that took long is reused for a while instead of being computed again after every change.

import { Worker } from 'node:worker_threads';
import { stalledPlaces } from '../sources/files/stalled-places.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { answer, type Question } from './answer.ts';
import { reuseOf } from './answer-reuse.ts';
import { HttpProblem, type ProblemReply } from './problem.ts';
import { type Lane, laneOf } from './question-lanes.ts';
import { QuestionStops } from './question-stops.ts';
import type { QuestionThreadData, ThreadAnswer, ThreadMessage, ThreadQuestion } from './question-thread.ts';
import type { WatchedLibrary } from './served-library.ts';
import type { ThreadLibraryOptions } from './thread-library.ts';

/** Running from sources: there is no file that a thread could start from. */
const CAN_THREAD = import.meta.url.endsWith('.js');

const KEPT_ANSWERS = 64;
const LONGEST_KEPT = 4 * 1024 * 1024;

/**
 * Threads start when a page is opened, but not before the first list can be on screen: until then the processor is needed to
 * find the newest sessions, and the list is answered here. Each thread gets a question at once, because the first one takes
 * several times as long. A server that only takes hooks starts none, and saves their memory.
 */
const START_AFTER_MS: Readonly<Record<Lane, number>> = { step: 1000, sum: 2000 };
const FIRST_ASKED = { step: 'sessions', sum: 'tools' } as const satisfies Record<Lane, Question['name']>;

/** Of the requests answered at the same time: requests for sessions that are indexed must not wait as well. */
const MOST_WAITING_TO_BE_READ = 64;

/** An answer that is already JSON text. */
export class ReadyJson {
  readonly text: string;
  /** Time to compute it, without waiting in the queue. */
  readonly tookMs: number;
  /** When there is a newer one, if a change has made it old. */
  readonly freshInMs: number;

  constructor(text: string, tookMs: number, freshInMs = 0) {
    this.text = text;
    this.tookMs = tookMs;
    this.freshInMs = freshInMs;
  }
}

/** An error already turned into a problem document on a thread. */
export class ReadyProblem extends Error {
  readonly problem: ProblemReply;
  /** The internal error, for the terminal. */
  readonly inside: string | null;
  /** The damaged file, if that is the cause. */
  readonly damaged: string | null;

  constructor(problem: ProblemReply, inside: string | null, damaged: string | null) {
    super(problem.document.detail);
    this.problem = problem;
    this.inside = inside;
    this.damaged = damaged;
  }
}

interface Waiting {
  resolve(answer: ReadyJson): void;
  reject(error: unknown): void;
}

/** An answer in progress. */
interface Asked {
  readonly answer: Promise<ReadyJson>;
  /** The client has disconnected. */
  stop(): void;
}

class QuestionThread {
  readonly #worker: Worker;
  readonly #stops = new QuestionStops();
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  /** It ended, by itself or on request: another one has to be started. */
  isOver = false;
  /** It is loaded, and has answered once. */
  isReady = false;

  constructor(options: ThreadLibraryOptions) {
    const workerData: QuestionThreadData = { ...options, stops: this.#stops.shared };
    this.#worker = new Worker(new URL('./question-thread.js', import.meta.url), { workerData });
    this.#worker.unref();
    this.#worker.on('message', (given: ThreadAnswer) => {
      const waiting = this.#waiting.get(given.id);
      this.#waiting.delete(given.id);
      this.isReady = true;
      if (given.ok) waiting?.resolve(new ReadyJson(given.text, given.tookMs));
      else waiting?.reject(new ReadyProblem(given.problem, given.inside, given.damaged));
    });
    this.#worker.on('error', (error) => {
      this.isOver = true;
      this.#fail(error);
    });
    this.#worker.on('exit', () => {
      this.isOver = true;
      this.#fail(new HttpProblem(503, 'The query thread stopped.'));
    });
  }

  ask(asked: Omit<ThreadQuestion, 'id'>): Asked {
    const id = ++this.#count;
    const answer = new Promise<ReadyJson>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#tell({ id, ...asked });
    });
    return {
      answer,
      stop: () => {
        this.#stops.stop(id);
        this.#tell({ stop: id });
      },
    };
  }

  async close(): Promise<void> {
    if (this.isOver) return;
    // Also when the thread fails to start.
    const exit = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    // Keeps the process alive until the thread has closed its files.
    this.#worker.ref();
    this.#tell('end');
    await exit;
  }

  #tell(message: ThreadMessage): void {
    this.#worker.postMessage(message);
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** The work goes on, but a client that has gone stops waiting for it. */
async function unlessGone(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let leave = (): void => {};
  const gone = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
  });
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([work, gone]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

interface Kept extends Asked {
  readonly seq: number;
  /** Clients waiting for it. */
  askers: number;
  /** Undefined while it is being computed. */
  doneAt?: number;
  tookMs?: number;
}

export class QueryPool {
  readonly #library: WatchedLibrary;
  readonly #options: ThreadLibraryOptions | undefined;
  readonly #threads = new Map<Lane, QuestionThread>();
  readonly #kept = new Map<string, Kept>();
  #waitingToBeRead = 0;
  readonly #openedAt = performance.now();
  #starts: readonly NodeJS.Timeout[] | undefined;

  /** Without `options` every question is answered here. */
  constructor(library: WatchedLibrary, options: ThreadLibraryOptions | undefined) {
    this.#library = library;
    this.#options = CAN_THREAD ? options : undefined;
  }

  /** A page was opened, and questions will follow. */
  expectQuestions(): void {
    const used = this.#options;
    if (used === undefined || this.#starts !== undefined) return;
    const openMs = performance.now() - this.#openedAt;
    this.#starts = (['step', 'sum'] as const).map((lane) => {
      const start = (): void => {
        const question: Question = { name: FIRST_ASKED[lane], parts: {}, query: {}, now: Date.now() };
        // The error comes up again with the next question.
        this.#thread(lane, used)
          .ask({ question, stalled: [] })
          .answer.catch(() => {});
      };
      return setTimeout(start, Math.max(0, START_AFTER_MS[lane] - openMs)).unref();
    });
  }

  /** An answer of the route's kind, or ready JSON. Waits for a session that is not indexed yet. */
  async ask(question: Question, signal: AbortSignal): Promise<unknown> {
    this.expectQuestions();
    const { agent, session } = question.parts;
    if (agent !== undefined && session !== undefined) await this.#untilRead({ agent, id: session }, signal);
    if (question.name === FIRST_ASKED.step) await this.#library.firstRows?.();
    const lane = laneOf(question.name);
    // A log on a dead mount would block this thread forever.
    const stalled = await stalledPlaces.checkNowAndThen(this.#library.places);
    if (lane === undefined || this.#options === undefined || this.#isFirstList(question))
      return answer(question, this.#library, signal);
    const key = JSON.stringify([question.name, question.parts, question.query]);
    const known = this.#kept.get(key);
    const reuse = known === undefined ? null : this.#reuseOf(known);
    if (known !== undefined && reuse !== null) {
      const { text, tookMs } = await this.#join(key, known, signal);
      return new ReadyJson(text, tookMs, reuse.freshInMs);
    }
    const kept = this.#ask({ question, stalled }, lane, this.#options);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    kept.answer.then(
      ({ text }) => {
        if (text.length > LONGEST_KEPT) this.#kept.delete(key);
      },
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key);
      },
    );
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_ANSWERS) break;
      this.#kept.delete(oldest);
    }
    return this.#join(key, kept, signal);
  }

  async #untilRead(key: SessionKey, signal: AbortSignal): Promise<void> {
    if (this.#waitingToBeRead >= MOST_WAITING_TO_BE_READ) {
      throw new HttpProblem(503, 'Too many requests are waiting for sessions that are not read yet.', {
        'retry-after': '1',
      });
    }
    this.#waitingToBeRead++;
    try {
      await unlessGone(this.#library.want?.(key), signal);
    } finally {
      this.#waitingToBeRead--;
    }
  }

  /** The list of sessions, while the thread that would answer it is still loading. */
  #isFirstList({ name }: Question): boolean {
    return name === FIRST_ASKED.step && this.#threads.get('step')?.isReady !== true;
  }

  /** Stops the computation when the last waiting client has gone. */
  #join(key: string, kept: Kept, signal: AbortSignal): Promise<ReadyJson> {
    if (kept.doneAt !== undefined) return kept.answer;
    kept.askers++;
    const leave = (): void => {
      if (--kept.askers > 0 || kept.doneAt !== undefined) return;
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      kept.stop();
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    return kept.answer;
  }

  /** Something other than the index changed: no answer may be reused. */
  forget(): void {
    this.#kept.clear();
  }

  async close(): Promise<void> {
    for (const start of this.#starts ?? []) clearTimeout(start);
    await Promise.all([...this.#threads.values()].map((thread) => thread.close()));
    this.#threads.clear();
  }

  #reuseOf({ seq, doneAt, tookMs = 0 }: Kept): ReturnType<typeof reuseOf> {
    const ageMs = doneAt === undefined ? undefined : performance.now() - doneAt;
    return reuseOf({ seq, ageMs, tookMs }, this.#library.lastSeq());
  }

  #thread(lane: Lane, options: ThreadLibraryOptions): QuestionThread {
    const known = this.#threads.get(lane);
    if (known !== undefined && !known.isOver) return known;
    const thread = new QuestionThread(options);
    this.#threads.set(lane, thread);
    return thread;
  }

  #ask(asked: Omit<ThreadQuestion, 'id'>, lane: Lane, options: ThreadLibraryOptions): Kept {
    const thread = this.#thread(lane, options);
    const kept: Kept = { ...thread.ask(asked), seq: this.#library.lastSeq(), askers: 0 };
    const done = (given?: ReadyJson): void => {
      kept.doneAt = performance.now();
      kept.tookMs = given?.tookMs ?? 0;
    };
    kept.answer.then(done, () => done());
    return kept;
  }
}
