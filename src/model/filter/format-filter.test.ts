// Checks that a filter and its text say the same: there and back again, for every filter that can be written.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFilter, formatQuantity } from '../../../test/support/format-filter.ts';
import { type Filter, joined, negated, type TermValue } from './filter.ts';
import { type FilterKey, KEY_NAMES, specOf } from './keys.ts';
import { parseFilter } from './parse-filter.ts';
import { parseQuantity } from './quantity.ts';
import { asGlob } from './scan-word.ts';

const UTC = { now: Date.parse('2026-03-08T12:30:00Z'), offsetMinutesAt: () => 0 };

test.each([
  ['tool:"Bash"', 'tool:Bash'],
  [' a   AND  b ', 'a b'],
  ['NOT (a OR b) c', '-(a OR b) c'],
  ['a b OR c', 'a b OR c'],
  ['(a OR b) (c OR -d)', '(a OR b) (c OR -d)'],
  ['cwd:"my notes"', 'project:"my notes"'],
  ['took>5000ms', 'duration:>5s'],
  ['duration:90s..2m', 'duration:90s..2m'],
  ['bytes:>1000000', 'bytes:>1MB'],
  ['since:7d', 'since:7d'],
  ['text:foo', 'foo'],
  ['text:OR', 'text:OR'],
  ['"a \\"b\\""', '"a \\"b\\""'],
  ['text:a:b', 'text:a\\:b'],
  ['https://x.org', 'text:https\\://x.org'],
  ['/tmp/x', 'text:\\/tmp/x'],
  ['--x', 'text:\\--x'],
  ['/A b/gi', '/A b/i'],
  ['exit:=0,!=3', 'exit:0,!=3'],
  ['', ''],
])('%s is written %s', (text, written) => {
  const result = parseFilter(text, UTC);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  expect(formatFilter(result.filter)).toBe(written);
  expect(parseFilter(written, UTC)).toEqual(result);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  fc.constantFrom(
    'a',
    'OR',
    '-',
    '/',
    '/x/',
    ':',
    'is:live',
    '\\',
    '"',
    '(',
    ')',
    ',',
    '*',
    '?',
    '>5',
    ' ',
    '≥',
    '“x”',
    'a\\',
  ),
);

function anyValueOf(key: FilterKey): fc.Arbitrary<TermValue> {
  const { kind, values } = specOf(key);
  const exact = (value: string): TermValue => ({ type: 'exact', value });
  switch (kind) {
    case 'choice':
    case 'flag':
      return fc.constantFrom(...Object.keys(values ?? {})).map(exact);
    case 'count':
    case 'duration':
    case 'bytes': {
      const number = fc.oneof(fc.integer({ min: -5, max: 100_000_000 }), fc.constantFrom(0.5, 1500, 90_000, 3_600_000));
      const op = fc.constantFrom('=', '!=', '>', '>=', '<', '<=');
      return fc.oneof(
        fc.tuple(op, number).map(([sign, value]): TermValue => ({ type: 'compare', op: sign, value })),
        fc
          .tuple(fc.option(number), number)
          .filter(([min, max]) => min === null || min <= max)
          .map(([min, max]): TermValue => ({ type: 'range', min, max })),
        number.map((min): TermValue => ({ type: 'range', min, max: null })),
      );
    }
    case 'time': {
      const words =
        key === 'on' ? ['today', '2026-03', '2026-01-01..2026-02-01'] : ['7d', '2026-01-01', '2026-01-01T10:00'];
      return fc.constantFrom(...words).map((text) => {
        const result = parseFilter(`${key}:${text}`, UTC);
        const value = result.ok && result.filter.type === 'term' ? result.filter.values[0] : undefined;
        if (value === undefined) throw new Error(text);
        return value;
      });
    }
    default:
      return fc.oneof(
        anyText.map(exact),
        fc
          .tuple(anyText, fc.constantFrom('*', '?', '**'), anyText)
          .map(([a, wild, b]): TermValue => ({ type: 'glob', pattern: `${asGlob(a)}${wild}${asGlob(b)}` })),
      );
  }
}

const term = fc
  .constantFrom(...KEY_NAMES.filter((key) => key !== 'text'))
  .chain((key) =>
    fc.array(anyValueOf(key), { minLength: 1, maxLength: 3 }).map((values): Filter => ({ type: 'term', key, values })),
  );
const text = fc
  .tuple(fc.constantFrom('word', 'phrase', 'prefix'), anyText)
  .map(([mode, value]): Filter => ({ type: 'text', mode, value }));
const regex = fc
  .tuple(fc.constantFrom('a', 'a b', '[/]x', '\\/', '^(a|b)$'), fc.constantFrom('', 'i', 's', 'is'))
  .map(([source, flags]): Filter => ({ type: 'regex', source, flags }));

const filters = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    term,
    text,
    regex,
    tie('filter').map(negated),
    fc.array(tie('filter'), { minLength: 2, maxLength: 4 }).map((items) => joined('and', items)),
    fc.array(tie('filter'), { minLength: 2, maxLength: 4 }).map((items) => joined('or', items)),
  ),
})).filter;

test('every filter reads back as itself, also through JSON', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const written = formatFilter(filter);
      expect(parseFilter(written, UTC)).toEqual({ ok: true, filter });
      expect(formatFilter(JSON.parse(JSON.stringify(filter)))).toBe(written);
    }),
    { numRuns: 2000 },
  );
});

test('numbers are written so that they read back exactly', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom('count', 'duration', 'bytes'),
      (value, kind) => {
        expect(parseQuantity(formatQuantity(value, kind), kind)).toBe(value === 0 ? 0 : value);
      },
    ),
  );
});
