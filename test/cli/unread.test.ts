// Tests the output for sessions that another process has not read yet: never that they made no calls.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { ask, refusal, type Started, start } from '../mcp/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';

const SID = '81111111-2222-4333-8444-555555555555';
const log = new ClaudeLog(SID);
log.prompt('Mend the gate, please.');
log.call('toolu_ls', 'Bash', { command: 'ls' });
log.result('toolu_ls', 'gate.ts');
const logs = folderWith({ [`${SID}.jsonl`]: log.text() });
const home = folderWith({});
let keeper: LibraryIndex;

beforeAll(async () => {
  await buildProgram();
  keeper = await openLibraryIndex(home, { mustWrite: true, outlines: { onStep: () => {}, worthBytes: 0 } });
  await keeper.indexer?.outline([logs]);
}, 240_000);

afterAll(() => keeper.close());

it('lists them without a number of calls', async () => {
  const { status, stdout } = await toolscope(['ls', '--root', logs], { env: { TOOLSCOPE_HOME: home } });
  expect(status).toBe(0);
  expect(stdout).toMatch(/Mend the gate, please\.\s+…\s/);
});

it.each(['stats', 'calls', 'errors', 'files', 'search gate'])('says so next to the answer of %s', async (command) => {
  const args = [...command.split(' '), '--root', logs, '--json'];
  const { stdout, stderr } = await toolscope(args, { env: { TOOLSCOPE_HOME: home } });
  expect(stderr).toContain('another Toolscope process is still reading; not read yet: 1 of 1 session.');
  for (const line of stdout.split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
});

it('tells agents so', async () => {
  const mcp: Started = await start({ args: ['--root', logs, '--all-projects'], cwd: logs, home });
  try {
    const { sessions } = await ask(mcp.client, 'sessions');
    expect(sessions).toMatchObject([{ calls: null, failures: null, hidden_failures: null }]);
    for (const tool of ['session_summary', 'session_changes']) {
      expect(await refusal(mcp.client, tool, { id: SID })).toContain('has yet to read this session');
    }
  } finally {
    await mcp.close();
  }
});
