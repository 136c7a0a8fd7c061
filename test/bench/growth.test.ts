// Tests the pure parts of `npm run bench:growth`: which sizes fit, the charts, the table, and the page they are put into.

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { growthCharts } from '../../bench/growth/growth-charts.ts';
import { GrowthJournal, whatIsMeasured } from '../../bench/growth/growth-journal.ts';
import { planGrowth } from '../../bench/growth/growth-plan.ts';
import type { GrowthPoint } from '../../bench/growth/growth-point.ts';
import { growthTable } from '../../bench/growth/growth-table.ts';
import { logChart } from '../../bench/growth/log-chart.ts';
import { fillBlock, PAGES } from '../../bench/outcome/performance-page.ts';

function point(bytes: number): GrowthPoint {
  return {
    bytes,
    calls: bytes / 10_000,
    files: bytes / 1e6,
    parseMs: bytes / 250_000,
    inspectMs: bytes / 500_000,
    indexMs: bytes / 125_000,
    warmMs: 200,
    parseRssMb: 50,
    inspectRssMb: 100,
    indexRssMb: 200.4,
    indexBytes: bytes * 0.15,
  };
}

describe('plan', () => {
  test('powers of ten up to what is asked for', () => {
    const plan = planGrowth({ maxBytes: 10e9, freeBytes: 100e9 });
    expect(plan.map(({ label }) => label)).toEqual([
      '10 MB',
      '100 MB',
      '1 GB',
      '10 GB',
      '1,000 calls in one session',
      '10,000 calls in one session',
      '100,000 calls in one session',
      '10 files',
      '100 files',
      '1,000 files',
      '10,000 files',
    ]);
  });

  test('never more than the disk has room for', () => {
    const plan = planGrowth({ maxBytes: 10e9, freeBytes: 6e9 });
    expect(Math.max(...plan.map(({ bytes }) => bytes))).toBeLessThan(2e9);
    expect(planGrowth({ maxBytes: 10e9, freeBytes: 1e9 })).toEqual([]);
  });
});

describe('a run that is stopped', () => {
  const [small, large] = planGrowth({ maxBytes: 100e6, freeBytes: 100e9 });
  if (small === undefined || large === undefined) throw new Error('the plan has two points at least');
  const measured = { curve: small.curve, label: small.label, ...point(small.bytes) };

  test('has on disk what it measured, for the next to go on with', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'toolscope-growth-')), 'so-far.json');
    new GrowthJournal(path, 'one').add(small, measured);
    const next = new GrowthJournal(path, 'one');
    expect(next.pointOf(small)).toBeUndefined();
    expect(next.resume()).toBe(true);
    expect(next.pointOf(small)).toEqual(measured);
    expect(next.pointOf(large)).toBeUndefined();
    expect(next.pointOf({ ...small, bytes: small.bytes + 1 })).toBeUndefined();
    next.end();
    expect(existsSync(path)).toBe(false);
    expect(next.resume()).toBe(false);
  });

  test('is of no use when something else would be measured', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscope-growth-'));
    const path = join(folder, 'so-far.json');
    writeFileSync(join(folder, 'program.ts'), 'one');
    const before = whatIsMeasured([folder]);
    expect(whatIsMeasured([folder])).toBe(before);
    writeFileSync(join(folder, 'program.ts'), 'two');
    const after = whatIsMeasured([folder]);
    expect(after).not.toBe(before);
    new GrowthJournal(path, before).add(small, measured);
    const next = new GrowthJournal(path, after);
    expect(next.resume()).toBe(false);
    expect(next.pointOf(small)).toBeUndefined();
  });
});

describe('charts', () => {
  test('lines go through their points on logarithmic axes', () => {
    const svg = logChart({
      title: 'Cost & size',
      xTitle: 'x',
      xTick: String,
      yTick: String,
      lines: [
        {
          name: 'steady',
          points: [
            [10, 1],
            [100, 10],
            [1000, 100],
          ],
        },
        {
          name: 'bare',
          isYardstick: true,
          points: [
            [10, 100],
            [1000, 1],
          ],
        },
      ],
    });
    const drawn = [...svg.matchAll(/points="([^"]*)"/g)].map(([, points]) =>
      points?.split(' ').map((pair) => pair.split(',').map(Number)),
    );
    const [steady, bare] = drawn;
    // Evenly spaced, from corner to corner.
    expect(steady?.[1]).toEqual([
      ((steady?.[0]?.[0] ?? 0) + (steady?.[2]?.[0] ?? 0)) / 2,
      ((steady?.[0]?.[1] ?? 0) + (steady?.[2]?.[1] ?? 0)) / 2,
    ]);
    expect(bare).toEqual([
      [steady?.[0]?.[0], steady?.[2]?.[1]],
      [steady?.[2]?.[0], steady?.[0]?.[1]],
    ]);
    expect(svg).toContain('Cost &#38; size');
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  test('one for each curve that has two points', () => {
    const curve = [10e6, 100e6].map(point);
    expect([...growthCharts({ bytes: curve, calls: curve, files: curve }).keys()]).toEqual([
      'growth-time.svg',
      'growth-memory.svg',
      'growth-session.svg',
      'growth-files.svg',
    ]);
    expect([...growthCharts({ bytes: curve, calls: [], files: [point(10e6)] }).keys()]).toEqual([
      'growth-time.svg',
      'growth-memory.svg',
    ]);
  });
});

test('the table says how fast each size is next to JSON.parse', () => {
  expect(
    growthTable([{ curve: 'bytes', label: '1 GB', ...point(1e9) }])
      .split('\n')
      .at(-1),
  ).toBe('| 1 GB | 1,000 | 100,000 | 1,000 | 4.00 | 2.00 | 2.00 | 8.00 | 0.50 | 200 | 50, 100, 200 | 15.0 |');
});

describe('the page', () => {
  test('a block is replaced, and nothing around it', () => {
    const page = 'before\n<!-- bench:peers -->\nold\n<!-- /bench:peers -->\nafter\n';
    expect(fillBlock(page, 'peers', 'new')).toBe(
      'before\n<!-- bench:peers -->\n\nnew\n\n<!-- /bench:peers -->\nafter\n',
    );
    expect(fillBlock(fillBlock(page, 'peers', 'newer'), 'peers', 'new')).toBe(fillBlock(page, 'peers', 'new'));
    expect(() => fillBlock(page, 'table', 'new')).toThrow('bench/results/table.md has no block "table".');
  });

  test('has a place for everything that is measured', () => {
    for (const [name, page] of Object.entries(PAGES)) {
      const text = readFileSync(page, 'utf8');
      expect(text.split(`<!-- bench:${name} -->`)).toHaveLength(2);
      expect(text.split(`<!-- /bench:${name} -->`)).toHaveLength(2);
    }
  });
});
