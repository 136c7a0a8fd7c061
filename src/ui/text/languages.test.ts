// Tests which language is detected for a path or a name.

import { expect, test } from 'vitest';
import { highlightLines, tokensByLine } from './highlight.ts';
import { languageOfName, languageOfPath } from './languages.ts';

test.each([
  ['/work/a.ts', 'typescript'],
  ['a.test.TSX', 'typescript'],
  ['Makefile', 'makefile'],
  ['.bashrc', 'bash'],
  ['Dockerfile.dev', 'dockerfile'],
  ['C:\\work\\x.py', 'python'],
  ['notes.txt', null],
  ['__proto__', null],
  ['constructor', null],
  ['', null],
])('%j', (path, language) => {
  expect(languageOfPath(path)).toBe(language);
});

test('names are known by their short forms, too', () => {
  expect(['py', 'Rust', 'yml', 'toString', null].map(languageOfName)).toEqual(['python', 'rust', 'yaml', null, null]);
});

test('tokens are cut at line ends', () => {
  expect(
    tokensByLine([
      { text: 'a\n', scope: 'comment' },
      { text: 'b', scope: null },
    ]),
  ).toEqual([[{ text: 'a', scope: 'comment' }], [{ text: 'b', scope: null }]]);
});

test('code is coloured as data: every character stays, in its line', async () => {
  const text = 'const a = "<b>&amp;";\n// done\n';
  const lines = await highlightLines(text, 'typescript');
  expect(lines?.map((tokens) => tokens.map((token) => token.text).join('')).join('\n')).toBe(text);
  expect(lines?.[0]?.[0]).toEqual({ text: 'const', scope: 'keyword' });
  expect(lines?.[1]).toEqual([{ text: '// done', scope: 'comment' }]);
});

test('a long text is coloured at its beginning only, an endless line not at all', async () => {
  const lines = await highlightLines('let a = 1;\n'.repeat(10_000), 'typescript');
  expect(lines?.length).toBeLessThan(5_000);
  expect(await highlightLines(`let a = "${'x'.repeat(5_000)}";`, 'typescript')).toBeNull();
});
