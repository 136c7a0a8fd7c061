// Tests that hook reports count also where places are named: those of their sessions, and no others.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inboxFolder, inboxPath } from '../../src/hooks/inbox.ts';
import { SESSION, told } from '../hooks/inbox-lines.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';

const OTHER = '99999999-2222-4333-8444-555555555555';

beforeAll(buildProgram, 300_000);

it('reads what hooks told of the sessions of a named place, and no other session', async () => {
  const log = new ClaudeLog(SESSION);
  log.prompt('go');
  log.call('toolu_1', 'Bash', { command: 'make' });
  log.result('toolu_1', 'done', { isError: false });
  const folder = folderWith({ [`p/${SESSION}.jsonl`]: log.text() });
  const home = newFolder();
  for (const session of [SESSION, OTHER]) {
    const path = inboxPath(inboxFolder(home), 'claude-code', session);
    const bash = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 'toolu_1' };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `${told('PostToolUse', { ...bash, tool_response: {}, duration_ms: 12 }, { session, at: 2000 })}\n`,
    );
  }
  const ask = async (command: string): Promise<unknown[]> => {
    const { stdout } = await toolscope([command, '--json', '--root', folder], { env: { TOOLSCOPE_HOME: home } });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  expect(await ask('calls')).toMatchObject([{ callId: 'toolu_1', duration: { ms: 12, basis: 'hook' } }]);
  expect(await ask('ls')).toMatchObject([{ id: SESSION }]);
  const env = { TOOLSCOPE_HOME: newFolder(), TOOLSCOPE_ROOTS: folder };
  cpSync(inboxFolder(home), inboxFolder(env.TOOLSCOPE_HOME), { recursive: true });
  const { stdout } = await toolscope(['calls', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject({ callId: 'toolu_1', duration: { ms: 12, basis: 'hook' } });
}, 120_000);
