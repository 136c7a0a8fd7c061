// What a filter box suggests while the user types: keys, values, and words the caller knows.

import { type AnyKey, KEY_NAMES, KEY_SPELLINGS, type KeySpec, specOf } from './keys.ts';
import { scanListed } from './scan-word.ts';
import { type Token, tokenise, type ValueToken } from './tokenise.ts';

/** Values seen in the logs, by key, most useful first. */
export type Vocabulary = Partial<Readonly<Record<AnyKey, readonly string[]>>>;

export interface Completion {
  /** What replaces the range. */
  readonly insert: string;
  /** What is shown. */
  readonly label: string;
  readonly help: string;
  readonly what: 'key' | 'value' | 'operator';
}

export interface Completions {
  /** Characters to replace. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
}

const MAX_ITEMS = 50;

const TIME_OFFERS: Readonly<Record<string, string>> = {
  '1h': 'an hour',
  '24h': 'a day',
  '7d': 'a week',
  '30d': 'thirty days',
  today: 'this day',
  yesterday: 'the day before',
};

const NUMBER_OFFERS: Readonly<Record<'count' | 'duration' | 'bytes', Readonly<Record<string, string>>>> = {
  count: { '0': 'none', '>0': 'any', '>100': 'more than a hundred', '1..10': 'a range' },
  duration: {
    '>1s': 'more than a second',
    '>10s': 'more than ten seconds',
    '>1m': 'more than a minute',
    '100ms..1s': 'a range',
  },
  bytes: { '>10kB': 'more than ten kilobytes', '>1MB': 'more than a megabyte', '1kB..10kB': 'a range' },
};

/** How well a candidate matches what was typed: smaller is better, undefined is not at all. */
function rank(candidate: string, typed: string): number | undefined {
  const lower = candidate.toLowerCase();
  if (lower.startsWith(typed)) return 0;
  const at = lower.indexOf(typed);
  if (at === -1) return undefined;
  return /[^\p{L}\p{N}]/u.test(lower[at - 1] ?? '') ? 1 : 2;
}

function ranked(candidates: readonly Completion[], typed: string): Completion[] {
  const needle = typed.toLowerCase();
  return candidates
    .flatMap((item, order) => {
      const score = rank(item.label, needle);
      return score === undefined ? [] : [{ item, score, order }];
    })
    .sort((a, b) => a.score - b.score || a.order - b.order)
    .slice(0, MAX_ITEMS)
    .map(({ item }) => item);
}

function keyOffers(): Completion[] {
  return KEY_NAMES.filter((key) => key !== 'text').map((key) => ({
    insert: `${key}:`,
    label: `${key}:`,
    help: specOf(key).help,
    what: 'key',
  }));
}

/** Quoted when it would not be read as one plain value otherwise. */
function asValue(value: string): string {
  return /^[\p{L}\p{N}_.@#/~][\p{L}\p{N}_.@#/~+:-]*$/u.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function fixedOffers(spec: KeySpec): Readonly<Record<string, string>> {
  if (spec.values !== undefined) return spec.values;
  if (spec.kind === 'time') return TIME_OFFERS;
  return spec.kind === 'count' || spec.kind === 'duration' || spec.kind === 'bytes' ? NUMBER_OFFERS[spec.kind] : {};
}

function valueOffers(key: AnyKey, vocabulary: Vocabulary): Completion[] {
  const spec = specOf(key);
  const fixed = Object.entries(fixedOffers(spec)).map(
    ([value, help]): Completion => ({ insert: value, label: value, help, what: 'value' }),
  );
  const seen = new Set(fixed.map(({ label }) => label));
  const known = (vocabulary[key] ?? [])
    .filter((value) => value !== '' && !seen.has(value))
    .map((value): Completion => ({ insert: asValue(value), label: value, help: '', what: 'value' }));
  return [...known, ...fixed];
}

/** A finished list value is followed by a space; the cursor may also be in the middle of one. */
function valueAt(values: readonly ValueToken[], cursor: number): ValueToken | undefined {
  return values.find(({ from, to }) => cursor >= from && cursor <= to) ?? values.at(-1);
}

function tokenAt(text: string, cursor: number): Token | undefined {
  return tokenise(text).find(({ from, to }) => cursor > from && cursor <= to);
}

function offerWords(text: string, from: number, to: number, cursor: number): Completions {
  const typed = text.slice(from, cursor);
  const operator: Completion = { insert: 'OR ', label: 'OR', help: 'either side may fit', what: 'operator' };
  const candidates = text.slice(0, from).trim() === '' ? keyOffers() : [...keyOffers(), operator];
  return { from, to, items: ranked(candidates, typed) };
}

/** What could be at the cursor, and which characters it would replace. */
export function completions(text: string, cursor: number, vocabulary: Vocabulary = {}): Completions {
  const at = Math.max(0, Math.min(Math.trunc(cursor) || 0, text.length));
  const token = tokenAt(text, at);
  if (token === undefined || token.type === 'open' || token.type === 'close' || token.type === 'not') {
    return offerWords(text, at, at, at);
  }
  if (token.type === 'text' && !token.word.isQuoted) return offerWords(text, token.from, token.to, at);
  if (token.type === 'or' || token.type === 'and') return offerWords(text, token.from, token.to, at);
  const nothing = { from: at, to: at, items: [] };
  if (token.type !== 'term') return nothing;
  if (at <= token.key.to) return offerWords(text, token.key.from, Math.min(token.to, token.key.to + 1), at);
  const key = KEY_SPELLINGS.get(token.key.name.toLowerCase());
  const value = valueAt(token.values, at);
  if (key === undefined || value === undefined) return nothing;
  const typed = scanListed(text.slice(0, at), value.from + value.op.length).value;
  const used = new Set(token.values.filter((other) => other !== value).map(({ word }) => word.value.toLowerCase()));
  const offers = valueOffers(key, vocabulary).filter(({ label }) => !used.has(label.toLowerCase()));
  return { from: value.from, to: value.to, items: ranked(offers, `${value.op}${typed}`) };
}
