// Places whose file system does not answer. A dead network or FUSE mount blocks direct calls for ever, so places are probed in the
// background first, with a deadline. While one has not answered, everything below it is refused at once.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import { isAtOrBelow } from './at-or-below.ts';

const DEADLINE_MS = 3000;
/** How long a result is reused. */
const FRESH_MS = 2000;
/** Each blocks one of the four file system threads of the whole process. Beyond that, places are trusted. */
const MOST_OWED = 1;

export interface StalledPlacesOptions {
  /** Any answer is enough, even that there is nothing. */
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
  /** Places that have not answered in time, each with a promise that resolves when it answers. */
  readonly #owed = new Map<string, Promise<void>>();
  /** What another thread found. */
  #told: readonly string[] = [];
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> = Promise.resolve();

  constructor({ ask = (path) => stat(path), deadlineMs = DEADLINE_MS }: StalledPlacesOptions = {}) {
    this.#ask = ask;
    this.#deadlineMs = deadlineMs;
  }

  /** Probes these places, one after the other. Returns all that do not answer, each with a promise that resolves when it does. */
  async check(places: readonly string[]): Promise<ReadonlyMap<string, Promise<void>>> {
    this.#asking = this.#asking.then(async () => {
      for (const place of new Set(places.map((given) => resolve(given)))) await this.#look(place);
      this.#askedAtMs = performance.now();
    });
    await this.#asking;
    return this.#owed;
  }

  /** For callers that ask at every step: a recent result is enough. */
  async checkNowAndThen(places: readonly string[]): Promise<readonly string[]> {
    if (performance.now() - this.#askedAtMs >= FRESH_MS) await this.check(places);
    return [...this.#owed.keys()];
  }

  /** For a thread that does not probe by itself. */
  believe(stalled: readonly string[]): void {
    this.#told = stalled;
  }

  isStalled(path: string): boolean {
    return this.#placeOf(path) !== undefined;
  }

  /** Throws an AppError for anything at or below a place that does not answer. */
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
