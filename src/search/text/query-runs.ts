// The way from a text that is looked for to the bytes and grams that any place holding it must have.

import { BREAK, FOLD } from './byte-classes.ts';
import {
  hashEightLetters,
  hashFourLetters,
  hashSeam,
  hashTrigram,
  isFourLetters,
  isHeldEight,
  isLetter,
} from './grams.ts';

// What can be spelled in several ways, or has no bytes of its own: control characters, quotes, backslashes, halves of
// surrogate pairs, and the character that stands for bytes that are not UTF-8.
const BREAKS = /[\x00-\x1f"\\\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const encoder = new TextEncoder();

/** The runs of a text that stand in the file as they are, folded. */
export function runsOf(text: string): Uint8Array[] {
  return text
    .split(BREAKS)
    .filter((run) => run !== '')
    .map((run) => encoder.encode(run).map((byte) => (FOLD[byte] ?? BREAK) & 0xff));
}

/** The hashes of all grams of these runs, each once, those that tell most first. */
export function hashesOf(runs: readonly Uint8Array[]): Int32Array {
  const trigrams = new Set<number>();
  const fours = new Set<number>();
  const seams = new Set<number>();
  for (const run of runs) {
    for (let i = 2; i < run.length; i++) {
      const three = (run[i - 2] ?? 0) | ((run[i - 1] ?? 0) << 8) | ((run[i] ?? 0) << 16);
      const four = three | ((run[i + 1] ?? 0) << 24);
      trigrams.add(hashTrigram(three));
      if (isFourLetters(four)) fours.add(hashFourLetters(four));
      const before = (run[i - 2] ?? 0) | ((run[i - 1] ?? 0) << 8);
      const around = before | ((run[i + 1] ?? 0) << 16) | ((run[i + 2] ?? 0) << 24);
      if (isFourLetters(around) && !isLetter(run[i] ?? 0)) seams.add(hashSeam(around, run[i] ?? 0));
    }
  }
  return Int32Array.of(...seams, ...fours, ...trigrams);
}

/** The hashes of the eights of letters in these runs that filters hold, each once. */
export function longHashesOf(runs: readonly Uint8Array[]): Int32Array {
  const eights = new Set<number>();
  for (const run of runs) {
    const fourAt = (at: number): number =>
      (run[at] ?? 0) | ((run[at + 1] ?? 0) << 8) | ((run[at + 2] ?? 0) << 16) | ((run[at + 3] ?? 0) << 24);
    for (let at = 0; at + 8 <= run.length; at++) {
      const [first, second] = [fourAt(at), fourAt(at + 4)];
      if (!isFourLetters(first) || !isFourLetters(second)) continue;
      if (isHeldEight(first, second)) eights.add(hashEightLetters(first, second));
    }
  }
  return Int32Array.of(...eights);
}

/** The longest run: where to look in the raw bytes first. */
export function longestOf(runs: readonly Uint8Array[]): Uint8Array | undefined {
  return runs.reduce<Uint8Array | undefined>((best, run) => (run.length > (best?.length ?? 0) ? run : best), undefined);
}
