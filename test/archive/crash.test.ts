// Tests that a process killed at any moment of archiving leaves no torn block and none twice. TOOLSCOPE_CRASHES says how
// many times; the usual few keep the tests short.

import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Rng } from '../../bench/generate/rng.ts';
import { archivePath } from '../../src/archive/store/open-archive.ts';
import { indexOnce } from '../index/support.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { KeptLibrary } from './support.ts';

const CRASHES = Number(process.env['TOOLSCOPE_CRASHES'] ?? 6);

function written(folder: string): number {
  const files = [archivePath(folder), `${archivePath(folder)}-wal`];
  return files.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Kills the process after it has written this many more bytes. Returns whether it was still at work. */
async function killAfter(bytes: number, folder: string): Promise<boolean> {
  const before = written(folder);
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'archive-process.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
  });
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isOver = true;
      resolve();
    });
  });
  while (!isOver && written(folder) - before < bytes) await nextTurn();
  child.kill('SIGKILL');
  await ended;
  return !said.includes('done');
}

/** Text that hardly compresses, so that there is much to write. */
function noise(rng: Rng, length: number): string {
  let text = '';
  while (text.length < length) text += rng.float().toString(36).slice(2);
  return text.slice(0, length);
}

it(
  `survives being killed ${CRASHES} times`,
  async () => {
    const rng = new Rng(`archive ${process.env['TOOLSCOPE_SEED'] ?? 1}`);
    const library = new KeptLibrary();
    const logs = Array.from({ length: 3 }, (_, i) => {
      const log = new ClaudeLog(`${i}1111111-2222-4333-8444-555555555555`);
      for (let call = 0; call < 50; call++) log.call(`toolu_${i}_${call}`, 'Bash', { command: noise(rng, 100_000) });
      library.write(`${log.session}.jsonl`, log.text());
      return [`${log.session}.jsonl`, log.text()] as const;
    });
    await indexOnce(library.folder, [library.place]);
    const total = logs.reduce((sum, [, text]) => sum + text.length, 0);
    let killed = 0;
    for (let crash = 0; crash < CRASHES; crash++) {
      if (await killAfter(rng.float() * (total / CRASHES), library.folder)) killed++;
      for (const [name, kept] of Object.entries(library.contents())) {
        expect(readFileSync(library.path(name), 'utf8').startsWith(kept)).toBe(true);
      }
    }
    expect(killed).toBeGreaterThan(CRASHES / 3);
    await library.keep();
    expect(library.contents()).toEqual(Object.fromEntries(logs));
    for (const used of [library.place, library.folder]) rmSync(used, { recursive: true });
  },
  60_000 + CRASHES * 20_000,
);
