// Tests the list of sessions on narrow terminals: titles are the most useful column.

import { expect, it } from 'vitest';
import { layOut } from '../table.ts';
import { SESSION_COLUMNS } from './ls.ts';

const ROW = {
  cells: [
    '2026-03-01 10:00',
    'claude-code',
    '11111111',
    'orchard-of-the-old-house',
    '○ idle',
    'count the pears of every tree, and write them down',
    '1,234',
    '56',
    '7',
    '12.3 MB',
    '29 days',
  ],
};

/** Widths of the columns that are shown. */
function shown(width: number): Record<string, number> {
  const widths = layOut(SESSION_COLUMNS, [ROW], width);
  return Object.fromEntries(SESSION_COLUMNS.map(({ title }, i) => [title, widths[i] ?? 0]).filter(([, w]) => w !== 0));
}

it('leaves other columns out before titles get short', () => {
  for (const width of [80, 100, 120, 160]) {
    const columns = shown(width);
    expect(columns['TITLE']).toBeGreaterThanOrEqual(24);
    const total = Object.values(columns).reduce((sum, one) => sum + one, 0) + 2 * (Object.keys(columns).length - 1);
    expect(total).toBeLessThanOrEqual(width);
  }
  expect(Object.keys(shown(200))).toEqual(SESSION_COLUMNS.map(({ title }) => title));
  expect(Object.keys(shown(80))).toEqual(['LAST', 'SESSION', 'STATE', 'TITLE', 'CALLS', 'FAILED']);
});
