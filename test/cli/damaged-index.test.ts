// Tests that an index whose damage shows only on reading is set aside, reported, and rebuilt, once.

import { readdirSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { damageIndex } from '../support/damage-index.ts';
import { buildProgram, toolscope } from '../support/program.ts';

beforeAll(buildProgram, 300_000);

const SID = '11111111-2222-4333-8444-555555555555';

it.each(['sources', 'sessions', 'calls'])(
  'builds it anew where its %s cannot be read',
  async (table) => {
    const log = new ClaudeLog(SID);
    log.call('toolu_a', 'Bash', { command: 'make quinces' });
    log.result('toolu_a', 'done', { isError: false });
    const root = folderWith({ [`${SID}.jsonl`]: log.text() });
    const home = newFolder();
    const ask = (...args: string[]): ReturnType<typeof toolscope> =>
      toolscope([...args, '--root', root], { env: { TOOLSCOPE_HOME: home } });
    const before = await ask('calls', '--json');
    expect(before.status).toBe(0);
    damageIndex(home, table);
    const after = await ask('calls', '--json');
    expect(after).toEqual({ ...before, stderr: expect.stringContaining('the index was damaged and is being rebuilt') });
    expect(readdirSync(home).filter((name) => name.startsWith('index.sqlite.damaged-')).length).toBe(1);
    expect(await ask('calls', '--json')).toEqual(before);
  },
  120_000,
);
