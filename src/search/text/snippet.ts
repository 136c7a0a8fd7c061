// The snippet of a hit: a short piece of text around it, on one line, harmless, with what was found marked.

import { stripControls } from '../../base/terminal.ts';
import { detach } from '../../base/text.ts';
import type { TermMatcher, TextSpan } from './term-matcher.ts';

export interface Snippet {
  readonly text: string;
  /** Where in `text` the terms are: start and end, in order, without overlap. */
  readonly highlights: readonly (readonly [number, number])[];
}

const LENGTH = 160;
const BEFORE = 50;

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The stretch to show: around the match, never half a surrogate pair. */
function windowOf(text: string, match: TextSpan, around: number | undefined): TextSpan {
  const from = around === undefined ? Math.min(match.start - BEFORE, text.length - LENGTH) : match.start - around;
  let start = Math.max(0, from);
  let end = Math.min(text.length, around === undefined ? start + LENGTH : match.end + around);
  if (isLowHalf(text, start)) start++;
  if (isLowHalf(text, end)) end--;
  return { start, end };
}

/** All places of all terms in the window, joined where they overlap. A match that leaves the window is cut. */
function marksIn(text: string, window: TextSpan, match: TextSpan, matchers: readonly TermMatcher[]): TextSpan[] {
  const shown = text.slice(window.start, window.end);
  const found: TextSpan[] = [
    { start: match.start - window.start, end: Math.min(match.end - window.start, shown.length) },
  ];
  for (const matcher of matchers) {
    for (let span = matcher.find(shown); span !== undefined; span = matcher.find(shown, span.end)) found.push(span);
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const marks: TextSpan[] = [];
  for (const span of found) {
    const last = marks.at(-1);
    if (last === undefined || span.start > last.end) marks.push(span);
    else if (span.end > last.end) marks[marks.length - 1] = { start: last.start, end: span.end };
  }
  return marks;
}

function clean(text: string): string {
  return stripControls(text.replace(/[\s\u2028\u2029]+/g, ' '));
}

/** `around`: characters on either side of the match, for those who cut it themselves. */
export function snippetOf(text: string, match: TextSpan, matchers: readonly TermMatcher[], around?: number): Snippet {
  const window = windowOf(text, match, around);
  const shown = text.slice(window.start, window.end);
  const highlights: [number, number][] = [];
  let out = window.start > 0 ? '…' : '';
  let at = 0;
  // Piece by piece, because cleaning moves everything behind it.
  for (const { start, end } of marksIn(text, window, match, matchers)) {
    out += clean(shown.slice(at, start));
    const marked = clean(shown.slice(start, end));
    if (marked !== '') highlights.push([out.length, out.length + marked.length]);
    out += marked;
    at = end;
  }
  out += clean(shown.slice(at));
  if (window.end < text.length) out += '…';
  return { text: detach(out), highlights };
}
