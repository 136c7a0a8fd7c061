// Tests the titles of Copilot's sessions, which are in a file next to the log.

import { expect, it } from 'vitest';
import { parseWorkspace, readWorkspace } from './workspace.ts';

const FILE = { path: '/x/workspace.yaml', source: 1, session: 's', thread: 'main' };

function titleIn(text: string): unknown {
  const [observation] = readWorkspace(FILE, 'workspace', parseWorkspace(text));
  return observation?.kind === 'session-described' ? observation.fields : undefined;
}

it.each([
  ['id: s\ncwd: /home/dev\nname: Count the hives\nuser_named: false\n', { title: 'Count the hives', titleBy: 'model' }],
  ['name: "Hives: \\"all\\" of them"\nuser_named: true\r\n', { title: 'Hives: "all" of them', titleBy: 'user' }],
  ["name: 'Ann''s hives'\n", { title: "Ann's hives", titleBy: 'model' }],
  ['summary: Count the hives # for Ann\nsummary_count: 0\n', { title: 'Count the hives', titleBy: 'model' }],
  ['name: A name\nsummary: a summary\n', { title: 'A name', titleBy: 'model' }],
  ['name: |\n  a\n  b\n', undefined],
  ['name:\nid: s\n', undefined],
  ['  name: not at the top\n', undefined],
  ['', undefined],
])('%j', (text, fields) => {
  expect(titleIn(text)).toEqual(fields);
});

it('survives any text', () => {
  for (const text of ['\0', 'name: "', "name: '", `name: ${'x'.repeat(100_000)}`, 'name: x\n'.repeat(10_000)]) {
    expect(() => parseWorkspace(text)).not.toThrow();
  }
});
