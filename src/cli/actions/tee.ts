// `toolscope tee`: passes standard input on as it comes, and records it with the arrival time of each line.

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import type { Invocation } from '../command.ts';
import { PipeClosed } from '../output.ts';
import { type Arrival, LineStamper } from '../stamp-lines.ts';

/** The record is incomplete, or the input was not passed on. */
const LOST = 3;
const INTERRUPTED = 130;
const TERMINATED = 143;

/**
 * Lines that were waiting in the pipe are read at once. After a pause of this length the pipe was empty, and what comes
 * next has just been written.
 */
const CAUGHT_UP_MS = 20;

/** Never blocks: opening a pipe without a reader would block us, and the program that waits for the input. */
function openToWrite(path: string, append: boolean): number {
  const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_NONBLOCK | (append ? O_APPEND : O_TRUNC), 0o600);
  if (!fstatSync(file).isFIFO()) return file;
  closeSync(file);
  throw new Error('it is a pipe');
}

class Recording {
  readonly #path: string;
  readonly #note: (text: string) => void;
  readonly #lines = new LineStamper();
  #file: number | undefined;
  #isComplete = true;

  constructor(path: string, append: boolean, note: (text: string) => void) {
    this.#path = path;
    this.#note = note;
    this.#try(() => {
      // What agents write is private.
      this.#file = openToWrite(path, append);
    });
  }

  get isOpen(): boolean {
    return this.#file !== undefined;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  add(bytes: Buffer, arrival: Arrival): void {
    this.#write(() => this.#lines.add(bytes, arrival));
  }

  end(arrival: Arrival): void {
    this.#write(() => this.#lines.end(arrival));
    this.#try(() => this.#file !== undefined && closeSync(this.#file));
    this.#file = undefined;
  }

  #write(made: () => Buffer): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#try(() => {
      let rest = made();
      while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
    });
  }

  /** The input is passed on even if recording fails. */
  #try(write: () => unknown): void {
    try {
      write();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#note(`toolscope: ${this.#path} cannot be written (${reason}). Input is passed on, and no longer recorded.`);
      this.#file = undefined;
      this.#isComplete = false;
    }
  }
}

/** Since when lines may have been waiting: passing them on can take time. */
class Clock {
  #heldSince: number | null = null;
  #askedAt = Date.now();

  arrived(): Arrival {
    const at = Date.now();
    if (at - this.#askedAt >= CAUGHT_UP_MS) this.#heldSince = null;
    return { at, heldMs: this.#heldSince === null ? 0 : at - this.#heldSince };
  }

  /** Everything has been passed on, and more can be read. */
  writtenOn({ at }: Arrival): void {
    const now = Date.now();
    if (now - at >= CAUGHT_UP_MS) this.#heldSince ??= at;
    this.#askedAt = now;
  }
}

/** An interrupted agent still prints a few lines: waits for them, unless there is a second signal. */
function listenToSignals(recording: Recording): () => void {
  let times = 0;
  const leave = (status: number): void => {
    recording.end({ at: Date.now(), heldMs: 0 });
    process.exit(status);
  };
  const onInterrupt = (): void => {
    if (++times > 1) leave(INTERRUPTED);
  };
  const onTerminate = (): void => leave(TERMINATED);
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  return () => {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onTerminate);
  };
}

export async function teeInput({ positionals, options, out }: Invocation): Promise<number> {
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) {
    throw new AppError('bad-usage', 'tee needs one file.', { hint: 'See toolscope tee --help.' });
  }
  const recording = new Recording(path, options['append'] === true, (text) => out.note(text));
  const ignoreSignals = listenToSignals(recording);
  const clock = new Clock();
  let isHeard = true;
  let last: Arrival = { at: Date.now(), heldMs: 0 };
  try {
    for await (const chunk of process.stdin) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      const arrival = clock.arrived();
      last = arrival;
      if (isHeard) isHeard = await passOn(bytes, out);
      recording.add(bytes, arrival);
      if (!isHeard && !recording.isOpen) break;
      clock.writtenOn(arrival);
    }
    recording.end(last);
  } finally {
    ignoreSignals();
  }
  return recording.isComplete ? 0 : LOST;
}

/** False when the reader has gone: recording continues. */
async function passOn(bytes: Buffer, out: Invocation['out']): Promise<boolean> {
  try {
    await out.bytes(bytes);
    return true;
  } catch (error) {
    if (error instanceof PipeClosed) return false;
    throw error;
  }
}
