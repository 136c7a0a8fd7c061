// Tests that an index whose damage shows while it is followed is set aside and rebuilt, by the process that owns it.

import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type FollowerOptions, type LibraryFollower, openFollower } from '../../src/library/index-watcher.ts';
import { indexPath } from '../../src/store/sqlite/open-index.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { damageIndex } from '../support/damage-index.ts';
import { indexOnce, indexPicture, newFolder, readPicture } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const open: LibraryFollower[] = [];

afterEach(async () => {
  for (const follower of open.splice(0)) await follower.close();
});

function logs(): string {
  const log = new ClaudeLog(SID);
  log.call('toolu_a', 'Bash', { command: 'make quinces' });
  log.result('toolu_a', 'done', { isError: false });
  return folderWith({ [`${SID}.jsonl`]: log.text() });
}

async function follow(options: FollowerOptions): Promise<LibraryFollower> {
  const follower = await openFollower({ archive: false, ...options });
  open.push(follower);
  return follower;
}

function damagedIn(folder: string): number {
  return readdirSync(folder).filter((name) => name.startsWith('index.sqlite.damaged-')).length;
}

describe('an index that is followed and found damaged', () => {
  it.each(['sources', 'sessions', 'calls'])('is set aside and built anew: %s', async (table) => {
    const [folder, place] = [newFolder(), logs()];
    await indexOnce(folder, [place]);
    damageIndex(folder, table);
    const told: string[] = [];
    const follower = await follow({ folder, places: [place], onSetAside: (path) => told.push(path) });
    await follower.ready;
    if (table === 'calls') {
      // Nothing new to read: it shows with the next query.
      expect(damagedIn(folder)).toBe(0);
      follower.foundDamage(indexPath(folder));
      while (follower.state().setAside === null || follower.state().phase !== 'following') await sleep(5);
    }
    const { phase, setAside, trouble } = follower.state();
    expect([phase, trouble, told]).toEqual(['following', null, [setAside]]);
    expect([existsSync(setAside ?? ''), damagedIn(folder)]).toEqual([true, 1]);
    expect((await follower.questions.health.totals()).calls).toBe(1);
    await follower.close();
    open.length = 0;
    expect(await indexPicture(folder)).toEqual(await readPicture([place]));
  });
});
