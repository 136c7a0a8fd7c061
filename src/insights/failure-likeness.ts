// How similar a logged failure is to a given one: by normalised text, by class, and by the command that failed.

import { headAndTail } from '../base/head-and-tail.ts';
import { commandAim } from '../commands/command-aim.ts';
import { failureInWords } from '../commands/failure-in-words.ts';
import { normalisedFailure } from '../model/normalised-failure.ts';
import type { Failure } from '../model/outcome.ts';

/** The given failure: an error as printed, the command that failed, or both. */
export interface AskedFailure {
  readonly error: string | null;
  readonly command: string | null;
}

/** The compared parts of a logged failure. */
export interface KnownFailure {
  readonly code: string;
  readonly message: string;
  readonly command: string | null;
  readonly aim: string | null;
}

/** Most significant first. */
export const LIKENESSES = ['same-text', 'same-failure', 'similar-text', 'same-command', 'same-program'] as const;

/**
 * `same-text`: the error contains its exact words. `same-failure`: equal without paths, numbers, ids and quoted values. `similar-text`:
 * most words are shared. `same-command`: the same command failed. `same-program`: the same program with the same subcommand failed.
 */
export type Likeness = (typeof LIKENESSES)[number];

export interface FailureMatch {
  readonly likeness: Likeness;
  /** Higher is more alike; at most 1. */
  readonly score: number;
  /** The failure's words, normalised. */
  readonly text: string;
}

/** Lines of an error that are compared: those at its ends say what happened. */
const MOST_LINES = 120;
const ENOUGH_ALIKE = 0.6;
const FEWEST_SHARED = 3;

const SCORES: Readonly<Record<Likeness, number>> = {
  'same-text': 1,
  'same-failure': 0.9,
  'similar-text': 0.7,
  'same-command': 0.5,
  'same-program': 0.3,
};

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replace(/<[a-z]+>/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{2,}/gu) ?? [],
  );
}

/** Shared words, as a share of all words of both. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared < FEWEST_SHARED ? 0 : shared / (one.size + other.size - shared);
}

/** Lines that only say that something failed are ignored. */
function isTelling(text: string): boolean {
  return wordsOf(text).size >= 2 && !/^exit (?:code|status) -?\d+$/i.test(text);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export class FailureMatcher {
  /** The class of the error, if its words name one. */
  readonly failure: Failure | null;
  /** Its significant lines, normalised. */
  readonly texts: ReadonlySet<string>;
  readonly #words: readonly ReadonlySet<string>[];
  readonly #error: string;
  readonly #command: string | null;
  readonly #aims: ReadonlySet<string>;
  readonly #normalised = new Map<string, string>();

  constructor({ error, command }: AskedFailure) {
    // List rows put the exit code before the words, and agents ask with what they read.
    const told = error === null ? '' : headAndTail(error).replace(/^exit code -?\d+: /gim, '');
    this.failure = told === '' ? null : failureInWords(told, command);
    const lines = told.split('\n').filter((line) => line.trim() !== '');
    const looked = [...lines.slice(0, MOST_LINES / 2), ...lines.slice(MOST_LINES / 2).slice(-MOST_LINES / 2)];
    const all = [...(this.failure === null ? [] : [this.failure.message]), ...looked].map(normalisedFailure);
    const telling = all.filter(isTelling);
    this.texts = new Set(telling.length > 0 ? telling : all.filter((text) => text !== ''));
    this.#words = [...this.texts].map(wordsOf);
    this.#error = plain(told);
    this.#command = command === null ? null : normalisedFailure(command);
    this.#aims = new Set((command === null ? null : commandAim(command))?.split(' + '));
  }

  /** Null when it is unrelated. */
  match(known: KnownFailure): FailureMatch | null {
    const text = this.#normalise(known.message);
    const byText = this.texts.size === 0 ? null : this.#byText(text, known);
    const byCommand = this.#byCommand(known);
    if (byText === null) {
      // A given error decides; the command then only ranks similar ones.
      return byCommand === null || this.texts.size > 0 ? null : { likeness: byCommand, score: SCORES[byCommand], text };
    }
    const bonus = byCommand === null ? 0 : 0.05;
    return { ...byText, score: Math.min(1, byText.score + bonus), text };
  }

  #byText(text: string, { message, code }: KnownFailure): Omit<FailureMatch, 'text'> | null {
    const isOfClass = this.failure === null || this.failure.code === code;
    if (this.texts.has(text)) {
      const words = plain(message.replace(/^exit code -?\d+: /, ''));
      const likeness = words !== '' && this.#error.includes(words) ? 'same-text' : 'same-failure';
      return { likeness, score: SCORES[likeness] - (isOfClass ? 0 : 0.1) };
    }
    const words = wordsOf(text);
    const alike = Math.max(0, ...this.#words.map((asked) => overlap(asked, words)));
    const needed = isOfClass ? ENOUGH_ALIKE : (1 + ENOUGH_ALIKE) / 2;
    return alike < needed ? null : { likeness: 'similar-text', score: SCORES['similar-text'] * alike };
  }

  #byCommand({ command, aim }: KnownFailure): 'same-command' | 'same-program' | null {
    if (this.#command === null) return null;
    if (command !== null && this.#normalise(command) === this.#command) return 'same-command';
    return aim?.split(' + ').some((part) => this.#aims.has(part)) === true ? 'same-program' : null;
  }

  /** Most failures repeat words of earlier ones. */
  #normalise(message: string): string {
    const known = this.#normalised.get(message) ?? normalisedFailure(message);
    this.#normalised.set(message, known);
    return known;
  }
}
