// Tests which weeks a chart draws: its ends are the weeks that are written below it.

import { expect, it } from 'vitest';
import type { WireTrend } from '../../api/wire/trends.ts';
import { drawnWeeks } from './trend-chart.tsx';

function drawn(...weeks: readonly (string | null)[]): readonly string[] {
  const sums = {} as WireTrend['weeks'][number]['sums'];
  return drawnWeeks(weeks.map((week) => ({ week, sums }))).map(({ week, known }) => (known === undefined ? '' : week));
}

it('draws few weeks at the end of eight', () => {
  expect(drawn('2026-11-09', '2026-11-16', null)).toEqual(['', '', '', '', '', '', '2026-11-09', '2026-11-16']);
});

it('draws many from the first on, at most two years of them', () => {
  expect(drawn('2026-01-05', '2026-04-06')).toHaveLength(14);
  expect(drawn('1970-01-05', '2026-04-06')).toHaveLength(104);
  expect(drawn(null)).toEqual([]);
});
