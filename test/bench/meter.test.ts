// Tests how benchmarks measure: programs from outside, work by its own report, and queries that are the same every time.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { pageRows } from '../../bench/measures/pages.ts';
import { searchQueries } from '../../bench/measures/support/search-queries.ts';
import { figuresOf, meterProcess, meterSuccess } from '../../bench/meter/meter-process.ts';
import { MemoryWatch } from '../../bench/meter/process-tree.ts';
import { doWork, lastLine } from '../../bench/meter/work.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscope-meter-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Holds memory in a grandchild process, reports it, and waits to be ended. */
const HEAVY = `const held = Buffer.alloc(150e6, 1); console.log('held', held.length); setInterval(() => held, 1000);`;
const PARENT = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(HEAVY)}], { stdio: 'inherit' })
  .on('exit', () => process.exit());`;

test.runIf(process.platform === 'linux')('memory of a process is that of its children, too', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  try {
    await once(parent.stdout, 'data');
    const watch = new MemoryWatch(parent.pid ?? 0);
    watch.look();
    expect(watch.mostMb).toBeGreaterThan(150);
  } finally {
    if (parent.pid !== undefined) process.kill(-parent.pid, 'SIGKILL');
  }
});

describe('a program measured from outside', () => {
  test('time and what it said, without the latter in its row', async () => {
    const metered = await meterProcess(process.execPath, ['-e', 'console.log("done")']);
    expect(metered).toMatchObject({ status: 0, stdout: 'done\n', stderr: '' });
    const figures = figuresOf(metered);
    expect(figures.wallMs).toBeGreaterThan(0);
    expect(figures).not.toHaveProperty('stdout');
  });

  test('what it says can go to a file instead', async () => {
    const outputFile = join(folder, 'said');
    const { stdout } = await meterSuccess(process.execPath, ['-e', 'console.log(1 + 1)'], { outputFile });
    expect([stdout, readFileSync(outputFile, 'utf8')]).toEqual(['', '2\n']);
  });

  test('failing is told, with its last words', async () => {
    const args = ['-e', 'console.error("no such thing"); process.exit(4)'];
    expect(await meterProcess(process.execPath, args)).toMatchObject({ status: 4, stderr: 'no such thing\n' });
    await expect(meterSuccess(process.execPath, args)).rejects.toThrow('no such thing');
  });

  test('one that does not come to an end is stopped', async () => {
    const metered = await meterProcess(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 300 });
    expect(metered.status).toBeNull();
  });
});

describe('yardsticks', () => {
  const logs = join(folder, 'logs');
  const { totals } = generateLibrary({ dir: logs, bytes: 3e6, seed: 'meter' });

  test('read and parse every byte and every line', async () => {
    const { bytes, lines } = totals;
    expect(await doWork('read', logs)).toMatchObject({ bytes, count: lines });
    expect(await doWork('json-parse', logs)).toMatchObject({ bytes, count: lines });
  });

  test('a broken line, a line longer than a block, and a last line without an end', async () => {
    const odd = mkdtempSync(join(folder, 'odd-'));
    const text = `{"a":1}\n{broken\n{"long":"${'x'.repeat(3 << 20)}"}\n{"last":true}`;
    writeFileSync(join(odd, 'odd.jsonl'), text);
    expect(await doWork('json-parse', odd)).toMatchObject({ bytes: Buffer.byteLength(text), count: 4 });
  });

  test('the same library is searched for the same things', () => {
    const kinds = searchQueries(logs, 5);
    expect(searchQueries(logs, 5)).toEqual(kinds);
    expect(kinds.map(({ id, queries }) => [id, queries.length])).toEqual(
      ['word', 'phrase', 'prefix', 'substring', 'regex', 'nowhere'].map((id) => [id, 5]),
    );
  });
});

test('the last line is what counts', () => {
  expect(lastLine('warning\n{"a":1}\n')).toBe('{"a":1}');
});

test('the questions of a page are one row, with its slowest as p95', () => {
  const asked = (wallMs: number) => ({ page: 'files', filter: '', cpuMs: wallMs / 2, wallMs, rows: 10 });
  expect(pageRows([asked(10), asked(30), asked(20)], 1000)).toMatchObject([
    { id: 'page:files', title: 'page: files (3), 1,000 calls', cpuMs: 10, p50Ms: 20, p95Ms: 30, count: 30 },
  ]);
});
