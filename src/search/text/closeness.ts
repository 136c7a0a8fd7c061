// How well a text fits a query: where its terms stand closest together, and whether words begin there.

import type { TermMatcher, TextSpan } from './term-matcher.ts';

export interface Closeness {
  /** The first term of the stretch that fits best. */
  readonly first: TextSpan;
  /** Terms that were found. */
  readonly terms: number;
  /** From 0 to 1: 1 when nothing stands between the terms, and each of them begins a word. */
  readonly fit: number;
}

/** Of a common word in a long text, the first places will do. */
const MOST_PLACES = 64;

const WORD_LETTER = /[\p{L}\p{N}_]/u;

interface Place extends TextSpan {
  readonly term: number;
}

function placesOf(text: string, matchers: readonly TermMatcher[]): Place[] {
  const places: Place[] = [];
  for (const [term, matcher] of matchers.entries()) {
    let count = 0;
    for (let at = matcher.find(text); at !== undefined && count < MOST_PLACES; at = matcher.find(text, at.end)) {
      places.push({ ...at, term });
      count++;
    }
  }
  return places.sort((a, b) => a.start - b.start);
}

/** 1 for a whole word, less where only its beginning fits, least inside of one. */
function wordFit(text: string, { start, end }: TextSpan): number {
  if (start > 0 && WORD_LETTER.test(text.charAt(start - 1))) return 0.4;
  return WORD_LETTER.test(text.charAt(end)) ? 0.8 : 1;
}

function fitOf(text: string, places: readonly Place[], span: TextSpan): number {
  const letters = places.reduce((sum, { start, end }) => sum + end - start, 0);
  const words = places.reduce((sum, place) => sum + wordFit(text, place), 0) / places.length;
  const together = Math.min(1, (letters + places.length - 1) / (span.end - span.start));
  return Math.sqrt(together) * words;
}

/** Undefined when none of the terms is in the text. */
export function closenessIn(text: string, matchers: readonly TermMatcher[]): Closeness | undefined {
  const places = placesOf(text, matchers);
  const all = new Set(places.map(({ term }) => term)).size;
  const last = new Map<number, Place>();
  let best: Closeness | undefined;
  for (const place of places) {
    last.set(place.term, place);
    if (last.size < all) continue;
    const held = [...last.values()];
    const first = held.reduce((a, b) => (b.start < a.start ? b : a));
    const end = Math.max(...held.map((one) => one.end));
    const fit = fitOf(text, held, { start: first.start, end });
    if (best === undefined || fit > best.fit) {
      best = { first: { start: first.start, end: first.end }, terms: all, fit };
    }
  }
  return best;
}
