// Places whose file system does not answer. A network or FUSE mount that died keeps anyone who asks it directly waiting for ever, so
// places are asked in the background first, with a deadline. While one owes an answer, everything below it is refused at once.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import { isAtOrBelow } from './at-or-below.ts';

const DEADLINE_MS = 3000;
/** So long an answer will do for those who ask at every step. */
const FRESH_MS = 2000;
/** Each holds one of the four threads that the whole process has for such questions. Beyond that, places are trusted. */
const MOST_OWED = 1;

export interface StalledPlacesOptions {
  /** Any answer will do, also that there is nothing. */
  readonly ask?: (path: string) => Promise<unknown>;
  readonly deadlineMs?: number;
}

function doesNotAnswer(place: string): AppError {
  return new AppError(
    'path-unreadable',
    `The file system of ${place} does not answer; what is there is left out until it does.`,
    {
      hint: 'Check whether a network or FUSE mount is gone.',
    },
  );
}

export class StalledPlaces {
  readonly #ask: (path: string) => Promise<unknown>;
  readonly #deadlineMs: number;
  /** Places that have not answered in time, each with a promise of the day it does. */
  readonly #owed = new Map<string, Promise<void>>();
  /** What another thread found. */
  #told: readonly string[] = [];
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> = Promise.resolve();

  constructor({ ask = (path) => stat(path), deadlineMs = DEADLINE_MS }: StalledPlacesOptions = {}) {
    this.#ask = ask;
    this.#deadlineMs = deadlineMs;
  }

  /** Asks these places, one after the other. Returns all that do not answer, each with a promise of the day it does. */
  async check(places: readonly string[]): Promise<ReadonlyMap<string, Promise<void>>> {
    this.#asking = this.#asking.then(async () => {
      for (const place of new Set(places.map((given) => resolve(given)))) await this.#look(place);
      this.#askedAtMs = performance.now();
    });
    await this.#asking;
    return this.#owed;
  }

  /** For those who ask at every step: what was found a moment ago will do. */
  async checkNowAndThen(places: readonly string[]): Promise<readonly string[]> {
    if (performance.now() - this.#askedAtMs >= FRESH_MS) await this.check(places);
    return [...this.#owed.keys()];
  }

  /** For a thread that does not ask by itself. */
  believe(stalled: readonly string[]): void {
    this.#told = stalled;
  }

  isStalled(path: string): boolean {
    return this.#placeOf(path) !== undefined;
  }

  /** Throws an AppError for what lies at or below a place that does not answer. */
  refuse(path: string): void {
    const stalled = this.#placeOf(path);
    if (stalled !== undefined) throw doesNotAnswer(stalled);
  }

  #placeOf(path: string): string | undefined {
    if (this.#owed.size === 0 && this.#told.length === 0) return undefined;
    return [...this.#owed.keys(), ...this.#told].find((place) => isAtOrBelow(path, place));
  }

  async #look(place: string): Promise<void> {
    if (this.#owed.has(place) || this.#owed.size >= MOST_OWED) return;
    let isAnswered = false;
    const note = (): void => {
      isAnswered = true;
      this.#owed.delete(place);
    };
    const answered = this.#ask(place).then(note, note);
    const patience = new AbortController();
    const deadline = sleep(this.#deadlineMs, undefined, { signal: patience.signal, ref: false }).catch(() => {});
    await Promise.race([answered, deadline]);
    patience.abort();
    if (!isAnswered) this.#owed.set(place, answered);
  }
}

/** Of this thread. */
export const stalledPlaces: StalledPlaces = new StalledPlaces();
