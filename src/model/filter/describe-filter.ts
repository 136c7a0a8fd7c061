// A filter in words: one sentence a person can check it by.

import { formatInstant } from '../../base/time.ts';
import { formatBytes, formatCount, formatMs } from '../../base/units.ts';
import type { CompareOp, Filter, TermNode, TermValue } from './filter.ts';
import { type FilterKey, type KeyKind, specOf } from './keys.ts';

/** One statement about a call, and its opposite. */
interface Statement {
  readonly yes: string;
  readonly no: string;
}

const COMPARED: Readonly<Record<CompareOp, string>> = {
  '=': 'is',
  '!=': 'is known and not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
};

function listed(words: readonly string[], joint: string): string {
  if (words.length < 3) return words.join(` ${joint} `);
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1) ?? ''}`;
}

function number(value: number, kind: KeyKind): string {
  if (kind === 'duration') return formatMs(value);
  return kind === 'bytes' ? formatBytes(value) : formatCount(value);
}

function comparison(value: TermValue, kind: KeyKind): string {
  if (value.type === 'compare') return `${COMPARED[value.op]} ${number(value.value, kind)}`;
  if (value.type !== 'range') return '';
  const { min, max } = value;
  if (min === null) return `is at most ${number(max ?? 0, kind)}`;
  return max === null ? `is at least ${number(min, kind)}` : `is ${number(min, kind)} to ${number(max, kind)}`;
}

function named(value: TermValue): string {
  if (value.type === 'exact') return `“${value.value}”`;
  return value.type === 'glob' ? `like “${value.pattern}”` : '';
}

function moment(ms: number): string {
  return (
    formatInstant(ms)
      ?.replace(/:00\.000Z$/, 'Z')
      .replace(/\.000Z$/, 'Z') ?? String(ms)
  );
}

function timed(value: TermValue): string {
  if (value.type !== 'window') return '';
  const { fromMs, toMs } = value;
  if (fromMs === null) return toMs === null ? 'known' : `before ${moment(toMs)}`;
  return toMs === null ? `from ${moment(fromMs)} on` : `from ${moment(fromMs)} to ${moment(toMs)}`;
}

const VERBS: Readonly<Partial<Record<KeyKind, readonly [yes: string, no: string]>>> = {
  part: ['contains', 'does not contain'],
  id: ['begins with', 'does not begin with'],
  path: ['is or is inside', 'is outside'],
};

function namedStatement(key: FilterKey, values: readonly TermValue[]): Statement {
  const { kind, noun } = specOf(key);
  const [yes, no] = values.every(({ type }) => type === 'exact') ? (VERBS[kind] ?? ['is', 'is not']) : ['is', 'is not'];
  const words = listed(values.map(named), 'or');
  return { yes: `${noun} ${yes} ${words}`, no: `${noun} ${no} ${words}` };
}

function flagStatement(key: FilterKey, values: readonly TermValue[]): Statement {
  const meanings = specOf(key).values ?? {};
  const words = values.map((value) => {
    const name = value.type === 'exact' ? value.value : '';
    return key === 'is' ? name : (meanings[name] ?? name);
  });
  if (key === 'is') return { yes: `it is ${listed(words, 'or')}`, no: `it is not ${listed(words, 'or')}` };
  return { yes: `it has ${listed(words, 'or')}`, no: `it has no ${listed(words, 'or')}` };
}

function termStatement({ key, values }: TermNode): Statement {
  const { kind, noun } = specOf(key);
  switch (kind) {
    case 'count':
    case 'duration':
    case 'bytes': {
      const yes = `${noun} ${listed(
        values.map((value) => comparison(value, kind)),
        'or',
      )}`;
      return { yes, no: `it is not true that ${yes}` };
    }
    case 'time': {
      const words = listed(values.map(timed), 'or');
      return { yes: `it was made ${words}`, no: `it was not made ${words}` };
    }
    case 'flag':
      return flagStatement(key, values);
    default:
      return namedStatement(key, values);
  }
}

function statement(filter: Filter): Statement {
  switch (filter.type) {
    case 'all':
      return { yes: 'anything holds', no: 'nothing holds' };
    case 'not': {
      const { yes, no } = statement(filter.item);
      return { yes: no, no: yes };
    }
    case 'text': {
      const what = filter.mode === 'prefix' ? `a word beginning with “${filter.value}”` : `“${filter.value}”`;
      return { yes: `the text contains ${what}`, no: `the text does not contain ${what}` };
    }
    case 'regex': {
      const what = `/${filter.source}/${filter.flags}`;
      return { yes: `the text matches ${what}`, no: `the text does not match ${what}` };
    }
    case 'term':
      return termStatement(filter);
    case 'and':
    case 'or': {
      const parts = filter.items.map((item) =>
        item.type === 'or' || item.type === 'and' ? `(${statement(item).yes})` : statement(item).yes,
      );
      const yes = listed(parts, filter.type);
      return { yes, no: `it is not true that (${yes})` };
    }
  }
}

export function describeFilter(filter: Filter): string {
  if (filter.type === 'all') return 'Matches every call.';
  return `Matches a call if ${statement(filter).yes}.`;
}
