// The time from an appended line to its committed row, and until another process that shares the store has seen it.

import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { integer } from '../../src/base/row.ts';
import { type LibraryFollower, openFollower } from '../../src/library/index-watcher.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { ClaudeLog } from '../../test/support/claude-log.ts';
import { percentile } from '../outcome/numbers.ts';

const LINES = 60;
const ASK_MS = 2;

function heard(follower: LibraryFollower): Promise<number> {
  return new Promise((resolve) => {
    const stop = follower.onChange(() => {
      stop();
      resolve(performance.now());
    });
  });
}

/** When the next change can be read: polled, because nothing reports it sooner. */
async function committed(connection: Connection): Promise<() => Promise<number>> {
  const last = await connection.get('SELECT coalesce(max(seq), 0) AS seq FROM changes');
  const seq = last === undefined ? 0 : integer(last, 'seq');
  return async () => {
    while ((await connection.get('SELECT 1 AS one FROM changes WHERE seq > $1 LIMIT 1', seq)) === undefined)
      await sleep(ASK_MS);
    return performance.now();
  };
}

/** Appends below the root of the library: pages query everything. */
export async function measureAppends(address: string, root: string): Promise<void> {
  const folder = mkdtempSync(join(root, 'appends-'));
  const followers: LibraryFollower[] = [];
  const connection = await Connection.open(connectionSettings(address), 1);
  try {
    const place = join(folder, 'projects/orchard');
    mkdirSync(place, { recursive: true });
    // New ids for every run: a reused store has the last run's sessions, of another machine.
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
    // Two on one machine: the first fills the store, the second reads.
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
    const looking = followers[1];
    if (looking === undefined) return;
    const rows: number[] = [];
    const screens: number[] = [];
    for (const line of lines) {
      await sleep(150);
      const row = await committed(connection);
      const screen = heard(looking);
      const started = performance.now();
      appendFileSync(log, line);
      rows.push((await row()) - started);
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
    await connection.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
