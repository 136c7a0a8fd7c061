// Tests the processes that run queries: kept while they are healthy, replaced when they were stopped, ended with their parent.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { indexPath } from '../../src/store/sqlite/open-index.ts';
import { indexOnce, newFolder } from '../index/support.ts';
import { folderWith } from '../support/claude-log.ts';
import { buildProgram, run } from '../support/program.ts';

const SCRIPT = join(import.meta.dirname, 'sql-runner-process.mjs');
const home = newFolder();

beforeAll(async () => {
  await buildProgram();
  await indexOnce(home, [folderWith({})]);
}, 120_000);

it('keeps a process for the next query, starts another where one was stopped, and ends with it', async () => {
  const { status, stdout, stderr } = await run(process.execPath, [SCRIPT, indexPath(home)]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    first: [[1]],
    second: [['\u20282']],
    wrong: 'bad-usage',
    same: true,
    late: 'refused',
    anew: [[3]],
    other: true,
    much: 'refused',
    brokenOff: [1],
    left: 'TimeoutError',
    together: [[[4]], [[5]], [[6]]],
  });
});

it('leaves no process behind when who asked is killed', async () => {
  const child = spawn(process.execPath, [SCRIPT, indexPath(home), 'stay'], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  // Both processes hold this end of the pipe.
  expect(await text(child.stderr)).toBe('');
});
