// Tests `toolscope purge` as built: shows what would be deleted, refuses to act without confirmation, and deletes it.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inboxFolder, inboxPath } from '../../src/hooks/inbox.ts';
import { lockStore } from '../../src/store/open-store.ts';
import { conversation, newFolder, OTHER, SID } from '../archive/support.ts';
import { preUse } from '../hooks/inbox-lines.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

beforeAll(buildProgram, 180_000);

describe('purge', { timeout: 120_000 }, () => {
  const logs = newFolder();
  const home = newFolder();
  const ask = (...args: string[]): Promise<Outcome> =>
    toolscope([...args, '--root', logs], { env: { TOOLSCOPE_HOME: home } });

  it('lets go what somebody chooses, after saying what', async () => {
    writeFileSync(join(logs, `${SID}.jsonl`), conversation(SID, 3));
    writeFileSync(join(logs, `${OTHER}.jsonl`), conversation(OTHER, 2));
    await ask('index');
    rmSync(join(logs, `${SID}.jsonl`));
    const overview = await ask('purge');
    expect([overview.status, overview.stderr]).toEqual([0, '']);
    expect(overview.stdout).toMatch(/^Kept: 2 sessions, .*\n {2}--gone +1 session, /);
    const dry = await ask('purge', '--gone', '--dry-run');
    expect(dry.stdout).toContain('log gone   orchard');
    expect(dry.stdout).toContain('1 session without logs would be removed from the index, too.');
    const unasked = await ask('purge', '--gone');
    expect([unasked.status, unasked.stderr]).toEqual([
      1,
      'toolscope: Nothing was deleted: there is no terminal to ask on. Add --yes to confirm, or --dry-run to only look.\n',
    ]);
    expect((await ask('call', 'toolu_1111_1', '--raw')).status).toBe(0);
    const done = JSON.parse((await ask('purge', '--gone', '--yes', '--json')).stdout);
    expect(done).toMatchObject({ done: true, sessions: 1, forgotten: 1, rawBytes: conversation(SID, 3).length });
    expect((await ask('call', 'toolu_1111_1')).status).toBe(1);
    expect((await ask('ls')).stdout).not.toContain('11111111');
    expect((await ask('purge', '--gone', '--yes')).stdout).toBe('Nothing matches.\n');
  });

  it('keeps its columns, however long an id is', async () => {
    const folder = newFolder();
    for (const id of ['pear', OTHER]) writeFileSync(join(folder, `${id}.jsonl`), conversation(id, 1));
    const env = { TOOLSCOPE_HOME: newFolder() };
    await toolscope(['index', '--root', folder], { env });
    const { stdout } = await toolscope(['purge', '--all', '--dry-run', '--root', folder], { env });
    const places = stdout.split('\n').map((line) => line.indexOf('log there'));
    expect(places.slice(0, 2)).toEqual([places[0], places[0]]);
    expect(places[0]).toBeGreaterThan(0);
  });

  it('says what it would delete while a server keeps the index, and deletes nothing', async () => {
    const lock = await lockStore(home);
    if (lock instanceof Error) throw lock;
    try {
      const dry = await ask('purge', '--all', '--dry-run');
      expect([dry.status, dry.stderr]).toEqual([0, '']);
      expect(dry.stdout).toMatch(/\nWould delete: 1 session, /);
      expect((await ask('purge')).stdout).toContain('Nothing was deleted: choose what to delete.');
      expect((await ask('purge', '--all', '--yes')).status).not.toBe(0);
    } finally {
      await lock.release();
    }
  });

  it('lets everything go with --all', async () => {
    writeFileSync(join(home, 'archive.sqlite.damaged-2026'), 'x'.repeat(5000));
    const { status, stdout } = await ask('purge', '--all', '--yes');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/\nDeleted\. .* of disk space freed\.\n$/)]);
    const [record] = (await ask('index', '--json', '--no-archive')).stdout.split('\n');
    expect(JSON.parse(record ?? '')).toMatchObject({ totals: { sessions: 1 }, archive: { files: 0, rawBytes: 0 } });
  });

  it('moves what hooks told and lets ended RAP threads go, where there are such', async () => {
    const env = { TOOLSCOPE_HOME: home, HOME: home, TOOLSCOPE_NO_DEFAULT_ROOTS: '' };
    const own = (...args: string[]): Promise<Outcome> => toolscope(args, { env });
    const told = await own('purge', '--told', '--rap', '--dry-run');
    expect([told.status, told.stdout, told.stderr]).toEqual([0, 'Nothing matches.\n', '']);
    const inbox = inboxPath(inboxFolder(home), 'claude-code', SID);
    mkdirSync(dirname(inbox), { recursive: true });
    writeFileSync(inbox, `${preUse('toolu_1', 'Bash', { command: 'ls' }, { session: SID, at: 1 })}\n`);
    const log = join(home, '.claude/projects/orchard', `${SID}.jsonl`);
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, conversation(SID, 1));
    await own('index');
    rmSync(log);
    const unasked = await own('purge', '--told');
    expect([unasked.status, unasked.stdout]).toEqual([
      1,
      expect.stringMatching(/hook reports about 1 session, \d+ B\.\n$/),
    ]);
    const done = JSON.parse((await own('purge', '--told', '--rap', '--yes', '--json')).stdout);
    expect(done).toMatchObject({ done: true, toldFiles: 1, rapThreads: 0 });
    expect(existsSync(inbox)).toBe(false);
    expect((await own('ls')).stdout).toContain('11111111');
  });

  it('says what is wrong with a wish', async () => {
    const wrong = await Promise.all([
      ask('purge', '--older-than', 'soon'),
      ask('purge', '--older-than', '-3d'),
      ask('purge', '--all', '--gone'),
      ask('purge', 'everything'),
      ask('purge', '--told', '--gone'),
    ]);
    expect(wrong.map(({ status, stderr }) => [status, stderr])).toEqual([
      [2, 'toolscope: --older-than takes a time such as 90d or 12w.\n'],
      [2, expect.stringContaining('--older-than')],
      [2, 'toolscope: --all cannot be combined with other selections.\n'],
      [2, 'toolscope: purge takes options only. Name a folder of logs with --root.\n'],
      [2, 'toolscope: --told and --rap can be combined with --older-than, not with --gone.\n'],
    ]);
  });
});
