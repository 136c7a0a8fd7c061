// Tests `toolscope diff`: two sessions of one task, compared in words and as JSON.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { runHere } from '../support/run-here.ts';

const FIRST = 'aaaa1111-2222-4333-8444-555555555555';
const SECOND = 'bbbb1111-2222-4333-8444-555555555555';

function edit(log: ClaudeLog, id: string, text: string): void {
  log.call(id, 'Edit', { file_path: '/work/clock/src/clock.ts', old_string: 'slow', new_string: text });
  log.result(id, 'The file /work/clock/src/clock.ts has been updated.', { isError: false });
}

function logOf(sid: string, build: (log: ClaudeLog) => void): string {
  const log = new ClaudeLog(sid);
  log.prompt('Make the clock run on time');
  build(log);
  return log.text();
}

const logs = folderWith({
  [`${FIRST}.jsonl`]: logOf(FIRST, (log) => {
    log.call('a1', 'Bash', { command: 'npm test' });
    log.result('a1', 'Exit code 1\n1 failed', { isError: true });
    edit(log, 'a2', 'quick');
    log.call('a3', 'Bash', { command: 'git status' });
    log.result('a3', 'clean', { isError: false });
  }),
  [`${SECOND}.jsonl`]: logOf(SECOND, (log) => {
    log.call('b1', 'Bash', { command: 'npm test' });
    log.result('b1', 'all good', { isError: false });
    edit(log, 'b2', 'swift');
  }),
});
const home = newFolder();

function ask(...args: readonly string[]): ReturnType<typeof runHere> {
  return runHere(['diff', ...args, '--root', logs], { home });
}

afterEach(() => vi.unstubAllEnvs());

describe('two sessions', () => {
  it('are compared in words: sums, the first difference, calls, files', async () => {
    const { status, out } = await ask('aaaa', 'bbbb');
    expect(status).toBe(0);
    expect(out).toMatch(/^Calls +3 +2 +−1$/m);
    expect(out).toMatch(/^Failures +1 +0 +−1$/m);
    expect(out).toContain('First difference: prompt 1, call 1: npm test');
    expect(out).toContain('2 calls in both (1 ended otherwise), 1 only in A, 0 only in B');
    expect(out).toMatch(/^ {2}~ Bash {2}npm test {2}\(A error .*, B ok\)$/m);
    expect(out).toMatch(/^ {4}1 call in both$/m);
    expect(out).toMatch(/^ {2}< Bash {2}git status$/m);
    expect(out).toMatch(/clock\.ts +\+1 −1 +\+1 −1 +changed differently/);
  });

  it('show the calls of both when asked, and say what a limit left out', async () => {
    const all = await ask('aaaa', 'bbbb', '--all');
    expect(all.out).toMatch(/^ {4}Edit {2}.*clock\.ts/m);
    const { notes } = await ask('aaaa', 'bbbb', '--limit', '1');
    expect(notes).toContain('1 more call; --limit 0 shows all.');
  });

  it('are told as JSON, with the calls behind every line', async () => {
    const { out } = await ask('aaaa', 'bbbb', '--json');
    expect(JSON.parse(out)).toMatchObject({
      sessions: { a: { agent: 'claude-code', session: FIRST }, b: { session: SECOND } },
      a: { calls: 3, failures: 1, only: 1 },
      b: { calls: 2, failures: 0, only: 0 },
      divergence: { what: 'outcome', prompt: 0, call: 0 },
      prompts: [
        {
          isSame: true,
          calls: [
            { a: { callId: 'a1', status: 'error' }, b: { callId: 'b1', status: 'ok' } },
            { a: { callId: 'a2' }, b: { callId: 'b2' } },
            { a: { callId: 'a3' }, b: null },
          ],
        },
      ],
      final: [{ isSame: false, a: { linesAdded: 1 }, b: { linesAdded: 1 } }],
    });
  });

  it('that are one do the same; other words are refused', async () => {
    const { out } = await ask('aaaa', 'aaaa');
    expect(out).toContain('Both did the same.');
    expect(out).toContain('the same in both');
    expect(await ask('aaaa')).toMatchObject({ status: 2 });
    expect(await ask('aaaa', 'cccc')).toMatchObject({ status: 1 });
  });
});
