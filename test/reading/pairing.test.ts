// Tests pairing over whole files: ids only, any order, repetitions, reuse, and what is left over.

import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { callNamed, LONG_AFTER, readFiles, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const FILE = `${SID}.jsonl`;
const OUT = { stdout: 'x', stderr: '', interrupted: false, isImage: false };

describe('pairing', () => {
  it('pairs by id when results come out of order and before later requests of the same message', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'sleep 2' }, 'msg_1');
    log.call('toolu_b', 'Bash', { command: 'true' }, 'msg_1');
    log.result('toolu_b', 'b', { structured: OUT, isError: false });
    log.call('toolu_c', 'Read', { file_path: '/x' }, 'msg_1');
    log.result('toolu_c', 'gone', { isError: true, structured: 'Error: gone' });
    log.result('toolu_a', 'a', { structured: OUT, isError: false });
    const session = await readOne({ [FILE]: log.text() });
    expect(
      session.calls.map(({ callId, status, parallelGroup, turn }) => [callId, status, parallelGroup, turn]),
    ).toEqual([
      ['toolu_a', 'ok', 'msg_1', 1],
      ['toolu_b', 'ok', 'msg_1', 1],
      ['toolu_c', 'error', 'msg_1', 1],
    ]);
    expect(callNamed(session, 'toolu_a').duration).toEqual({
      ms: 5000,
      basis: 'between-records',
      bound: 'at-most',
      includes: ['approval', 'hooks'],
    });
  });

  it('tells of hooks and progress whose call is not in the log', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    const hook = { hookEvent: 'PostToolUse', hookName: 'PostToolUse:Edit', command: 'fmt' };
    log.add('attachment', { attachment: { type: 'hook_blocking_error', toolUseID: 'toolu_cut', ...hook } });
    log.add('progress', { parentToolUseID: 'toolu_gone', data: { type: 'bash_progress', elapsedTimeSeconds: 2 } });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.problems.map(({ code, params, ref }) => [code, params['callId'], ref?.line])).toEqual([
      ['traces-without-call', 'toolu_cut', 2],
      ['traces-without-call', 'toolu_gone', 3],
    ]);
  });

  it('reads several requests and several results in one record', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.add('assistant', {
      message: {
        id: 'msg_1',
        role: 'assistant',
        model: 'm',
        content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'Grep', input: { pattern: id } })),
      },
    });
    log.add('user', {
      message: {
        role: 'user',
        content: ['b', 'a'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: `for ${id}` })),
      },
      toolUseResult: { mode: 'content' },
    });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ callId, status }) => [callId, status])).toEqual([
      ['a', 'ok'],
      ['b', 'ok'],
    ]);
    expect(session.sources[0]?.ledger.findings.get('structured-result-unattributable')).toBe(1);
  });

  it('tells running from lost, and lost when the model went on', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_gone', 'Bash', { command: 'a' }, 'msg_1');
    log.call('toolu_open', 'Bash', { command: 'b' }, 'msg_2');
    const soonAfter = Date.UTC(2026, 2, 1, 9, 1, 0);
    expect((await readOne({ [FILE]: log.text() }, soonAfter)).calls.map(({ status }) => status)).toEqual([
      'lost',
      'running',
    ]);
    expect((await readOne({ [FILE]: log.text() }, LONG_AFTER)).calls.map(({ status }) => status)).toEqual([
      'lost',
      'lost',
    ]);
  });

  it('takes a reused id for another occurrence, each with its own result', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('one');
    const first = log.call('call_0', 'Bash', { command: 'a' }, 'm1');
    log.result('call_0', 'A', {
      structured: { ...OUT, stdout: 'A' },
      isError: false,
      fields: { sourceToolAssistantUUID: first },
    });
    log.prompt('two');
    log.call('call_0', 'Bash', { command: 'b' }, 'm2');
    log.result('call_0', 'Exit code 3\nB', { isError: true, structured: 'Error: Exit code 3\nB' });
    const session = await readOne({ [FILE]: log.text() });
    expect(
      session.calls.map(({ callId, occurrence, summary, status }) => [callId, occurrence, summary, status]),
    ).toEqual([
      ['call_0', 1, 'a', 'ok'],
      ['call_0', 2, 'b', 'error'],
    ]);
  });

  it('tells calls apart when a gateway gives every message and every call the same id', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    for (const n of [1, 2, 3]) {
      log.call('call_0', 'Bash', { command: 'git status' }, 'msg');
      log.result('call_0', `answer ${n}`, { structured: { ...OUT, stdout: `answer ${n}` }, isError: false });
    }
    const session = await readOne({ [FILE]: log.text() });
    expect(
      session.calls.map(({ occurrence, status, evidence }) => [occurrence, status, evidence.map(({ line }) => line)]),
    ).toEqual([
      [1, 'ok', [2, 3]],
      [2, 'ok', [4, 5]],
      [3, 'ok', [6, 7]],
    ]);
  });

  it('counts a replayed call once, flags a second result that differs, and keeps both as evidence', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'a' }, 'm1');
    log.result('toolu_a', 'first', { structured: OUT, isError: false });
    const replay = log.records[1];
    log.raw({ ...replay, uuid: 'ffffffff-0000-4000-8000-000000000001' });
    log.result('toolu_a', 'Exit code 1', { isError: true, structured: 'Error: Exit code 1' });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls).toHaveLength(1);
    const call = callNamed(session, 'toolu_a');
    expect(call.status).toBe('ok');
    expect(call.flags).toContain('duplicate-result');
    expect(call.copies.map(({ line }) => line)).toEqual([4]);
    expect(call.evidence.map(({ role, line }) => [role, line])).toEqual([
      ['request', 2],
      ['result', 3],
      ['duplicate', 5],
    ]);
  });

  it('prefers a real result to one that stands in for it', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'a' });
    log.result('toolu_a', '[Tool result missing due to internal error]', { isError: true });
    log.result('toolu_a', 'real', { structured: OUT, isError: false });
    expect(callNamed(await readOne({ [FILE]: log.text() }), 'toolu_a').status).toBe('ok');
  });

  it('reports a result without a call as a problem, not as a call', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.result('toolu_lost', 'x');
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls).toEqual([]);
    expect(session.problems.map(({ code, params }) => [code, params])).toEqual([
      ['result-without-call', { callId: 'toolu_lost' }],
    ]);
  });

  it('keeps calls without an id, each as a call of its own', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.add('assistant', {
      message: { id: 'm', role: 'assistant', content: [{ type: 'tool_use', name: 'Bash', input: { command: 'x' } }] },
    });
    const session = await readOne({ [FILE]: log.text() });
    expect(session.calls.map(({ tool, status }) => [tool, status])).toEqual([['Bash', 'lost']]);
  });

  it('pairs across files of one session', async () => {
    const one = new ClaudeLog(SID);
    one.prompt('go');
    one.call('toolu_a', 'Bash', { command: 'a' });
    const two = new ClaudeLog(SID).wait(60_000);
    two.rewindTo('11111111-0000-4000-8000-000000000002');
    two.add('user', {
      uuid: 'aaaaaaaa-0000-4000-8000-000000000009',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a', content: 'x' }] },
    });
    const session = await readOne({ 'a/full.jsonl': one.text(), 'b/full.jsonl': two.text() });
    expect(callNamed(session, 'toolu_a').status).toBe('ok');
    expect(session.sources.map(({ calls }) => calls)).toEqual([1, 0]);
  });

  it('counts forked and resumed copies once, in the first session, and says where they stand', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'a' });
    log.result('toolu_a', 'x', { structured: OUT, isError: false });
    const forked = '99999999-2222-4333-8444-555555555555';
    const fork = new ClaudeLog(forked).wait(600_000);
    for (const record of log.records) fork.raw({ ...record, sessionId: forked });
    fork.call('toolu_b', 'Bash', { command: 'b' });
    const sessions = await readFiles({ [FILE]: log.text(), [`${forked}.jsonl`]: fork.text() });
    expect(sessions.map(({ id, calls }) => [id, calls.map(({ callId }) => callId)])).toEqual([
      [SID, ['toolu_a']],
      [forked, ['toolu_b']],
    ]);
    expect(sessions[0]?.calls[0]?.copies.map(({ session, line }) => [session, line])).toEqual([[forked, 2]]);
    expect(sessions[1]?.sources[0]?.calls).toBe(1);
    expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
  });

  it('does not take equal gateway ids of two sessions for copies', async () => {
    const other = '99999999-2222-4333-8444-555555555555';
    const one = new ClaudeLog(SID);
    one.prompt('go');
    one.call('call_1', 'Bash', { command: 'a' }, 'msg_one');
    one.call('call_2', 'Bash', { command: 'b' }, 'msg');
    const two = new ClaudeLog(other).wait(5000);
    two.prompt('go');
    two.call('call_1', 'Bash', { command: 'a' }, 'msg_two');
    two.call('call_2', 'Bash', { command: 'c' }, 'msg');
    const sessions = await readFiles({ [FILE]: one.text(), [`${other}.jsonl`]: two.text() });
    expect(sessions.map(({ calls }) => calls.length)).toEqual([2, 2]);
  });

  it.each(['toolu_01AbCdEfGhIjKlMnOpQrStUv', 'toolu_a', 'call_7'])(
    'knows a copied call again though all its times and records are new, and though own calls come first: %s',
    async (id) => {
      const other = '99999999-2222-4333-8444-555555555555';
      const one = new ClaudeLog(SID);
      one.prompt('go');
      one.call(id, 'Bash', { command: 'a' }, 'msg_1');
      one.result(id, 'done');
      const two = new ClaudeLog(other).wait(5_000_000);
      two.prompt('go on');
      two.call('toolu_own', 'Bash', { command: 'b' }, 'msg_2');
      two.call(id, 'Bash', { command: 'a' }, 'msg_1');
      const sessions = await readFiles({ [`${other}.jsonl`]: two.text(), [FILE]: one.text() });
      expect(sessions.map(({ calls }) => calls.map(({ callId, copies }) => [callId, copies.length]))).toEqual([
        [[id, 1]],
        [['toolu_own', 0]],
      ]);
    },
  );

  it('knows it again in lines with spaces, and with the members of a block in another order', async () => {
    const other = '99999999-2222-4333-8444-555555555555';
    const block = {
      name: 'Bash',
      input: { command: 'a' },
      id: 'toolu_a',
      caller: { type: 'direct' },
      type: 'tool_use',
    };
    const log = (session: string): string =>
      JSON.stringify({ type: 'assistant', sessionId: session, message: { id: 'msg_1', content: [block] } }, null, 1)
        .split('\n')
        .join(' ');
    const sessions = await readFiles({ [FILE]: `${log(SID)}\n`, [`${other}.jsonl`]: `${log(other)}\n` });
    expect(sessions.map(({ calls }) => calls.length)).toEqual([1, 0]);
  });
});

describe('usage', () => {
  it('counts each message once, by its largest output', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    for (const [i, output] of [1, 40, 40].entries()) {
      log.add('assistant', {
        requestId: 'req_1',
        message: {
          id: 'msg_1',
          role: 'assistant',
          model: 'm',
          content: [{ type: 'text', text: `t${i}` }],
          usage: { input_tokens: 5, output_tokens: output },
        },
      });
    }
    const session = await readOne({ [FILE]: log.text() });
    expect(session.usage).toEqual([
      { model: 'm', messages: 1, usage: { input: 5, output: 40, cacheRead: 0, cacheWrite: 0, reasoning: 0 } },
    ]);
  });
});
