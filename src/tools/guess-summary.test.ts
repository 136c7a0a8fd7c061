// Tests which text of an unknown input is chosen as its summary.

import { expect, test } from 'vitest';
import { guessSummary } from './guess-summary.ts';

test.each<[unknown, string]>([
  ['water the beds', 'water the beds'],
  [{ title: 'Beds', description: 'Dig.\nSow.' }, 'Beds'],
  [{ id: 'BED-9', description: `Dig ${'deep '.repeat(60)}` }, 'BED-9'],
  [{ id: 'BED-9', description: 'Dig\nand sow' }, 'BED-9'],
  [{ kind: 'root', id: 'BED-9' }, 'BED-9'],
  [{ kind: 'root' }, 'root'],
  [{ body: 'Dig\nand sow' }, 'Dig\nand sow'],
  [{ repo: 'garden/beds', pr_number: 46 }, 'garden/beds #46'],
  [{ number: 46 }, '#46'],
  [{ number: 'x', title: ' ' }, 'x'],
  [{ depth: 3, title: null }, ''],
  [JSON.parse('{"__proto__": {"title": "no"}, "name": 7}'), ''],
  [[1], ''],
  [null, ''],
])('%j: %s', (input, expected) => {
  expect(guessSummary(input)).toBe(expected);
});
