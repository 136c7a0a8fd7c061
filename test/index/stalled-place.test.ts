// Tests that a place whose file system does not respond blocks no one: the others are read, it is reported, and it is read when
// it responds again.

import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openFollower } from '../../src/library/index-watcher.ts';
import { openLog } from '../../src/sources/kinds/open-source.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { LONG_AFTER, newFolder } from './support.ts';

const { stat } = promises;

afterEach(() => {
  Object.assign(promises, { stat });
  syncBuiltinESMExports();
});

function logOf(id: string): Record<string, string> {
  const log = new ClaudeLog(id);
  log.prompt('go');
  log.call('toolu_ls', 'Bash', { command: 'ls' });
  return { [`${id}.jsonl`]: log.text() };
}

const WELL = '81111111-2222-4333-8444-555555555555';
const DEAD = '82222222-2222-4333-8444-555555555555';

it('reads the others, says so, and reads it when it answers', { timeout: 60_000 }, async () => {
  const [well, dead] = [folderWith(logOf(WELL)), folderWith(logOf(DEAD))];
  let answer = (): void => {};
  const answers = new Promise<void>((done) => {
    answer = done;
  });
  const hangs = async (path: string, ...rest: never[]): Promise<unknown> => {
    if (path === dead) await answers;
    return Reflect.apply(stat, promises, [path, ...rest]);
  };
  Object.assign(promises, { stat: hangs });
  syncBuiltinESMExports();
  const follower = await openFollower({
    folder: newFolder(),
    places: [dead, well],
    archive: false,
    now: () => LONG_AFTER,
  });
  try {
    const known = async (): Promise<string[]> =>
      (await follower.questions.sessions.below([well, dead])).map(({ id }) => id).sort();
    await follower.ready;
    expect(await known()).toEqual([WELL]);
    const silent = { root: dead, state: 'stalled', reason: expect.stringContaining('does not answer') };
    expect(follower.state()).toMatchObject({ phase: 'following', roots: [{ root: well }, silent] });
    expect(() => openLog(join(dead, `${DEAD}.jsonl`))).toThrow('does not answer');
    const read = new Promise<void>((done) => {
      follower.onChange(() => void known().then((ids) => ids.length === 2 && done()));
    });
    answer();
    await read;
    expect(follower.state().roots.map(({ reason }) => reason)).toEqual([null, null]);
  } finally {
    answer();
    await follower.close();
  }
});
