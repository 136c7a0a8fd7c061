// Tests `toolscope mark` with `toolscope ls`: pinned first, names, hidden ones left out, and all of it survives the index.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const IDS = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-2222-4333-8444-555555555555`);

function library(): string {
  return folderWith(
    Object.fromEntries(
      IDS.map((id, i) => {
        const log = new ClaudeLog(id).wait(i * 3_600_000);
        log.prompt(`tend bed ${i}`);
        return [`p/${id}.jsonl`, log.text()];
      }),
    ),
  );
}

beforeAll(buildProgram, 120_000);

describe('toolscope mark', () => {
  const place = library();
  const home = newFolder();
  const run = (...args: string[]): Promise<Outcome> =>
    toolscope([...args, '--root', place], { env: { TOOLSCOPE_HOME: home, TZ: 'UTC' } });
  const listed = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await run('ls', '--json', ...args);
    return stdout
      .trim()
      .split('\n')
      .map((line) => `${JSON.parse(line).id.slice(0, 1)} ${JSON.parse(line).title}`);
  };

  it('pins, names and hides, and takes it back', async () => {
    expect(await run('mark')).toMatchObject({ status: 1, stderr: expect.stringContaining('no session is pinned') });
    expect((await run('mark', 'aaaa', '--pin', '--name', 'The bed by the wall')).stdout).toBe(
      `${IDS[0]}  claude-code  pinned, named The bed by the wall\n`,
    );
    await run('mark', 'bbbb', '--hide');
    expect(await listed()).toEqual(['a The bed by the wall', 'c tend bed 2']);
    expect(await listed('--hidden')).toEqual(['a The bed by the wall', 'c tend bed 2', 'b tend bed 1']);
    expect((await run('ls')).stdout).toContain('★ The bed by the wall');
    // However old it is.
    expect(await listed('--limit', '1')).toEqual(['a The bed by the wall']);
    // The index is derived; this is not.
    for (const end of ['', '-wal', '-shm']) rmSync(join(home, `index.sqlite${end}`), { force: true });
    expect(await listed()).toEqual(['a The bed by the wall', 'c tend bed 2']);
    await run('mark', 'aaaa', '--unpin', '--name', '');
    await run('mark', 'bbbb', '--unhide');
    expect(await listed()).toEqual(['c tend bed 2', 'b tend bed 1', 'a tend bed 0']);
  });

  it('says what is missing', async () => {
    expect(await run('mark', 'aaaa')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('mark needs an option'),
    });
    expect(await run('mark', '--pin')).toMatchObject({ status: 2, stderr: expect.stringContaining('Which session') });
    expect(await run('mark', 'aaaa', '--pin', '--unpin')).toMatchObject({ status: 2 });
    expect(await run('mark', 'zzzz', '--pin')).toMatchObject({
      stderr: expect.stringContaining('No session has an id'),
    });
  });
});
