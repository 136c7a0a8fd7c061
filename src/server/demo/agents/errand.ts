// The errand that every agent of the demo runs, and helpers to write it as a log.

export type Json = Readonly<Record<string, unknown>>;

/** A log, with its path below the logs folder. */
export interface DemoLog {
  readonly path: string;
  readonly text: string;
}

export const CWD = '/home/dev/meadow';
export const PROMPT = 'Which hives have less than ten frames? Write them down.';
export const ANSWER = 'Two hives have less than ten frames: the elm and the lime. They are in short.md.';
export const HIVES = 'oak: 12\nelm: 8\nlime: 9\n';
export const SHORT = 'elm: 8\nlime: 9\n';

/** A clock that advances with every reading. */
export class Clock {
  #now: number;

  constructor(startMs: number) {
    this.#now = startMs;
  }

  next(ms: number): string {
    this.#now += ms;
    return new Date(this.#now).toISOString();
  }

  get now(): number {
    return this.#now;
  }
}

export function lines(records: readonly Json[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
