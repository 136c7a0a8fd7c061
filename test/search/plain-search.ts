// A second, slow and obvious search, written apart from the real one, to compare it with.

import type { TextTerm } from '../../src/search/text/text-query.ts';

/** ASCII letters small, everything else as it is. */
export function small(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const KEYS_OF_DATA = ['data', 'base64', 'signature', 'encrypted_content'];

interface Piece {
  readonly text: string;
  /** What stands before it. */
  readonly before: string;
}

/** The pieces of a text between long runs of base64. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const run of [...text.matchAll(/[\w+/=-]{512,}/g), undefined]) {
    pieces.push({ text: text.slice(start, run?.index), before: text.slice(Math.max(0, start - 2), start) });
    start = run === undefined ? text.length : run.index + run[0].length;
  }
  return pieces;
}

/** Halves of characters are read as U+FFFD. */
function parsed(text: string): unknown {
  const whole = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
  return JSON.parse(text, whole);
}

function collect(value: unknown, key: string, into: Piece[], isNested: boolean): void {
  if (typeof value === 'string') {
    if (KEYS_OF_DATA.includes(key) && value.length >= 64 && /^[\w+/=-]*$/.test(value)) return;
    into.push(...piecesOf(value));
    if (isNested || !/^[{[]/.test(value)) return;
    try {
      collect(parsed(value), '', into, true);
    } catch {
      // Not JSON after all.
    }
  } else if (Array.isArray(value)) for (const item of value) collect(item, '', into, isNested);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) collect(item, name, into, isNested);
  }
}

/** The texts of a line that may be searched: of its record, or the line itself when it is not one. */
function piecesOfLine(bytes: Uint8Array): Piece[] {
  const line = Buffer.from(bytes).toString('utf8');
  const texts: Piece[] = [];
  try {
    const value = parsed(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object');
    collect(value, '', texts, false);
  } catch {
    texts.push(...piecesOf(line));
  }
  return texts;
}

export function textsOfLine(bytes: Uint8Array): string[] {
  return piecesOfLine(bytes).map(({ text }) => text);
}

const isWordLetter = (text: string): boolean => /^[\p{L}\p{N}_]$/u.test(text);

function hasPrefix({ text, before: beforeText }: Piece, prefix: string): boolean {
  const low = small(text);
  const wanted = small(prefix);
  for (let at = low.indexOf(wanted); at !== -1; at = low.indexOf(wanted, at + 1)) {
    const before = Array.from(`${beforeText}${text.slice(0, at)}`.slice(-2)).at(-1) ?? '';
    if (!isWordLetter([...wanted][0] ?? '') || !isWordLetter(before)) return true;
  }
  return false;
}

function holds(piece: Piece, term: TextTerm): boolean {
  if (term.kind === 'regex') return new RegExp(term.source, term.flags).test(piece.text);
  return term.kind === 'prefix' ? hasPrefix(piece, term.text) : small(piece.text).includes(small(term.text));
}

/** Numbers of the lines in which every term is found, newest first. */
export function plainSearch(lines: readonly Uint8Array[], terms: readonly TextTerm[]): number[] {
  const found: number[] = [];
  for (const [i, line] of lines.entries()) {
    const pieces = piecesOfLine(line);
    if (line.length > 0 && terms.every((term) => pieces.some((piece) => holds(piece, term)))) found.unshift(i + 1);
  }
  return found;
}
