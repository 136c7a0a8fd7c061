import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { BreakablePath } from './breakable-path.tsx';

it.each([
  ['/home/dev/gate.ts', '/<wbr/>home/<wbr/>dev/<wbr/>gate.ts'],
  ['C:\\orchard\\gate.ts', 'C:\\<wbr/>orchard\\<wbr/>gate.ts'],
  ['https://pear.example/a', 'https://<wbr/>pear.example/<wbr/>a'],
  ['gate.ts', 'gate.ts'],
  ['a\u202e/b', 'a/<wbr/>b'],
])('%s may break after its parts', (path, html) => {
  expect(renderToString(h(BreakablePath, { path }))).toBe(html);
});
