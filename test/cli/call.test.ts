// Tests `toolscope call`: everything about one call, on the built program.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const OTHER = '22222222-2222-4333-8444-555555555555';

beforeAll(buildProgram, 120_000);

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('count the pears');
  log.call('toolu_aa', 'Bash', { command: 'make pears' });
  log.add('attachment', {
    attachment: {
      type: 'hook_success',
      hookName: 'PreToolUse:Bash',
      toolUseID: 'toolu_aa',
      hookEvent: 'PreToolUse',
      command: 'guard \u009b2J',
      durationMs: 12,
      exitCode: 0,
    },
  });
  log.result('toolu_aa', 'Exit code 2\nno \u009b2Jpears', {
    isError: true,
    structured: 'Error: Exit code 2\nno \u009b2Jpears',
  });
  log.call('toolu_ab', 'Bash', { command: 'make pears' });
  log.result('toolu_ab', 'done', { isError: false });
  log.call('toolu_same', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  return log.text();
}

function other(): string {
  const log = new ClaudeLog(OTHER);
  log.prompt('another');
  log.call('toolu_same', 'Read', { file_path: '/home/dev/orchard/plum.ts' });
  return log.text();
}

describe('call', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: orchard(), [`${OTHER}.jsonl`]: other() });
  const file = join(logs, `${SID}.jsonl`);
  const env = { TOOLSCOPE_HOME: folderWith({}), COLUMNS: '120', TZ: 'UTC' };
  const ask = (...args: string[]): Promise<Outcome> => toolscope(['call', ...args, '--root', logs], { env });

  it('tells its life, its time, whose problem it was, and where each fact stands', async () => {
    const { status, stdout } = await ask('toolu_aa');
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    const titles = ['Failure', 'Life', 'Timing', 'Permission', 'Hooks', 'Input', 'Result', 'Structured', 'Evidence'];
    const order = titles.map((title) => stdout.indexOf(`\n\n${title}`));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(stdout).toContain('  checks-failed: ');
    expect(stdout).toContain('Whose problem: code');
    expect(stdout).toMatch(/Fixed by toolu_ab after 1 call, .* later\./);
    expect(stdout).toMatch(
      new RegExp(`\\n {2}requested +observed +2026-03-01 09:00:02\\.000 +${SID}\\.jsonl:2 \\(byte [\\d,]+\\)\\n`),
    );
    expect(stdout).toMatch(/\n {2}permission +not logged +not on record\n/);
    expect(stdout).toMatch(/\n {2}hooks-before +observed .*12 ms +1 hook +/);
    expect(stdout).toMatch(/\n {2}running +inferred +≤ 2\.00 s/);
    expect(stdout).toMatch(/\n {2}PreToolUse +PreToolUse:Bash +ok, exit 0 +12 ms +guard/);
    expect(stdout).toMatch(
      /at most 2\.00 s, from the request record to the result record; includes any wait for approval, hooks/,
    );
    expect(stdout).toContain('Input\n  command: make pears\n');
    expect(stdout).toContain(`${file}:4 (byte `);
  });

  it('prints the raw records as they are, but for what would talk to the terminal', async () => {
    const { stdout } = await ask('toolu_aa', '--raw');
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    const raw = readFileSync(file, 'utf8').split('\n').slice(1, 4);
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines.map((line): unknown => JSON.parse(line)).toSorted()).toEqual(
      raw.map((line): unknown => JSON.parse(line)).toSorted(),
    );
    expect(lines[0]).toBe(raw[0]);
  });

  it('tells programs everything in one object', async () => {
    const { stdout } = await ask('toolu_aa', '--json');
    const told: unknown = JSON.parse(stdout);
    expect(told).toMatchObject({
      callId: 'toolu_aa',
      status: 'error',
      failure: { code: 'checks-failed' },
      recovery: { by: 'toolu_ab', calls: 1 },
      loop: null,
      hooks: [{ event: 'PreToolUse', durationMs: 12, place: { file, line: 3 } }],
      permission: null,
      bodies: { input: { command: 'make pears' }, content: 'Exit code 2\nno \u009b2Jpears' },
    });
    expect(told).toHaveProperty('stages.0', {
      name: 'requested',
      state: 'observed',
      at: '2026-03-01T09:00:02.000Z',
      ms: null,
      note: null,
      place: expect.objectContaining({ file, line: 2 }),
    });
    const inspected = (await toolscope(['inspect', file, '--json'])).stdout.split('\n')[0] ?? '';
    expect(told).toMatchObject(JSON.parse(inspected));
  });

  it('asks for more when several fit', async () => {
    const several = await ask('toolu_a');
    expect([several.status, several.stdout]).toEqual([2, '']);
    expect(several.stderr).toMatch(/give more of it:\n {2}toolu_aa .*\n {2}toolu_ab /);
    const same = await ask('toolu_same');
    expect([same.status, same.stderr]).toEqual([2, expect.stringContaining('--session')]);
    expect((await ask('toolu_same', '--session', '2222')).stdout).toContain('plum.ts');
    expect((await ask('toolu_same', '--session', '1111', '--json')).stdout).toContain('pear.ts');
    expect((await ask('toolu_same', '--occurrence', '2')).status).toBe(1);
  });

  it('says what is wrong', async () => {
    expect(await ask('nothing')).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing') });
    expect((await ask()).status).toBe(2);
    expect((await ask('toolu_aa', '--occurrence', 'x')).status).toBe(2);
  });

  it('says so when there is no result', async () => {
    const { stdout } = await ask('toolu_same', '--session', SID);
    expect(stdout).toMatch(/\n {2}result +missing/);
    expect(stdout).toContain('Result\n  There is none.\n');
    expect(stdout).toContain('Its duration is not measurable.');
  });
});
