// Tests indexing on several threads: the same index as on one, also after the process was killed in the middle of it.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { buildProgram } from '../support/program.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

beforeAll(buildProgram, 120_000);

/** What the process said, and its exit status; null when it was killed. */
async function indexOnThreads(folder: string, place: string, killAfterMs?: number): Promise<[string, number | null]> {
  const script = join(import.meta.dirname, 'threaded-process.mjs');
  const child = spawn(process.execPath, [script, folder, place, String(LONG_AFTER)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const status = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  let said = '';
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      done();
    });
    child.once('close', () => done());
  });
  await ready;
  if (killAfterMs !== undefined) {
    await sleep(killAfterMs);
    child.kill('SIGKILL');
  }
  const code = await status;
  return [said, code];
}

it('gives the index that one thread gives', async () => {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 8e6, seed: 'threads' });
  const folder = newFolder();
  const [said, status] = await indexOnThreads(folder, logs);
  expect([status, said]).toEqual([0, expect.stringContaining('"rebuilt":0')]);
  const read = await readPicture([logs]);
  expect(await indexPicture(folder)).toEqual(read);

  const other = newFolder();
  for (const ms of [150, 400, 700]) await indexOnThreads(other, logs, ms);
  await indexOnce(other, [logs]);
  expect(await indexPicture(other)).toEqual(read);
  for (const used of [logs, folder, other]) rmSync(used, { recursive: true });
}, 120_000);
