// Checks what people read and are offered: the sentence, the underlined errors, the completions, the documentation.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completions } from './completions.ts';
import { describeFilter } from './describe-filter.ts';
import { explainFilterErrors } from './explain-errors.ts';
import { filterDocs } from './filter-docs.ts';
import { parseFilter } from './parse-filter.ts';

const UTC = { now: Date.parse('2026-03-08T12:30:00Z'), offsetMinutesAt: () => 0 };

test.each([
  ['', 'Matches every call.'],
  ['tool:Bash,Read', 'Matches a call if the tool is “Bash” or “Read”.'],
  [
    'tool:mcp__* -status:ok duration:>5s',
    'Matches a call if the tool is like “mcp__*”, the status is not “ok” and the duration is more than 5.00 s.',
  ],
  ['file:src -model:opus', 'Matches a call if the file is or is inside “src” and the model does not contain “opus”.'],
  ['session:4f', 'Matches a call if the session begins with “4f”.'],
  ['is:live,failed', 'Matches a call if it is live or failed.'],
  ['has:image -has:hook', 'Matches a call if it has images and it has no hooks that ran for it.'],
  ['since:2026-01-01', 'Matches a call if it was made from 2026-01-01T00:00Z on.'],
  ['-on:2026-01', 'Matches a call if it was not made from 2026-01-01T00:00Z to 2026-02-01T00:00Z.'],
  ['exit:!=0', 'Matches a call if the exit code is known and not 0.'],
  ['-lines:10..20', 'Matches a call if it is not true that the number of lines is 10 to 20.'],
  ['bytes:..1MB', 'Matches a call if the size is at most 1.0 MB.'],
  [
    'foo "b c" bar*',
    'Matches a call if the text contains “foo”, the text contains “b c” and the text contains a word beginning with “bar”.',
  ],
  [
    '(a OR /b/i) -(c d)',
    'Matches a call if (the text contains “a” or the text matches /b/i) and it is not true that (the text contains “c” and the text contains “d”).',
  ],
])('%s in words', (text, sentence) => {
  const result = parseFilter(text, UTC);
  if (!result.ok) throw new Error(text);
  expect(describeFilter(result.filter)).toBe(sentence);
});

function explained(text: string): string {
  const result = parseFilter(text, UTC);
  return result.ok ? '' : explainFilterErrors(text, result.errors);
}

test('errors underline the wrong words', () => {
  expect(explained('tol:Bash status:eror')).toBe(
    [
      '  tol:Bash status:eror',
      '  ^^^',
      'There is no key “tol”. Did you mean tool:Bash? Write "tol:Bash" to search for it as text.',
      '',
      '  tol:Bash status:eror',
      '                  ^^^^',
      '“eror” is no value of status:. Did you mean status:error?',
    ].join('\n'),
  );
});

test('a long text is shown around the error, on one line', () => {
  const [line = '', marks = ''] = explained(`${'word\n'.repeat(40)}status:eror ${'word '.repeat(40)}`).split('\n');
  expect(line.length).toBeLessThanOrEqual(78);
  expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('eror');
});

function offers(marked: string, vocabulary = {}) {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, items } = completions(text, cursor, vocabulary);
  return { replaced: text.slice(from, to), items: items.map(({ insert }) => insert) };
}

test.each([
  ['to|', { replaced: 'to', items: ['tool:', 'toolid:', 'tokens:'] }],
  ['a status:ok to|', { replaced: 'to', items: ['tool:', 'toolid:', 'tokens:'] }],
  ['-sta|', { replaced: 'sta', items: ['status:'] }],
  ['(sta|', { replaced: 'sta', items: ['status:'] }],
  ['sta|:x', { replaced: 'sta:', items: ['status:'] }],
  ['status:err|', { replaced: 'err', items: ['error'] }],
  ['status:r|or x', { replaced: 'ror', items: ['rejected', 'running', 'error', 'interrupted', 'background'] }],
  ['via:|', { replaced: '', items: ['structured', 'text', 'raw'] }],
  ['via:raw,|', { replaced: '', items: ['structured', 'text'] }],
  ['duration:>1|', { replaced: '>1', items: ['>1s', '>10s', '>1m'] }],
  ['since:y|', { replaced: 'y', items: ['yesterday', 'today'] }],
  ['"sta|', { replaced: '', items: [] }],
  ['nokey:x|', { replaced: '', items: [] }],
  ['a O|', { replaced: 'O', items: ['on:', 'OR '] }],
])('%s offers', (marked, expected) => {
  const found = offers(marked);
  expect({ ...found, items: found.items.slice(0, expected.items.length || 99) }).toEqual(expected);
});

test('an empty box offers the keys', () => {
  expect(offers('|').items.slice(0, 4)).toEqual(['tool:', 'status:', 'blame:', 'code:']);
});

test('values seen in the logs are offered first, quoted where they must be', () => {
  const vocabulary = { tool: ['Bash', 'BashOutput', 'mcp__a b', 'odd"one'] };
  expect(offers('tool:|', vocabulary)).toEqual({
    replaced: '',
    items: ['Bash', 'BashOutput', '"mcp__a b"', '"odd\\"one"'],
  });
  expect(offers('tool:ou|', vocabulary)).toEqual({ replaced: 'ou', items: ['BashOutput'] });
  // The beginning of a word fits better than its middle.
  expect(offers('tool:out|', { tool: ['Layout', 'task_out'] }).items).toEqual(['task_out', 'Layout']);
  expect(offers('tool:"mcp__a |', vocabulary)).toEqual({ replaced: '"mcp__a ', items: ['"mcp__a b"'] });
  expect(offers('tool:Bash,|', vocabulary).items).toEqual(['BashOutput', '"mcp__a b"', '"odd\\"one"']);
});

test('whatever is chosen leaves a text whose replaced part lies around the cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.integer({ min: -3, max: 25 }), (text, cursor) => {
      const { from, to } = completions(text, cursor, { tool: ['x'] });
      const inside = Math.max(0, Math.min(cursor, text.length));
      expect(from).toBeLessThanOrEqual(inside);
      expect(to).toBeGreaterThanOrEqual(inside);
      expect(to).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('the documentation is the one made from the table of keys', () => {
  const file = new URL('../../../docs/filter-language.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(filterDocs());
});

test('the errors shown in the documentation are the real ones', () => {
  expect(filterDocs()).toContain(explained('tol:Bash status:eror'));
});
