// Tests that a process killed at any moment of indexing loses nothing and counts nothing twice. TOOLSCOPE_CRASHES says how
// many times; the usual few keep the tests short.

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { Rng } from '../../bench/generate/rng.ts';
import { ENGINE, storeIn } from '../support/engine.ts';
import { buildProgram } from '../support/program.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

const CRASHES = Number(process.env['TOOLSCOPE_CRASHES'] ?? (ENGINE === 'sqlite' ? 10 : 5));

const WAYS = {
  'on one thread': ['--import', 'tsx', join(import.meta.dirname, 'index-process.ts')],
  'on several threads': [join(import.meta.dirname, 'threaded-process.mjs')],
};

beforeAll(buildProgram, 120_000);

/** Kills the process after some files and milliseconds of work. Returns whether it was still at work. */
async function killAfter(files: number, ms: number, program: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      if (said.split('\n').length > files + 1) resolve();
    });
    child.once('close', () => resolve());
  });
  await sleep(ms);
  child.kill('SIGKILL');
  await ended;
  return !said.includes('done');
}

it.each(Object.entries(WAYS))(
  `%s: survives being killed ${CRASHES} times`,
  { timeout: 60_000 + CRASHES * 20_000 },
  async (_, way) => {
    const seed = `crash ${process.env['TOOLSCOPE_SEED'] ?? 1}`;
    const rng = new Rng(seed);
    const logs = newFolder();
    const place = newFolder();
    const folder = newFolder();
    generateLibrary({ dir: logs, bytes: CRASHES * 1e6, seed });
    const names = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name !== 'truth.json' && statSync(join(logs, name)).isFile(),
    );
    const arrived = new Map(names.map((name) => [name, 0]));
    let killed = 0;
    for (let crash = 1; crash <= CRASHES; crash++) {
      let grown = 0;
      for (const name of names) {
        const bytes = readFileSync(join(logs, name));
        const from = arrived.get(name) ?? 0;
        const share = crash === CRASHES || !name.endsWith('.jsonl') ? 1 : rng.float();
        const to = Math.max(from, Math.round(bytes.length * share));
        if (to === from) continue;
        mkdirSync(dirname(join(place, name)), { recursive: true });
        appendFileSync(join(place, name), bytes.subarray(from, to));
        arrived.set(name, to);
        grown++;
      }
      const program = [...way, await storeIn(folder), place, String(LONG_AFTER)];
      // Half of them at once, so that most are still at work on the fastest machine.
      const ms = Math.max(0, rng.float() - 0.5) * 40;
      if (await killAfter(Math.floor((rng.float() * grown) / 2), ms, program)) killed++;
    }
    expect(killed).toBeGreaterThan(CRASHES / 3);
    await indexOnce(folder, [place]);
    expect(await indexPicture(folder)).toEqual(await readPicture([place]));
    for (const used of [logs, place, folder]) rmSync(used, { recursive: true });
  },
);
