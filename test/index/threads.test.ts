// Tests indexing on several threads: the same index as on one. (Killed in the middle of it: crash.test.ts.)

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { storeIn } from '../support/engine.ts';
import { buildProgram, run } from '../support/program.ts';
import { indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

beforeAll(buildProgram, 120_000);

/** What the process said, and its exit status. */
async function indexOnThreads(
  folder: string,
  place: string,
  options: readonly string[] = [],
): Promise<[string, number | null]> {
  const script = join(import.meta.dirname, 'threaded-process.mjs');
  const child = spawn(process.execPath, [...options, script, folder, place, String(LONG_AFTER)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const status = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const code = await status;
  return [said, code];
}

it('gives the index that one thread gives', async () => {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 8e6, seed: 'threads' });
  const folder = newFolder();
  const [said, status] = await indexOnThreads(await storeIn(folder), logs);
  expect([status, said]).toEqual([0, expect.stringContaining('"rebuilt":0')]);
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
  for (const used of [logs, folder]) rmSync(used, { recursive: true });
}, 120_000);

/** An option of Node that has every thread run this before its own code. */
function inThreads(code: string): string {
  const module = `import { isMainThread, parentPort } from 'node:worker_threads'; if (!isMainThread) { ${code} }`;
  return `--import=data:text/javascript,${encodeURIComponent(module)}`;
}

it('has indexed everything although threads fail at their very end', async () => {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 1e6, seed: 'ends' });
  const folder = newFolder();
  const failing = inThreads(`parentPort.close = () => { throw new Error('It cannot be closed.'); };`);
  const [said, status] = await indexOnThreads(await storeIn(folder), logs, [failing]);
  expect([status, said]).toEqual([0, expect.stringContaining('done')]);
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
}, 120_000);

it('starts the thread that keeps the index again when the one that began early failed to load', async () => {
  const script = join(import.meta.dirname, 'early-thread-process.mjs');
  const failing = inThreads(`throw new Error('It cannot be loaded.');`);
  const { status, stdout } = await run(process.execPath, [failing, script]);
  expect([status, stdout]).toEqual([0, 'began again: It cannot be loaded.\n']);
}, 120_000);
