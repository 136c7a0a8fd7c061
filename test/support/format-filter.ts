// Turns a filter back into text: the shortest spelling that parses to the same filter.

import type { Filter, TermNode, TermValue, TextNode } from '../../src/model/filter/filter.ts';
import { type FilterKey, specOf } from '../../src/model/filter/keys.ts';
import { parseQuantity, type QuantityKind } from '../../src/model/filter/quantity.ts';

/** Units to write with, largest first. A count is written in digits. */
const WRITTEN: Readonly<Record<QuantityKind, readonly (readonly [string, number])[]>> = {
  count: [],
  duration: [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
    ['ms', 1],
  ],
  bytes: [
    ['GB', 1_000_000_000],
    ['MB', 1_000_000],
    ['kB', 1000],
  ],
};

/** The shortest text that parses to exactly this number. */
export function formatQuantity(value: number, kind: QuantityKind): string {
  if (value === 0) return '0';
  for (const [unit, factor] of WRITTEN[kind]) {
    const scaled = value / factor;
    const text = `${scaled}${unit}`;
    if (Number.isInteger(scaled) && parseQuantity(text, kind) === value) return text;
  }
  return kind === 'duration' ? `${value}ms` : String(value);
}

/** Characters without a special meaning anywhere in a word. */
const PLAIN = /^[\p{L}\p{N}\p{M}_.;@#$%&+|~^'`{}[\]/-]*$/u;
const OPERATOR = /^(?:OR|AND|NOT)$/;

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** A bare word with everything escaped that would end it or mean something in it. */
function escaped(value: string): string {
  return value.replace(/[\s"“”()\\,:*?]|^[-/<>=!≥≤≠]/g, '\\$&');
}

function formatText({ mode, value }: TextNode): string {
  if (mode === 'phrase') return quoted(value);
  const star = mode === 'prefix' ? '*' : '';
  const isBare = PLAIN.test(value) && !/^[-/]/.test(value) && !OPERATOR.test(`${value}${star}`);
  return isBare ? `${value}${star}` : `text:${escaped(value)}${star}`;
}

function formatExact(value: string): string {
  return PLAIN.test(value) ? value : quoted(value);
}

/** A glob's own escapes are those of a bare word; the rest is added. */
function formatGlob(pattern: string): string {
  return pattern.replace(/\\[\s\S]|[\s"“”(),]|^[<>=!≥≤≠]/g, (part) => (part.length > 1 ? part : `\\${part}`));
}

function formatValue(key: FilterKey, value: TermValue): string {
  const { kind } = specOf(key);
  const number = (n: number): string => formatQuantity(n, kind === 'duration' || kind === 'bytes' ? kind : 'count');
  switch (value.type) {
    case 'exact':
      return formatExact(value.value);
    case 'glob':
      return formatGlob(value.pattern);
    case 'compare':
      return `${value.op === '=' ? '' : value.op}${number(value.value)}`;
    case 'range':
      return `${value.min === null ? '' : number(value.min)}..${value.max === null ? '' : number(value.max)}`;
    case 'window':
      return /^[\w.:+-]+$/.test(value.text) ? value.text : quoted(value.text);
  }
}

export function formatTerm({ key, values }: TermNode): string {
  return `${key}:${values.map((value) => formatValue(key, value)).join()}`;
}

function formatInside(filter: Filter, isInAnd: boolean): string {
  if (filter.type === 'or' && isInAnd) return `(${formatFilter(filter)})`;
  return formatFilter(filter);
}

export function formatFilter(filter: Filter): string {
  switch (filter.type) {
    case 'all':
      return '';
    case 'and':
      return filter.items.map((item) => formatInside(item, true)).join(' ');
    case 'or':
      return filter.items.map((item) => formatInside(item, false)).join(' OR ');
    case 'not': {
      const isGroup = filter.item.type === 'and' || filter.item.type === 'or';
      return isGroup ? `-(${formatFilter(filter.item)})` : `-${formatFilter(filter.item)}`;
    }
    case 'text':
      return formatText(filter);
    case 'regex':
      return `/${filter.source}/${filter.flags}`;
    case 'term':
      return formatTerm(filter);
  }
}
