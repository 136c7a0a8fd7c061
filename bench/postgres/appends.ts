// How long an appended line takes until its row is committed, and until another process that shares the store has heard of it.

import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LibraryFollower, openFollower } from '../../src/library/index-watcher.ts';
import { ClaudeLog } from '../../test/support/claude-log.ts';
import { percentile } from '../outcome/numbers.ts';

const LINES = 60;

function heard(follower: LibraryFollower): Promise<number> {
  return new Promise((resolve) => {
    const stop = follower.onChange(() => {
      stop();
      resolve(performance.now());
    });
  });
}

export async function measureAppends(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-appends-'));
  const followers: LibraryFollower[] = [];
  try {
    const place = join(folder, 'projects/orchard');
    mkdirSync(place, { recursive: true });
    // Others for every run: a store that is used again has the last one's, of another machine.
    const session = randomUUID();
    const log = join(place, `${session}.jsonl`);
    const made = new ClaudeLog(session);
    made.prompt('count the pears');
    for (let i = 0; i < LINES / 2; i++) {
      made.call(`toolu_${session}_${i}`, 'Bash', { command: `echo ${i}` });
      made.result(`toolu_${session}_${i}`, String(i));
    }
    const [first = '', ...lines] = made.text().split(/(?<=\n)/);
    writeFileSync(log, first);
    // Of one machine: the first fills the store, the second looks.
    for (let i = 0; i < 2; i++) {
      const follower = await openFollower({
        folder: join(folder, 'data'),
        places: [folder],
        archive: false,
        onThread: false,
      });
      followers.push(follower);
      await follower.ready;
    }
    const [filling, looking] = followers;
    if (filling === undefined || looking === undefined) return;
    const rows: number[] = [];
    const screens: number[] = [];
    for (const line of lines) {
      await sleep(150);
      const [row, screen] = [heard(filling), heard(looking)];
      const started = performance.now();
      appendFileSync(log, line);
      rows.push((await row) - started);
      screens.push((await screen) - started);
    }
    for (const [what, took] of [
      ['appended line, until its row is committed', rows],
      ['appended line, until another process has it', screens],
    ] as const) {
      const ms = (share: number): string => percentile(took, share).toFixed(0).padStart(8);
      console.log(`${what.padEnd(44)}${ms(0.5)}${ms(0.95)}`);
    }
  } finally {
    for (const follower of followers) await follower.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
