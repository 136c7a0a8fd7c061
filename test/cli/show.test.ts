// Tests `toolscope show`: a made-up session read as a conversation, on the built program.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClaudeLog, folderWith, type Json } from '../support/claude-log.ts';
import { CodexLog } from '../support/codex-log.ts';
import { buildProgram, type Outcome, shell, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const OTHER = '11112222-2222-4333-8444-555555555555';
const FILE = '/home/dev/orchard/pear.ts';

beforeAll(buildProgram, 120_000);

const edited: Json = {
  filePath: FILE,
  oldString: 'one',
  newString: 'two',
  originalFile: 'one\n',
  structuredPatch: [{ oldStart: 7, oldLines: 2, newStart: 7, newLines: 2, lines: [' keep', '-one', '+two'] }],
  userModified: false,
  replaceAll: false,
};

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.raw({ type: 'custom-title', customTitle: 'Pears', sessionId: SID });
  log.prompt('count the pears\nand the plums \u001b]0;owned\u0007');
  log.add('assistant', {
    message: {
      id: 'msg_1',
      role: 'assistant',
      model: 'model-one',
      content: [
        { type: 'thinking', thinking: `first thought\n${'pears '.repeat(60)}last thought` },
        { type: 'text', text: 'I will count.' },
      ],
    },
  });
  log.call('toolu_a', 'Bash', { command: 'make pears' });
  const output = Array.from({ length: 30 }, (_, i) => `pear ${i + 1}`).join('\n');
  log.result('toolu_a', output, {
    isError: false,
    structured: { stdout: `\u001b[32m${output}\u001b[0m\u001b[2J`, stderr: '', interrupted: false, isImage: false },
  });
  log.call('toolu_b', 'Edit', { file_path: FILE, old_string: 'one', new_string: 'two' });
  log.result('toolu_b', `The file ${FILE} has been updated.`, { structured: edited });
  log.call('toolu_c', 'Edit', { file_path: FILE, old_string: 'two', new_string: 'three' });
  log.result('toolu_c', '<tool_use_error>String to replace not found in file.\nString: two</tool_use_error>', {
    isError: true,
    structured: 'Error: String to replace not found in file.\nString: two',
  });
  log.call('toolu_task', 'Agent', { description: 'look', prompt: 'look around', subagent_type: 'Explore' });
  log.result('toolu_task', [{ type: 'text', text: 'done' }], {
    structured: {
      status: 'completed',
      agentId: 'a9',
      content: [{ type: 'text', text: 'done' }],
      prompt: 'look around',
    },
  });
  log.add('system', {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 170_000 },
  });
  log.prompt('This session is being continued', { isCompactSummary: true });
  log.prompt('a reminder', { isMeta: true });
  log.add('user', { message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] } });
  return log.text();
}

function another(): string {
  const log = new ClaudeLog(OTHER);
  log.prompt(
    '<command-message>water</command-message>\n<command-name>/water</command-name>\n<command-args>pears</command-args>',
  );
  log.prompt('another');
  return log.text();
}

function agent(): string {
  const log = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
  log.wait(1500);
  log.prompt('look around');
  log.call('toolu_inner', 'Read', { file_path: '/x' });
  log.result('toolu_inner', 'gone', { isError: true });
  return log.text().replaceAll('-0000-4000-8000-', '-1111-4111-8111-');
}

function parsed(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));
}

function places(text: string, parts: readonly string[]): number[] {
  return parts.map((part) => text.indexOf(part));
}

describe('show', () => {
  const codex = new CodexLog().prompt('sort the plums');
  codex.custom(
    'call_p',
    'apply_patch',
    '*** Begin Patch\n*** Update File: plum.ts\n@@\n-sour\n+sweet\n*** Add File: new.ts\n+made\n*** End Patch',
  );
  codex.customOutput('call_p', 'Success. Updated the following files:\nM plum.ts\nA new.ts\n');
  codex.say('Sorted.');
  const logs = folderWith({
    [`${SID}.jsonl`]: orchard(),
    [`${SID}/subagents/agent-a9.jsonl`]: agent(),
    [`${OTHER}.jsonl`]: another(),
    [`rollout-2026-03-01T09-00-00-${codex.thread}.jsonl`]: codex.text(),
  });
  const env = { TOOLSCOPE_HOME: folderWith({}), COLUMNS: '100' };
  const ask = (...args: string[]): Promise<Outcome> => toolscope([...args, '--root', logs], { env });

  it('reads like a conversation, in order, with nothing that talks to the terminal', async () => {
    const { status, stdout, stderr } = await ask('show', '1111111');
    expect([status, stderr]).toEqual([
      0,
      'toolscope: 1 text that was added for the model not shown; --full shows everything.\n',
    ]);
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]|owned|a reminder|last thought/);
    const order = places(stdout, [
      'Pears\n',
      '❯ count the pears\n  and the plums\n',
      '∴ first thought pears',
      '● I will count.\n',
      '✓ Bash  make pears',
      '    pear 4\n    … 22 more lines of 30 (--full shows all)\n    pear 27\n',
      '✓ Edit  ',
      '    7   keep\n    8 - one\n    8 + two\n',
      '✗ Edit  ',
      '    string-not-found (agent): String to replace not found in file.\n    proposed, not written\n    - two\n    + three\n',
      '✓ Agent  ',
      '│ ┌ subagent',
      '│ ❯ look around\n│\n│ ✗ Read  /x  error',
      '── context compacted (auto, 170,000 → ? tokens) ──',
      '  This session is being continued\n',
      '── interrupted ──',
    ]);
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    for (const line of stdout.split('\n').slice(2)) expect([...line].length).toBeLessThanOrEqual(100);
  });

  it('shows everything when asked to', async () => {
    const { stdout, stderr } = await ask('show', SID, '--full', '--thinking');
    expect(stderr).toBe('');
    expect(stdout).toContain('    pear 15\n');
    expect(stdout).toContain('last thought');
    expect(stdout).toContain('· added for the model: a reminder');
    expect((stdout.match(/pear \d+$/gm) ?? []).length).toBe(30);
  });

  it('shows a command as it was typed, without its markup', async () => {
    const { stdout } = await ask('show', OTHER);
    expect(stdout).toContain('· command: /water pears');
    expect(stdout).not.toContain('<command-');
  });

  it('shows only calls, with the beginning of their ids', async () => {
    const { stdout } = await ask('show', SID, '--calls');
    const lines = stdout.split('\n').slice(3, -1);
    expect(lines.map((line) => line.replace(/ {2}.*?(\S+)$/, ' $1'))).toEqual([
      '✓ Bash toolu_a',
      '✓ Edit toolu_b',
      '✗ Edit toolu_c',
      '✓ Agent toolu_task',
      '│ ┌ subagent a9',
      '│ ✗ Read toolu_inner',
    ]);
  });

  it('keeps the colours of output on a terminal, and no other sequence', async () => {
    const { stdout } = await toolscope(['show', SID, '--root', logs], { env: { ...env, FORCE_COLOR: '1' } });
    expect(stdout).toContain('\x1b[32mpear 1\x1b[0m');
    expect(stdout).toContain('\x1b[32m+ two\x1b[0m');
    expect(stdout.replace(/\x1b\[[0-9;]*m/g, '')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  });

  it('tells programs messages and calls in order', async () => {
    const entries = parsed((await ask('show', SID, '--json')).stdout);
    expect(entries.map(({ type, what, callId }) => (type === 'message' ? what : (callId ?? type)))).toEqual([
      'prompt',
      'thinking',
      'answer',
      'toolu_a',
      'toolu_b',
      'toolu_c',
      'toolu_task',
      'prompt',
      'toolu_inner',
      'compaction',
      'compact-summary',
      'injected',
      'interrupt',
    ]);
    expect(entries[0]).toMatchObject({
      text: 'count the pears\nand the plums \u001b]0;owned\u0007',
      isWhole: true,
      file: join(logs, `${SID}.jsonl`),
      line: 2,
    });
    expect(parsed((await ask('show', SID, '--json', '--calls')).stdout).map(({ callId }) => callId)).toEqual([
      'toolu_a',
      'toolu_b',
      'toolu_c',
      'toolu_task',
      'toolu_inner',
    ]);
  });

  it('shows a patch of several files by name', async () => {
    const { stdout } = await ask('show', codex.thread);
    expect(stdout).toContain('    plum.ts  +1 −1\n    - sour\n    + sweet\n    new.ts (new)  +1\n');
    expect(stdout).toContain('● Sorted.');
  });

  it('asks for more of an id that fits several sessions, with their local days, and says when none fits', async () => {
    const west = { env: { ...env, TZ: 'Pacific/Honolulu' } };
    const several = await toolscope(['show', '1111', '--root', logs], west);
    expect(several.stderr).toContain('2026-02-28');
    expect([several.status, several.stdout]).toEqual([2, '']);
    expect(several.stderr).toContain(SID);
    expect(several.stderr).toContain(OTHER);
    expect(await ask('show', 'ffff')).toMatchObject({ status: 1, stderr: expect.stringContaining('ffff') });
    expect((await ask('show')).status).toBe(2);
    expect((await ask('show', 'a', 'b')).status).toBe(2);
  });

  it('shows what a fork was copied with, and says whose it is', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('begin');
    log.call('toolu_first', 'Bash', { command: 'first' });
    log.result('toolu_first', 'x');
    const forked = '99999999-2222-4333-8444-555555555555';
    const fork = new ClaudeLog(forked).wait(600_000);
    for (const record of log.records) fork.raw({ ...record, sessionId: forked });
    fork.call('toolu_second', 'Bash', { command: 'second' });
    const family = folderWith({ [`${SID}.jsonl`]: log.text(), [`${forked}.jsonl`]: fork.text() });
    const own = { ...env, TOOLSCOPE_HOME: folderWith({}) };
    const { stdout } = await toolscope(['show', '9999', '--root', family], { env: own });
    expect(stdout).toMatch(/❯ begin\n\n✓ Bash {2}first .*copied from 11111111\n/);
    expect(stdout).toMatch(/\n\? Bash {2}second {2}lost\n/);
    const calls = parsed(
      (await toolscope(['show', '9999', '--calls', '--json', '--root', family], { env: own })).stdout,
    );
    expect(calls.map(({ callId, copyOf }) => [callId, copyOf])).toEqual([
      ['toolu_first', SID],
      ['toolu_second', null],
    ]);
    const { stdout: copied } = await toolscope(['call', 'toolu_first', '--root', family], { env: own });
    expect(copied).toMatch(new RegExp(`\\nCopies\\n {2}.*${forked}\\.jsonl:2 \\(byte \\d+\\), session ${forked}\\n`));
  });

  it('ends quietly when nobody reads on', async () => {
    const { stderr } = await shell(
      `toolscope show ${SID} --root ${logs} 2>&1 >/dev/null | head -c 0; toolscope show ${SID} --full --root ${logs} | head -1 >/dev/null`,
      {
        env,
      },
    );
    expect(stderr).not.toMatch(/EPIPE|Something went wrong/);
  });

  it('still tells what it knows when the log is gone and no copy was kept', async () => {
    const passing = folderWith({ [`${SID}.jsonl`]: orchard() });
    const own = { ...env, TOOLSCOPE_HOME: folderWith({}) };
    const whole = await toolscope(['show', SID, '--root', passing, '--no-archive'], { env: own });
    expect(whole.stdout).toContain('    8 + two\n');
    rmSync(join(passing, `${SID}.jsonl`));
    const { status, stdout, stderr } = await toolscope(['show', SID, '--root', passing], { env: own });
    expect(status).toBe(0);
    expect(stdout).toContain('✓ Bash  make pears');
    expect(stdout).toContain('✗ Edit  ');
    expect(stderr).toContain('could no longer be read from the log');
  });
});
