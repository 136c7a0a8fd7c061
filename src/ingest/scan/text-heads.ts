// Owns texts of which the scanner kept the beginning and the length: fillers take the place of the rest, so that a text is
// as long as it was.

import type { UnreadRecord } from '../../formats/format.ts';

/** Where such texts can be in a record. */
export interface TextHeads {
  /** The value itself may be one, or each member of a list. */
  readonly isText: boolean;
  readonly members: readonly (readonly [key: string, heads: TextHeads])[];
}

const TEXT: TextHeads = { isText: true, members: [] };

const known = new WeakMap<UnreadRecord, { readonly heads: TextHeads | null }>();

/** Null where the rules leave no such texts. */
export function headsOf(rules: UnreadRecord): TextHeads | null {
  const made = known.get(rules) ?? { heads: findHeads(rules) };
  known.set(rules, made);
  return made.heads;
}

function findHeads(rules: UnreadRecord): TextHeads | null {
  const members: [string, TextHeads][] = [];
  for (const [key, rule] of Object.entries(rules)) {
    const heads = rule === 'head' ? TEXT : typeof rule === 'string' ? null : findHeads(rule);
    if (key !== '' && heads !== null) members.push([key, heads]);
  }
  const isText = rules[''] === 'head';
  return isText || members.length > 0 ? { isText, members } : null;
}

/** What the scanner writes at the end of such a text, and how many digits behind it: see wasm/prune.ts. */
const MARK = 127;
const DIGITS = 7;

let filler = '.'.repeat(4096);

function filled(text: string): string {
  const end = text.length - DIGITS - 1;
  if (text.charCodeAt(end) !== MARK) return text;
  const left = Number(text.slice(end + 1));
  while (filler.length < left) filler += filler;
  // Nothing is copied before somebody reads it.
  return text.slice(0, end) + filler.slice(0, left);
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Fills the texts up in a value that was just parsed; gives it, or the text that it is. */
export function fillUp(value: unknown, heads: TextHeads): unknown {
  if (typeof value === 'string') return heads.isText ? filled(value) : value;
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) value[i] = fillUp(value[i], heads);
  else if (isMembers(value)) {
    for (const [key, inner] of heads.members) if (Object.hasOwn(value, key)) value[key] = fillUp(value[key], inner);
  }
  return value;
}
