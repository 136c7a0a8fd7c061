// Tests values and paths as trees: hostile keys, long lists, long texts, chains of folders.

import { expect, test } from 'vitest';
import { type JsonNode, jsonNodes } from './json-nodes.ts';
import { pathNodes } from './path-nodes.ts';

function outline(nodes: readonly JsonNode[]): unknown {
  return nodes.map(({ key, shown, children }) => [
    key,
    shown.text,
    ...(children === null ? [] : [outline(children())]),
  ]);
}

test('a value is shown with all of its own keys, whatever they are called', () => {
  const value = JSON.parse('{"__proto__": {"constructor": 1}, "a": [true, null, "x\\"<b>"], "e": {}}');
  expect(outline(jsonNodes(value))).toEqual([
    ['__proto__', '{…} 1 key', [['constructor', '1']]],
    [
      'a',
      '[…] 3 items',
      [
        ['0', 'true'],
        ['1', 'null'],
        ['2', '"x\\"<b>"'],
      ],
    ],
    ['e', '{}'],
  ]);
});

test('long lists come in parts, long texts line by line, and ids stay unique', () => {
  const nodes = jsonNodes({ list: Array.from({ length: 250 }, (_, at) => at), text: 'one\ntwo' });
  const [list, text] = nodes;
  expect(list?.children?.().map(({ shown }) => shown.text)).toEqual(['0 … 99', '100 … 199', '200 … 249']);
  expect(text?.children?.().map(({ shown }) => shown.text)).toEqual(['one', 'two']);
  const ids: string[] = [];
  const walk = (level: readonly JsonNode[]): void => {
    for (const { id, children } of level) {
      ids.push(id);
      walk(children?.() ?? []);
    }
  };
  walk(nodes);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([[null], [undefined], [7], ['text'], [[]], [{}]])('any value can be shown: %j', (value) => {
  expect(jsonNodes(value).length).toBe(1);
});

test('paths become folders; lone folders share a row; nothing is lost', () => {
  const leaves = ['/work/src/a.ts', '/work/src/deep/down/b.ts', '/work/README', 'other', '/work/src/a.ts'].map(
    (path) => ({
      path,
      item: null,
    }),
  );
  const brief = (nodes: ReturnType<typeof pathNodes<null>>): unknown =>
    nodes.map(({ name, files, children }) => (children.length === 0 ? name : [name, files, brief(children)]));
  expect(brief(pathNodes(leaves))).toEqual([
    ['/work', 4, [['src', 3, [['deep/down', 1, ['b.ts']], 'a.ts', 'a.ts']], 'README']],
    'other',
  ]);
});

test('what cannot be seen, or turns the writing round, is written out', () => {
  expect(outline(jsonNodes({ 'a\u202e': 'b\u0007\u202e', lines: 'x\u001b[31m\t"q"\ny\u0085' }))).toEqual([
    ['a\\u202e', '"b\\u0007\\u202e"'],
    [
      'lines',
      '"x\\u001b[31m\\t\\"q\\"\\ny\\u0085" · 13 characters',
      [
        [null, 'x\\u001b[31m\t"q"'],
        [null, 'y\\u0085'],
      ],
    ],
  ]);
});
