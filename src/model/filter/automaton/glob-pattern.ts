// Reads a glob: `*`, `**` and `?`, as a pattern over a whole name or over segments of a path.

import { ANY_CHAR, type CharSet, oneChar, type Pattern } from './pattern.ts';

const NO_SLASH: CharSet = { name: 'no-slash', has: (codePoint) => codePoint !== 47 };
const SLASH: Pattern = { type: 'char', set: oneChar(47) };
const ANYTHING: Pattern = { type: 'repeat', item: { type: 'char', set: ANY_CHAR }, min: 0, max: null };

const TEXT_START: Pattern = { type: 'assert', assertion: 'text-start' };
const TEXT_END: Pattern = { type: 'assert', assertion: 'text-end' };

/** `a/**\/b` is also `a/b`. */
const ANY_FOLDERS: Pattern = {
  type: 'repeat',
  item: { type: 'sequence', items: [ANYTHING, SLASH] },
  min: 0,
  max: 1,
};

/** The parts of a glob: an escaped character, a run of stars (including the slash if it matches whole folders), any other. */
const PARTS = /\\[\s\S]|(?<=^|\/)\*{2,}\/|\*+|[\s\S]/gu;

function partOf(part: string, inPath: boolean): Pattern {
  const single: Pattern = { type: 'char', set: inPath ? NO_SLASH : ANY_CHAR };
  if (part === '?') return single;
  if (!part.startsWith('*')) {
    const char = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
    return { type: 'char', set: oneChar(char.codePointAt(0) ?? 0) };
  }
  if (inPath && part.endsWith('/')) return ANY_FOLDERS;
  if (inPath && part.length > 1) return ANYTHING;
  const star: Pattern = { type: 'repeat', item: single, min: 0, max: null };
  return part.endsWith('/') ? { type: 'sequence', items: [star, SLASH] } : star;
}

function partsOf(glob: string, inPath: boolean): Pattern[] {
  return Array.from(glob.matchAll(PARTS), ([part]) => partOf(part, inPath));
}

/** Matches the whole name; `*` and `?` match any character. */
export function nameGlob(glob: string): Pattern {
  return { type: 'sequence', items: [TEXT_START, ...partsOf(glob, false), TEXT_END] };
}

/**
 * Matches a run of whole segments of a path with forward slashes: from its beginning when the glob is absolute, else
 * from any segment; up to its end, or up to a folder that holds the rest. `*` and `?` stay inside a segment.
 */
export function pathGlob(glob: string, isAbsolute: boolean): Pattern {
  const start: Pattern = isAbsolute ? TEXT_START : { type: 'choice', items: [TEXT_START, SLASH] };
  const trimmed = glob.length > 1 && glob.endsWith('/') && !glob.endsWith('\\/') ? glob.slice(0, -1) : glob;
  const end: Pattern = trimmed.endsWith('/') ? { type: 'empty' } : { type: 'choice', items: [SLASH, TEXT_END] };
  return { type: 'sequence', items: [start, ...partsOf(trimmed, true), end] };
}
