// Tests chats of Gemini CLI on made-up logs: lines that replace others, what was rewound, and documents.

import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { GeminiLog } from '../support/gemini-log.ts';
import { callNamed, essence, readFiles, readOne } from '../support/read.ts';

const SHELL = { command: 'npm run weigh' };
const shell = (id: string, output = 'Output: 12\nProcess Group PGID: 1', status = 'success') => ({
  id,
  name: 'run_shell_command',
  args: SHELL,
  output,
  status,
});

async function read(log: GeminiLog): Promise<Session> {
  const session = await readOne({ [log.file]: log.text() });
  expect(session.sources.every(({ ledger }) => addsUp(ledger) && ledger.problems.size === 0)).toBe(true);
  return session;
}

describe('a call', () => {
  it('is there once, when it has ended; that it was asked for is inferred', async () => {
    const log = new GeminiLog().prompt('weigh');
    log.calls([shell('c1')]);
    const session = await read(log);
    const call = callNamed(session, 'c1');
    expect(call).toMatchObject({ agent: 'gemini', status: 'ok', toolId: 'shell', model: 'gemini-9' });
    expect(call.duration).toEqual({
      ms: 1000,
      basis: 'between-records',
      bound: 'at-most',
      includes: ['approval', 'hooks'],
    });
    expect(stagesOf(call).map(({ name, state }) => [name, state])).toEqual([
      ['requested', 'inferred'],
      ['permission', 'not-logged'],
      ['hooks-before', 'not-logged'],
      ['running', 'inferred'],
      ['hooks-after', 'not-logged'],
      ['result', 'observed'],
      ['structured', 'none'],
    ]);
    expect(session.usage.map(({ usage }) => usage)).toEqual([
      { input: 40, output: 25, cacheRead: 60, cacheWrite: 0, reasoning: 5 },
    ]);
  });

  it('whose message was made with it has no duration', async () => {
    const log = new GeminiLog().prompt('weigh');
    const timestamp = log.time();
    const call = { ...log.callRecord(shell('c1')), timestamp };
    log.records.push({ id: 'm9', timestamp, type: 'gemini', content: '', model: 'gemini-9', toolCalls: [call] });
    expect(callNamed(await read(log), 'c1').duration).toBeNull();
  });

  it.each([
    ['cancelled', '[Operation Cancelled] Reason: User denied execution.', 'rejected', 'user-rejected'],
    ['cancelled', '[Operation Cancelled] Reason: User cancelled the operation.', 'interrupted', 'interrupted'],
    ['cancelled', '[Operation Cancelled] Reason: Operation cancelled', 'interrupted', 'interrupted'],
    ['error', 'Tool execution denied by policy. No digging.', 'denied', 'permission-rule'],
    ['error', 'Tool "dig" not found in registry.', 'error', 'unknown-tool'],
    ['success', 'Output: no\nExit Code: 3\nProcess Group PGID: 1', 'error', 'program-failed'],
  ])('%s with %j is %s', async (status, output, came, code) => {
    const log = new GeminiLog();
    log.calls([shell('c1', output, status)]);
    expect(callNamed(await read(log), 'c1')).toMatchObject({ status: came, failure: { code } });
  });

  it('without a status or a result is one of which nobody knows how it came out', async () => {
    const log = new GeminiLog();
    log.message('gemini', { toolCalls: [{ id: 'c1', name: 'read_file', args: { file_path: 'a' } }] });
    expect(callNamed(await read(log), 'c1')).toMatchObject({ status: 'unknown', failure: null });
  });
});

describe('what is taken back', () => {
  it('was real, and is off the branch that stands', async () => {
    const log = new GeminiLog().prompt('pears');
    log.calls([shell('c1')]);
    const second = log.message('user', { content: 'plums' });
    log.calls([shell('c2')]);
    log.rewind(second).prompt('figs');
    log.calls([shell('c3')]);
    const flags = (await read(log)).calls.map(({ callId, flags: set }) => [callId, set.includes('off-branch')]);
    expect(flags).toEqual([
      ['c1', false],
      ['c2', true],
      ['c3', false],
    ]);
  });

  it('is everything, where the line names a message that is not there', async () => {
    const log = new GeminiLog().prompt('pears');
    log.calls([shell('c1')]);
    log.rewind('nowhere');
    expect((await read(log)).calls.map(({ flags }) => flags.includes('off-branch'))).toEqual([true]);
  });
});

describe('a whole history', () => {
  it('that sums up what came before is a compaction, and takes no call away', async () => {
    const log = new GeminiLog().prompt('pears');
    log.calls([shell('c1')]);
    const summary = {
      id: 's1',
      timestamp: log.time(),
      type: 'user',
      content: [{ text: '<state_snapshot>pears</state_snapshot>' }],
    };
    log.set({ messages: [summary], lastUpdated: log.time() });
    log.prompt('plums');
    log.calls([shell('c2')]);
    const session = await read(log);
    expect(session.calls.map(({ callId, flags }) => [callId, flags.join()])).toEqual([
      ['c1', 'pre-compaction,implied'],
      ['c2', 'implied'],
    ]);
    expect(session.compactions.length).toBe(1);
    expect(session.messages.map(({ what }) => what)).toContain('compact-summary');
  });

  it('that only leaves out notices is none', async () => {
    const log = new GeminiLog().prompt('pears');
    log.calls([shell('c1')]);
    log.message('info', { content: 'A new version is there' });
    const [, prompt, , answer] = log.records;
    const session = await read(
      log.set({ messages: [prompt, answer] }).set({ summary: 'Pears', directories: ['/work/garden'] }),
    );
    expect(session.compactions).toEqual([]);
    expect(session.calls.length).toBe(1);
    expect(session.fields).toMatchObject({ title: 'Pears', titleBy: 'summary', cwd: '/work/garden' });
  });
});

describe('documents of older versions', () => {
  it('say the same as lines, and what stands in both counts once', async () => {
    const log = new GeminiLog().prompt('pears');
    log.calls([shell('c1'), shell('c2', 'no', 'error')]);
    const json = log.file.replace('.jsonl', '.json');
    const lines = essence(await readFiles({ [log.file]: log.text() }));
    expect(essence(await readFiles({ [json]: log.document() }))).toEqual(lines);
    log.prompt('plums');
    log.calls([shell('c3')]);
    const both = await readFiles({ [json]: log.document(), [log.file]: log.text() });
    expect(both.map(({ calls }) => calls.map(({ callId }) => callId))).toEqual([['c1', 'c2', 'c3']]);
    expect(both.flatMap(({ sources }) => sources).every(({ ledger }) => addsUp(ledger))).toBe(true);
  });

  it('tell where a call stands', async () => {
    const log = new GeminiLog().prompt('pears');
    log.calls([shell('c1')]);
    const session = await readOne({ 'chats/session-x.json': log.document() });
    expect(callNamed(session, 'c1').bodies.input).toMatchObject({ pointer: '/toolCalls/0/args' });
  });
});

describe('subagents', () => {
  it('have threads of their own, in the session whose folder they lie in', async () => {
    const log = new GeminiLog().prompt('pears');
    log.calls([
      { id: 'a1', name: 'invoke_agent', args: { prompt: 'Look' }, output: 'Dry.', more: { agentId: 'gardener-1' } },
    ]);
    const agent = new GeminiLog({ kind: 'subagent', directories: ['/work/garden'] }, 'gardener-1');
    agent.calls([shell('c2')]);
    const path = `.gemini/tmp/garden/chats/${log.session}/gardener-1.jsonl`;
    const session = await readOne({ [log.file]: log.text(), [path]: agent.text() });
    expect(callNamed(session, 'a1').agentId).toBe('gardener-1');
    expect(callNamed(session, 'c2')).toMatchObject({ thread: 'gardener-1', parentCall: 'a1' });
  });
});
