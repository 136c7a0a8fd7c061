// Checks what filter texts mean, which are refused, where the errors point, and that no text breaks the parser.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Filter } from './filter.ts';
import { KEY_SPELLINGS, specOf } from './keys.ts';
import { parseFilter } from './parse-filter.ts';

const NOW = Date.parse('2026-03-08T12:30:00Z');
const UTC = { now: NOW, offsetMinutesAt: () => 0 };

function word(value: string): Filter {
  return { type: 'text', mode: 'word', value };
}

function exact(
  key: 'tool' | 'status' | 'file' | 'is' | 'project' | 'session' | 'command',
  ...values: string[]
): Filter {
  return { type: 'term', key, values: values.map((value) => ({ type: 'exact', value })) };
}

function read(text: string): Filter {
  const result = parseFilter(text, UTC);
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.errors)}`);
  return result.filter;
}

function errorsOf(text: string) {
  const result = parseFilter(text, UTC);
  return result.ok
    ? []
    : result.errors.map(({ from, to, isUnfinished: _, ...error }) => ({ at: text.slice(from, to), ...error }));
}

test('nothing is everything', () => {
  expect(read('')).toEqual({ type: 'all' });
  expect(read(' \t\n ')).toEqual({ type: 'all' });
});

test.each<[string, Filter]>([
  ['foo_bar', word('foo_bar')],
  ['src/lib/x.ts', word('src/lib/x.ts')],
  ['"two  words"', { type: 'text', mode: 'phrase', value: 'two  words' }],
  ['“curly”', { type: 'text', mode: 'phrase', value: 'curly' }],
  ['"a \\"b\\" \\\\ \\n"', { type: 'text', mode: 'phrase', value: 'a "b" \\ \\n' }],
  ['conn*', { type: 'text', mode: 'prefix', value: 'conn' }],
  ['conn\\*', word('conn*')],
  ['what?', word('what?')],
  ['/a b\\/c[/]/', { type: 'regex', source: 'a b\\/c[/]', flags: '' }],
  ['/x/gi', { type: 'regex', source: 'x', flags: 'i' }],
  ['text:/x/si', { type: 'regex', source: 'x', flags: 'is' }],
  ['/usr/lib/x', word('/usr/lib/x')],
  ['/usr', word('/usr')],
  ['//', word('//')],
  ['https://example.org/x', word('https://example.org/x')],
  ['std::vector', word('std::vector')],
  ['max_lines:3', word('max_lines:3')],
  ['C:\\Users\\ada', word('C:\\Users\\ada')],
  ['12:30', word('12:30')],
  ['a.ts:12', word('a.ts:12')],
  ['--force', word('--force')],
  ['a-b', word('a-b')],
  ['print(x)', word('print(x)')],
  ['or', word('or')],
  ['text:OR', word('OR')],
  ['text:is:live', word('is:live')],
  ['text:>5', word('>5')],
  ['a>b', word('a>b')],
  ['name="x"', word('name="x"')],
  ['a\\ b', word('a b')],
  ['tail\\', word('tail\\')],
  ['text:a,"b c"', { type: 'or', items: [word('a'), { type: 'text', mode: 'phrase', value: 'b c' }] }],
])('the words %s', (text, filter) => {
  expect(read(text)).toEqual(filter);
});

test.each<[string, Filter]>([
  ['tool:Bash,Read', exact('tool', 'Bash', 'Read')],
  ['TOOL:Bash', exact('tool', 'Bash')],
  ['tool:mcp__*', { type: 'term', key: 'tool', values: [{ type: 'glob', pattern: 'mcp__*' }] }],
  ['tool:"mcp__*"', exact('tool', 'mcp__*')],
  ['tool:a\\*b?', { type: 'term', key: 'tool', values: [{ type: 'glob', pattern: 'a\\*b?' }] }],
  ['status:ERROR', exact('status', 'error')],
  ['cwd:"my notes",x', exact('project', 'my notes', 'x')],
  ['path:src/**', { type: 'term', key: 'file', values: [{ type: 'glob', pattern: 'src/**' }] }],
  ['file:C:/x', exact('file', 'C:/x')],
  ['command:a\\,b', exact('command', 'a,b')],
  ['command:f(a,b)', exact('command', 'f(a,b)')],
  ['exit:!=0', { type: 'term', key: 'exit', values: [{ type: 'compare', op: '!=', value: 0 }] }],
  ['exit!=0', { type: 'term', key: 'exit', values: [{ type: 'compare', op: '!=', value: 0 }] }],
  ['exit:-1', { type: 'term', key: 'exit', values: [{ type: 'compare', op: '=', value: -1 }] }],
  ['duration:>5s', { type: 'term', key: 'duration', values: [{ type: 'compare', op: '>', value: 5000 }] }],
  ['took≥1.5m', { type: 'term', key: 'duration', values: [{ type: 'compare', op: '>=', value: 90_000 }] }],
  ['duration:1..5s', { type: 'term', key: 'duration', values: [{ type: 'range', min: 1000, max: 5000 }] }],
  ['duration:..2s', { type: 'term', key: 'duration', values: [{ type: 'range', min: null, max: 2000 }] }],
  ['tokens:>50k', { type: 'term', key: 'tokens', values: [{ type: 'compare', op: '>', value: 50_000 }] }],
  ['bytes:<=2MiB', { type: 'term', key: 'bytes', values: [{ type: 'compare', op: '<=', value: 2_097_152 }] }],
  [
    'exit:1,>=100',
    {
      type: 'term',
      key: 'exit',
      values: [
        { type: 'compare', op: '=', value: 1 },
        { type: 'compare', op: '>=', value: 100 },
      ],
    },
  ],
])('the term %s', (text, filter) => {
  expect(read(text)).toEqual(filter);
});

test('every spelling of a key is read as that key', () => {
  for (const [spelling, key] of KEY_SPELLINGS) {
    if (key === 'text') continue;
    const example = specOf(key).examples[0] ?? '';
    expect(read(example.replace(key, spelling)), spelling).toEqual(read(example));
    expect(read(example), key).toMatchObject({ type: 'term', key });
  }
});

const DAY = 86_400_000;
const MARCH_8 = Date.parse('2026-03-08T00:00:00Z');

test.each<[string, number | null, number | null]>([
  ['since:7d', NOW - 7 * DAY, null],
  ['since:1.5h', NOW - 5_400_000, null],
  ['since:1mo', Date.parse('2026-02-08T12:30:00Z'), null],
  ['since:1y', Date.parse('2025-03-08T12:30:00Z'), null],
  ['since:today', MARCH_8, null],
  ['since:2026', Date.parse('2026-01-01T00:00:00Z'), null],
  ['after:2026-01-01', Date.parse('2026-01-02T00:00:00Z'), null],
  ['after:2026-01-01T10:00:00.5Z', Date.parse('2026-01-01T10:00:00.501Z'), null],
  ['before:2026-01-01', null, Date.parse('2026-01-01T00:00:00Z')],
  ['before:30d', null, NOW - 30 * DAY],
  ['until:2026-02', null, Date.parse('2026-03-01T00:00:00Z')],
  ['on:yesterday', MARCH_8 - DAY, MARCH_8],
  ['on:2026-03-01..2026-03-02', Date.parse('2026-03-01T00:00:00Z'), Date.parse('2026-03-03T00:00:00Z')],
  ['on:2026-03-08T14:30', MARCH_8 + 52_200_000, MARCH_8 + 52_260_000],
  ['on:"2026-03-08 14:30:05+02:00"', Date.parse('2026-03-08T12:30:05Z'), Date.parse('2026-03-08T12:30:06Z')],
])('the time %s', (text, fromMs, toMs) => {
  const spelled = text.slice(text.indexOf(':') + 1).replaceAll('"', '');
  expect(read(text)).toEqual({
    type: 'term',
    key: text.slice(0, text.indexOf(':')),
    values: [{ type: 'window', text: spelled, fromMs, toMs }],
  });
});

test('days are local days, also where a clock change makes them shorter', () => {
  // One hour ahead of UTC until 29 March 2026, 01:00 UTC, two hours after.
  const offsetMinutesAt = (ms: number): number => (ms < Date.parse('2026-03-29T01:00:00Z') ? 60 : 120);
  const result = parseFilter('on:2026-03-29', { now: NOW, offsetMinutesAt });
  expect(result).toEqual({
    ok: true,
    filter: {
      type: 'term',
      key: 'on',
      values: [
        {
          type: 'window',
          text: '2026-03-29',
          fromMs: Date.parse('2026-03-28T23:00:00Z'),
          toMs: Date.parse('2026-03-29T22:00:00Z'),
        },
      ],
    },
  });
});

test('a month back from a long month ends at the last day of a short one', () => {
  const result = parseFilter('since:1mo', { ...UTC, now: Date.parse('2026-03-31T08:00:00Z') });
  expect(result).toMatchObject({ filter: { values: [{ fromMs: Date.parse('2026-02-28T08:00:00Z') }] } });
});

test.each<[string, Filter]>([
  ['a b', { type: 'and', items: [word('a'), word('b')] }],
  ['a AND b', { type: 'and', items: [word('a'), word('b')] }],
  ['a b OR c', { type: 'or', items: [{ type: 'and', items: [word('a'), word('b')] }, word('c')] }],
  ['a (b OR c)', { type: 'and', items: [word('a'), { type: 'or', items: [word('b'), word('c')] }] }],
  ['a (b c)', { type: 'and', items: [word('a'), word('b'), word('c')] }],
  ['((a))', word('a')],
  ['-a', { type: 'not', item: word('a') }],
  ['NOT a', { type: 'not', item: word('a') }],
  ['-(-a)', word('a')],
  ['NOT NOT NOT a', { type: 'not', item: word('a') }],
  ['-"a b"', { type: 'not', item: { type: 'text', mode: 'phrase', value: 'a b' } }],
  ['-/a/', { type: 'not', item: { type: 'regex', source: 'a', flags: '' } }],
  ['-tool:Bash', { type: 'not', item: exact('tool', 'Bash') }],
  ['-(a OR b)', { type: 'not', item: { type: 'or', items: [word('a'), word('b')] } }],
  ['(tool:Bash)', exact('tool', 'Bash')],
  ['(/x/i)', { type: 'regex', source: 'x', flags: 'i' }],
])('the combination %s', (text, filter) => {
  expect(read(text)).toEqual(filter);
});

test.each([
  ['tol:Bash', 'tol', 'There is no key “tol”.', 'Did you mean tool:Bash? Write "tol:Bash" to search for it as text.'],
  ['localhost:8080', 'localhost', 'There is no key “localhost”.', 'Write "localhost:8080" to search for it as text.'],
  ['x status:eror', 'eror', '“eror” is no value of status:.', 'Did you mean status:error?'],
  ['is:ok,subagnet', 'subagnet', '“subagnet” is no value of is:.', 'Did you mean is:subagent?'],
  ['via:zzz', 'zzz', '“zzz” is no value of via:.', 'Use structured, text or raw.'],
  ['tool: Bash', 'tool:', 'tool: needs a value.', 'Write for example tool:Bash,Read.'],
  ['tool:Bash,', ',', 'tool: needs a value.', 'Write for example tool:Bash,Read.'],
  ['tool:(a OR (b)) c', '(a OR (b))', 'A value cannot be a group.', 'Use commas, as in tool:Bash,Read, or quotes.'],
  ['tool:(a', '(a', 'A value cannot be a group.', 'Use commas, as in tool:Bash,Read, or quotes.'],
  ['tool:!=Bash', '!=Bash', 'tool: cannot be compared with !=.', 'Did you mean -tool:Bash?'],
  ['text:', 'text:', 'text: needs a value.', 'Write for example text:OR.'],
  ['text:a,', ',', 'text: needs a value.', 'Remove the comma.'],
  ['text:/a/,b', '/a/', 'A list cannot hold a regular expression.', 'Use OR: /a/ OR /b/.'],
  ['duration:>5', '>5', '“5” has no unit.', 'Did you mean duration:>5s or duration:>5ms?'],
  ['exit:abc', 'abc', '“abc” is not a number, such as 100 or 50k.', 'Write for example exit:!=0.'],
  ['exit:*', '*', 'exit: compares numbers; wildcards mean nothing to it.', 'Use has:exit to find calls that have one.'],
  ['turn:9..3', '9..3', 'The range ends before it begins.', 'Did you mean turn:3..9?'],
  ['turn:..', '..', 'A range needs a number on one side at least.', 'Write for example turn:1.'],
  [
    'since:soon',
    'soon',
    '“soon” is not a time.',
    'Write for example 7d, 2h, today, 2026-03, 2026-03-08 or 2026-03-08T14:30.',
  ],
  ['since:todya', 'todya', '“todya” is not a time.', 'Did you mean today?'],
  [
    'since:2026-02-30',
    '2026-02-30',
    '“2026-02-30” is not a time.',
    'Write for example 7d, 2h, today, 2026-03, 2026-03-08 or 2026-03-08T14:30.',
  ],
  ['since:>7d', '>7d', 'since: takes a time, not a comparison.', 'Did you mean since:7d?'],
  ['on:7d', '7d', '“7d” is a moment, and on: needs a day or a longer span.', 'Did you mean since:7d?'],
  ['before:1d..2d', '1d..2d', 'before: takes one time, not a span.', 'Did you mean on:1d..2d?'],
  ['a "b c', '"b c', 'This quote is never closed.', 'Add the closing quote, or write \\" for the character itself.'],
  ['tool:"a"b', '"a"b', 'There is no space after the closing quote.', 'Put a space or a comma after it.'],
  ['""', '""', 'There is nothing between these quotes.', 'Write a word or phrase between them.'],
  ['a*b', 'a*b', 'A star can stand only at the end of a word.', 'Search for "a*b", or use file: if it is a path.'],
  ['*', '*', 'A star alone fits everything.', 'Remove it, or search for "*".'],
  ['(a', '(', 'This parenthesis is never closed.', 'Add one, or write \\( for the character itself.'],
  ['a )', ')', 'This parenthesis closes nothing.', 'Remove it, or write \\) for the character itself.'],
  ['a ( )', '( )', 'There is nothing between these parentheses.', 'Remove them, or search for "()".'],
  ['OR a', 'OR', 'Nothing stands before this OR.', 'Remove it, or search for text:OR.'],
  ['a OR', 'OR', 'Nothing follows this OR.', 'Remove it, or search for text:OR.'],
  ['a AND', 'AND', 'AND needs something on both sides.', 'Remove it: terms beside each other must all fit anyway.'],
  ['a - b', '-', 'A minus stands right before what it negates.', 'Remove the space, or the minus.'],
  ['a -', '-', 'Nothing follows this minus.', 'Write it right before a term: -status:ok.'],
  ['NOT', 'NOT', 'Nothing follows this NOT.', 'Write it right before a term: -status:ok.'],
  ['x /a(b/', '(', 'This parenthesis is never closed.', 'Write \\( for the character itself.'],
  ['text:/a**/', '*', 'A repetition cannot follow another.', 'Put the first one in parentheses.'],
])('%s is refused at the wrong word', (text, at, message, hint) => {
  expect(errorsOf(text)).toEqual([{ at, message, hint }]);
});

test('every wrong word is told at once, in order', () => {
  expect(errorsOf('tol:x status:eror (since:soon')).toMatchObject([
    { at: 'tol' },
    { at: 'eror' },
    { at: '(' },
    { at: 'soon' },
  ]);
});

test('too long and too deep filters are refused, not followed', () => {
  expect(parseFilter('x '.repeat(5001), UTC)).toMatchObject({ ok: false, errors: [{ from: 10_000, to: 10_002 }] });
  expect(errorsOf(`${'('.repeat(4000)}x`)).toEqual([{ at: '(', message: 'Parentheses are nested more than 50 deep.' }]);
  expect(parseFilter(`${'NOT '.repeat(2000)}x`, UTC)).toEqual({ ok: true, filter: word('x') });
  expect(errorsOf(`tool:${'x'.repeat(401)}`)).toMatchObject([
    { message: 'A value of tool: may have 400 characters; this one has 401.' },
  ]);
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'tool:',
      'status:error',
      'is:',
      'since:7d',
      'on:',
      'duration:',
      'exit',
      'text:',
      'foo',
      '"',
      '“',
      '(',
      ')',
      '-',
    ],
    ...[
      'OR',
      'AND',
      'NOT',
      ',',
      '*',
      '/',
      '/a/',
      '\\',
      ':',
      ' ',
      '>',
      '>=',
      '!=',
      '..',
      '5s',
      '[',
      '😀',
      '\ud800',
      '\n',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

test('no text breaks it, and errors lie inside the text', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('', ' '), (pieces, between) => {
      const text = pieces.join(between);
      const result = parseFilter(text, UTC);
      if (result.ok) return;
      expect(result.errors.length).toBeGreaterThan(0);
      for (const { from, to, message } of result.errors) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
        expect(message).toMatch(/[.?]$/);
      }
    }),
    { numRuns: 1500 },
  );
});

test.each([
  ['(tool:Bash', true],
  ['tool:Bash OR ', true],
  ['tool:Bash AND', true],
  ['tool:Bash NOT', true],
  ['(a AND) b', false],
  ['(a OR) b', false],
  ['status:eror', false],
])('%s only lacks what could still be typed: %s', (text, isUnfinished) => {
  const result = parseFilter(text, UTC);
  expect(result.ok ? [] : result.errors.map((error) => error.isUnfinished ?? false)).toEqual([isUnfinished]);
});
