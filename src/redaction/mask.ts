// Puts masks into a text: constant characters, exactly as many bytes as what they replace.

import { wholeCharacters } from './byte-text.ts';
import { jsonParts } from './json-parts.ts';
import type { Range } from './rule.ts';

const ASTERISK = 42;
const ONE = 49;
const ESCAPED_HIGH = /\\u[dD][89abAB][0-9a-fA-F]{2}$/;
const ESCAPED_LOW = /^\\u[dD][c-fC-F][0-9a-fA-F]{2}/;

/** A character that is written as two escapes is masked whole. */
function wholePairs(text: string, { start, end }: Range): Range {
  const isLow = (at: number): boolean => ESCAPED_LOW.test(text.slice(at, at + 6));
  const isHigh = (at: number): boolean => ESCAPED_HIGH.test(text.slice(Math.max(0, at - 6), at));
  return { start: isLow(start) && isHigh(start) ? start - 6 : start, end: isHigh(end) && isLow(end) ? end + 6 : end };
}

/** In order, joined where they touch. */
function joined(ranges: readonly Range[]): Range[] {
  const apart: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

/** A way to mask: what it does to the bytes, and whether a place has nothing left to mask. */
export interface Masking {
  readonly isJson: boolean;
  mask(bytes: Uint8Array, text: string, ranges: readonly Range[]): void;
  isMasked(text: string, range: Range): boolean;
}

function isAll(sign: string, text: string, start: number, end: number): boolean {
  return text.slice(start, end) === sign.repeat(Math.max(0, end - start));
}

export const TEXT: Masking = {
  isJson: false,
  mask: (bytes, _, ranges) => {
    for (const range of ranges) {
      const { start, end } = wholeCharacters(bytes, range);
      bytes.fill(ASTERISK, start, end);
    }
  },
  isMasked: (text, { start, end }) => isAll('*', text, start, end),
};

/** Of JSON only what is inside strings is masked, and numbers: these whole, with ones, because they must stay numbers. */
function maskJson(bytes: Uint8Array, text: string, ranges: readonly Range[]): void {
  const wanted = joined(ranges.map((range) => wholePairs(text, wholeCharacters(bytes, range))));
  let next = 0;
  for (const { type, start, end } of jsonParts(text)) {
    while ((wanted[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    if (next >= wanted.length) return;
    for (let i = next; i < wanted.length; i++) {
      const range = wanted[i];
      if (range === undefined || range.start >= end) break;
      if (type === 'number') bytes.fill(ONE, start, end);
      else bytes.fill(ASTERISK, Math.max(range.start, start), Math.min(range.end, end));
    }
  }
}

export const JSON_TEXT: Masking = {
  isJson: true,
  mask: maskJson,
  /** What is outside strings and numbers is the language's own. */
  isMasked: (text, range) => {
    for (const { type, start, end } of jsonParts(text)) {
      if (start >= range.end) break;
      if (end <= range.start) continue;
      const [from, to] = [Math.max(start, range.start), Math.min(end, range.end)];
      if (!(type === 'number' ? isAll('1', text, start, end) : isAll('*', text, from, to))) return false;
    }
    return true;
  },
};
