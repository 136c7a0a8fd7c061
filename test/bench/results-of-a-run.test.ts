// Tests the pure parts of `npm run bench`: rounds to rows, rows to a table, goals, and the comparison with saved results.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fixtures, realLogsAt } from '../../bench/fixtures.ts';
import type { Row } from '../../bench/measure.ts';
import { agentRow } from '../../bench/measures/agents.ts';
import { familyRow } from '../../bench/measures/families.ts';
import { realLogRows } from '../../bench/measures/real-logs.ts';
import { parseBenchOptions } from '../../bench/options.ts';
import { combineRounds } from '../../bench/outcome/combine.ts';
import { changeText, compareResults } from '../../bench/outcome/compare.ts';
import { GOALS, judge } from '../../bench/outcome/goals.ts';
import { rowsToKeep } from '../../bench/outcome/kept-rows.ts';
import { median, percentile } from '../../bench/outcome/numbers.ts';
import { reportText } from '../../bench/outcome/report-text.ts';
import type { Results } from '../../bench/outcome/results.ts';
import { markdownTable, textTable } from '../../bench/outcome/table.ts';
import { loadMeasure, registry } from '../../bench/registry.ts';

const YARDSTICK: Row = { id: 'json-parse', title: 'JSON.parse', wallMs: 400, cpuMs: 500, bytes: 100e6, rssMb: 60 };
const INSPECT: Row = {
  id: 'inspect',
  title: 'files to calls',
  wallMs: 200,
  cpuMs: 250,
  bytes: 100e6,
  rssMb: 99.6,
  count: 6000,
  counted: 'calls',
};
const SEARCH: Row = { id: 'search-word', title: 'words', p50Ms: 4, p95Ms: 40, cpuMs: 5 };

function resultsOf(...rows: Row[]): Results {
  return {
    format: 1,
    machine: '2 × processor, 8 GiB',
    node: '20.20.0',
    scale: { bytes: 100e6, longBytes: 1e6, calls: 10, samples: 5 },
    rounds: 1,
    rows,
  };
}

describe('numbers', () => {
  test('percentiles are values that were measured', () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5);
    expect(percentile([7], 0.01)).toBe(7);
    expect(median([])).toBeNaN();
  });
});

describe('rounds', () => {
  test('the middle of times, the most of memory, rows in their first order', () => {
    const round = (wallMs: number, rssMb: number): Row[] => [
      { ...YARDSTICK, wallMs, rssMb },
      { ...INSPECT, wallMs: wallMs / 2 },
    ];
    expect(combineRounds([round(300, 50), round(900, 70), round(400, 60)])).toEqual([
      { ...YARDSTICK, wallMs: 400, rssMb: 70 },
      { ...INSPECT, wallMs: 200 },
    ]);
  });

  test('what was measured once stays as it is', () => {
    expect(combineRounds([[YARDSTICK], [SEARCH], [YARDSTICK]])).toEqual([YARDSTICK, SEARCH]);
  });
});

describe('table', () => {
  test('ratios to the yardstick of the same run, blanks for what does not apply', () => {
    expect(textTable([YARDSTICK, INSPECT, SEARCH]).split('\n')).toEqual([
      'work            wall ms  × speed  CPU ms  × CPU  MB/s  p50 ms  p95 ms  × bare  % of logs  RSS MB        found',
      'JSON.parse          400     1.00     500   1.00   250                                         60',
      'files to calls      200     2.00     250   2.00   500                                        100  6,000 calls',
      'words                               5.00                 4.00    40.0',
    ]);
  });

  test('the same as Markdown', () => {
    expect(markdownTable([SEARCH]).split('\n')).toEqual([
      '| work | wall ms | × speed | CPU ms | × CPU | MB/s | p50 ms | p95 ms | × bare | % of logs | RSS MB | found |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| words |  |  | 5.00 |  |  | 4.00 | 40.0 |  |  |  |  |',
    ]);
  });

  test('without a yardstick there are no ratios', () => {
    expect(textTable([INSPECT])).not.toContain('2.00');
  });
});

describe('comparison', () => {
  test('a machine that is twice as slow in everything has changed nothing', () => {
    const slower = [YARDSTICK, INSPECT, SEARCH].map((row) => ({
      ...row,
      ...(row.wallMs === undefined ? {} : { wallMs: 2 * row.wallMs }),
      ...(row.cpuMs === undefined ? {} : { cpuMs: 2 * row.cpuMs }),
      ...(row.p50Ms === undefined ? {} : { p50Ms: 2 * row.p50Ms }),
      ...(row.p95Ms === undefined ? {} : { p95Ms: 2 * row.p95Ms }),
    }));
    expect(compareResults(resultsOf(YARDSTICK, INSPECT, SEARCH), resultsOf(...slower))).toEqual([]);
  });

  test('better and worse by more than a tenth are told, the worst first', () => {
    const now = resultsOf(YARDSTICK, { ...INSPECT, wallMs: 100, rssMb: 149.4 }, { ...SEARCH, p95Ms: 43 });
    const changes = compareResults(resultsOf(YARDSTICK, INSPECT, SEARCH), now);
    expect(changes.map((change) => `${change.id}: ${changeText(change)}`)).toEqual([
      'inspect: RSS 1.50 × worse',
      'inspect: speed 2.00 × better',
    ]);
  });

  test('other calls in the same library come before everything else', () => {
    const now = resultsOf(YARDSTICK, { ...INSPECT, count: 5990, wallMs: 800 });
    expect(compareResults(resultsOf(YARDSTICK, INSPECT), now).map(changeText)).toEqual([
      'calls found: 6000 → 5990',
      'speed 4.00 × worse',
    ]);
  });

  test('whatever the figures, a run compared with itself has not changed', () => {
    const ms = fc.double({ min: 0.001, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(ms, ms, ms, (wallMs, cpuMs, p95Ms) => {
        const results = resultsOf({ ...YARDSTICK, wallMs, cpuMs }, INSPECT, { ...SEARCH, p95Ms });
        expect(compareResults(results, results)).toEqual([]);
      }),
    );
  });
});

test('goals are judged by the rows that were measured, and only by those', () => {
  const judged = judge(GOALS, [YARDSTICK, { ...INSPECT, wallMs: 1.5 * 400, rssMb: 301 }, { ...SEARCH, p95Ms: 51 }]);
  expect(judged.map(({ goal, value, isReached }) => [goal.text, value.toFixed(1), isReached])).toEqual([
    ['inspect, files to calls, next to the time of JSON.parse', '1.5', true],
    ['inspect, files to calls, as fast as JSON.parse', '0.7', false],
    ['inspect, files to calls, memory', '301.0', false],
    ['search for words, p95', '51.0', false],
  ]);
});

test('the report says what it is compared with', () => {
  const now = resultsOf(YARDSTICK, INSPECT);
  expect(reportText(now, undefined)).toContain('There are no kept results to compare with.');
  const before = { ...now, machine: 'another', scale: { ...now.scale, bytes: 1 } };
  const text = reportText(now, before);
  expect(text).toContain(
    'against the kept results, on another machine (another), with a library of another size\n  none',
  );
  expect(text).toContain('yes  inspect, files to calls, as fast as JSON.parse: 2.00 × (≥ 2 ×)');
});

test('measures are found by their own names', async () => {
  const ids = Object.keys(registry);
  expect(await Promise.all(ids.map(async (id) => (await loadMeasure(id)).id))).toEqual(ids);
  expect(ids).toContain('json-parse');
  await expect(loadMeasure('nothing')).rejects.toThrow('There is no measure "nothing".');
});

test('of a part that was measured, only what stands for itself is kept', () => {
  const idle: Row = { id: 'idle', title: 'idle', cpuMs: 0.3 };
  const before = [YARDSTICK, INSPECT, SEARCH];
  const measured = [{ ...YARDSTICK, wallMs: 900 }, { ...INSPECT, wallMs: 1 }, { ...SEARCH, p95Ms: 30 }, idle];
  expect(rowsToKeep(before, measured)).toEqual([YARDSTICK, INSPECT, { ...SEARCH, p95Ms: 30 }, idle]);
});

describe('real logs', () => {
  const scale = { bytes: 1, longBytes: 1, calls: 1, samples: 1 };
  const fixturesWith = (realLogs: string | undefined): Fixtures =>
    new Fixtures({ folder: '/nowhere', scale, say: () => {}, realLogs });

  test('are those that were given, else those next to the project, else none', () => {
    expect(realLogsAt('/given', import.meta.dirname)).toBe('/given');
    expect(realLogsAt(undefined, import.meta.dirname)).toBe(import.meta.dirname);
    expect(realLogsAt(undefined, '/nowhere')).toBeUndefined();
  });

  test('are measured only where there are some, and never made', async () => {
    expect(fixturesWith(undefined).has(['real-logs'])).toBe(false);
    expect(fixturesWith(undefined).has(['library'])).toBe(true);
    expect(fixturesWith('/given').has(['real-logs'])).toBe(true);
    expect(await fixturesWith('/given').paths(['real-logs'])).toEqual({ 'real-logs': '/given' });
  });

  test('are compared with JSON.parse of their own bytes, not of the made-up library', () => {
    const parsed = { wallMs: 400, cpuMs: 400, rssMb: 60, bytes: 100e6, count: 5000 };
    const read = { wallMs: 600, cpuMs: 900, rssMb: 90, bytes: 75e6, count: 70 };
    const rows = realLogRows(parsed, read);
    expect(rows.map(({ id, ofBare, bytes }) => [id, ofBare?.toFixed(2), bytes])).toEqual([
      ['real-json-parse', undefined, undefined],
      ['real-inspect', '0.50', undefined],
    ]);
    expect(rows[0]?.title).toContain('100 MB of real logs');
  });
});

test('an agent’s row is compared with JSON.parse of its own logs, in processor time', () => {
  const parsed = { wallMs: 400, cpuMs: 300, rssMb: 60, bytes: 80e6, count: 5000 };
  const read = { wallMs: 500, cpuMs: 600, rssMb: 90, bytes: 80e6, count: 70 };
  const row = agentRow('pi', parsed, read);
  expect(row).toMatchObject({ id: 'agent:pi', cpuMs: 600, ofBare: 0.5, count: 70, counted: 'calls' });
  expect([row.bytes, row.title]).toEqual([undefined, expect.stringContaining('80 MB of pi')]);
});

test('a family’s row tells what a thousand of its calls cost', () => {
  expect(familyRow({ name: 'shell', calls: 40, micros: 800 })).toMatchObject({
    id: 'family:shell',
    cpuMs: 20,
    count: 40,
  });
});

describe('options', () => {
  test("a full run, a quick one, and one of one's own size", () => {
    expect(parseBenchOptions([])).toMatchObject({ scale: { bytes: 1e9, calls: 1_000_000 }, rounds: 3, only: null });
    expect(parseBenchOptions(['--quick'])).toMatchObject({ scale: { bytes: 20e6 }, rounds: 1 });
    expect(parseBenchOptions(['--bytes', '50MB', '--only', 'rap, sse'])).toMatchObject({
      scale: { bytes: 50e6, longBytes: 50e6 },
      only: ['rap', 'sse'],
    });
  });

  test('what makes no sense is refused', () => {
    expect(() => parseBenchOptions(['--rounds', '0'])).toThrow('--rounds wants a whole number above zero');
    expect(() => parseBenchOptions(['--bytes', 'much'])).toThrow('not a size: much');
    expect(parseBenchOptions(['--help'])).toBeNull();
  });
});
