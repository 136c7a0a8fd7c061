// Tests whole Codex rollouts: commands over several calls, scripts and what runs in them, and how calls come out.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codex } from '../../src/formats/codex/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession } from '../../src/reading/live-session.ts';
import { openOnDisk } from '../../src/sources/files/open-log.ts';
import { folderWith } from '../support/claude-log.ts';
import { CodexLog, said } from '../support/codex-log.ts';
import { callNamed, readOne } from '../support/read.ts';

const PATCH = '*** Begin Patch\n*** Update File: src/pear.ts\n@@\n-old\n+new\n*** End Patch\n';
const CHANGES = { 'src/pear.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-old\n+new\n', move_path: null } };

function outcome({ callId, status, statusRule, duration }: ToolCall): unknown[] {
  return [callId, status, statusRule, duration === null ? null : [duration.ms, duration.basis, duration.bound]];
}

async function read(log: CodexLog) {
  const session = await readOne({ [log.file]: log.text() });
  expect(session.sources.every(({ ledger }) => addsUp(ledger))).toBe(true);
  return session;
}

describe('a command over several calls', () => {
  function served(last: string): CodexLog {
    return new CodexLog()
      .prompt('run the tests')
      .call('c1', 'exec_command', { cmd: 'npm test', yield_time_ms: 10_000 })
      .wait(9000)
      .output('c1', said.running(7))
      .call('c2', 'write_stdin', { session_id: 7, chars: '' })
      .wait(4000)
      .output('c2', said.running(7, 5))
      .call('c3', 'write_stdin', { session_id: 7, chars: '' })
      .wait(4000)
      .output('c3', last);
  }

  it('is one lifecycle: the first call ends when a poll sees the exit', async () => {
    const session = await read(served(said.exited(0, 5)));
    expect(session.calls.map(outcome)).toEqual([
      ['c1', 'ok', 'background-end:poll', [22_000, 'notification', 'at-most']],
      ['c2', 'ok', 'poll:running', [5000, 'reported', 'exact']],
      ['c3', 'ok', 'unified:exit-code', [5000, 'reported', 'exact']],
    ]);
    expect(callNamed(session, 'c1')).toMatchObject({
      facts: { exitCode: 0 },
      background: { kind: 'shell', taskId: 'session:7@c1', endedVia: 'poll', exitCode: 0, pollCalls: ['c2', 'c3'] },
    });
  });

  it('fails once, at the call that began it', async () => {
    const session = await read(served(said.exited(2, 5, '3 tests failed')));
    expect(session.calls.map(({ callId, status, failure }) => [callId, status, failure?.code ?? null])).toEqual([
      ['c1', 'error', 'tests-failed'],
      ['c2', 'ok', null],
      ['c3', 'ok', null],
    ]);
    expect(callNamed(session, 'c1').facts['exitCode']).toBe(2);
  });

  it('goes on in the background while nobody has seen its end', async () => {
    const session = await read(served(said.running(7, 5)));
    expect(session.calls.map(({ callId, status }) => [callId, status])).toEqual([
      ['c1', 'background'],
      ['c2', 'ok'],
      ['c3', 'ok'],
    ]);
    expect(callNamed(session, 'c1').duration).toBeNull();
  });

  it('tells commands apart whose session has the same number', async () => {
    const log = served(said.exited(1, 5))
      .call('d1', 'exec_command', { cmd: 'npm run serve' })
      .output('d1', said.running(7))
      .call('d2', 'write_stdin', { session_id: 7, chars: '\u0003' })
      .output('d2', said.exited(0));
    const session = await read(log);
    expect(session.calls.map(({ callId, status, background }) => [callId, status, background?.pollCalls])).toEqual([
      ['c1', 'error', ['c2', 'c3']],
      ['c2', 'ok', undefined],
      ['c3', 'ok', undefined],
      ['d1', 'ok', ['d2']],
      ['d2', 'ok', undefined],
    ]);
  });

  it('lets a poll speak for a command that is not on record', async () => {
    const log = new CodexLog().prompt('go').call('c1', 'write_stdin', { session_id: 3, chars: '' });
    const session = await read(log.output('c1', said.exited(1)));
    expect(session.calls.map(({ callId, status, facts }) => [callId, status, facts['exitCode']])).toEqual([
      ['c1', 'error', 1],
    ]);
  });
});

describe('scripts', () => {
  it('hold the calls that ran inside them, each with a life of its own', async () => {
    const log = new CodexLog().prompt('fix it').custom('c1', 'exec', 'await tools.apply_patch(patch)');
    log.event('patch_apply_end', {
      call_id: 'exec-1',
      turn_id: log.turn,
      stdout: 'Success. Updated the following files:\nM src/pear.ts\n',
      stderr: '',
      success: true,
      changes: CHANGES,
      status: 'completed',
    });
    log.event('mcp_tool_call_end', {
      call_id: 'exec-2',
      invocation: { server: 'orchard', tool: 'count', arguments: { tree: 'pear' } },
      duration: { secs: 1, nanos: 500_000_000 },
      result: { Err: 'no such tree' },
    });
    log.customOutput('c1', said.script('completed', 2.5));
    const session = await read(log);
    expect(session.calls.map(outcome)).toEqual([
      ['c1', 'ok', 'script-completed', [2500, 'reported', 'exact']],
      ['exec-1', 'ok', 'end-event:end:completed', null],
      ['exec-2', 'error', 'end-event:end:failed', [1500, 'reported', 'exact']],
    ]);
    expect(session.calls.map(({ tool, parentCall, flags }) => [tool, parentCall, flags])).toEqual([
      ['exec', null, []],
      ['apply_patch', 'c1', ['implied', 'nested']],
      ['mcp__orchard__count', 'c1', ['implied', 'nested']],
    ]);
    expect(callNamed(session, 'exec-1')).toMatchObject({
      toolId: 'edit',
      facts: { path: 'src/pear.ts', linesAdded: 1, linesRemoved: 1 },
    });
  });

  it('go on in cells, with calls inside until the last wait', async () => {
    const log = new CodexLog().prompt('go').custom('c1', 'exec', 'await tools.exec_command({cmd: "make"})');
    log.customOutput('c1', 'Script running with cell ID 4\nWall time 10.0 seconds\nOutput:\n');
    const command = { command: ['bash', '-lc', 'make'], cwd: 'file:///home/dev/orchard', source: 'agent' };
    log.call('c2', 'wait', { cell_id: '4', yield_time_ms: 1000 });
    log.completed(
      {
        type: 'CommandExecution',
        id: 'exec-1',
        ...command,
        status: 'failed',
        exit_code: 2,
        aggregated_output: 'make: *** no rule',
        duration: { secs: 11, nanos: 0 },
      },
      { started_at_ms: log.nowMs - 11_000, completed_at_ms: log.nowMs },
    );
    log.output('c2', said.script('completed', 1.5));
    const session = await read(log);
    expect(session.calls.map(outcome)).toEqual([
      ['c1', 'ok', 'background-end:poll', [4000, 'notification', 'at-most']],
      ['c2', 'ok', 'script-completed', [1500, 'reported', 'exact']],
      ['exec-1', 'error', 'item-completed:end:exit-code', [11_000, 'reported', 'exact']],
    ]);
    expect(callNamed(session, 'exec-1')).toMatchObject({
      toolId: 'shell',
      parentCall: 'c1',
      facts: { exitCode: 2 },
      summary: 'make',
    });
  });

  it('keep their calls apart from those of the next turn', async () => {
    const log = new CodexLog().prompt('one').custom('c1', 'exec', 'a()').customOutput('c1', said.script('completed'));
    log.prompt('two').custom('c2', 'exec', 'b()');
    const turn = log.turn;
    log.event('patch_apply_end', { call_id: 'exec-9', turn_id: turn, success: true, changes: CHANGES });
    const session = await read(log.customOutput('c2', said.script('completed')));
    expect(callNamed(session, 'exec-9').parentCall).toBe('c2');
  });
});

describe('calls of one response', () => {
  it('are a group, whatever the order of their outputs', async () => {
    const log = new CodexLog().prompt('go');
    log.call('c1', 'exec_command', { cmd: 'sleep 2' }).call('c2', 'exec_command', { cmd: 'true' });
    log.call('c3', 'exec_command', { cmd: 'false' });
    log.output('c2', said.exited(0)).output('c3', said.exited(1)).output('c1', said.exited(0, 2));
    log.call('c4', 'exec_command', { cmd: 'ls' }).output('c4', said.exited(0));
    const session = await read(log);
    expect(session.calls.map(({ callId, status, parallelGroup }) => [callId, status, parallelGroup])).toEqual([
      ['c1', 'ok', 'c1'],
      ['c2', 'ok', 'c1'],
      ['c3', 'error', 'c1'],
      ['c4', 'ok', null],
    ]);
  });
});

describe('ids', () => {
  it('that are used again are another call, also for the same command', async () => {
    const log = new CodexLog()
      .prompt('one')
      .call('call_0', 'shell', { command: ['ls'] })
      .output('call_0', said.metadata(0));
    log
      .prompt('two')
      .call('call_0', 'shell', { command: ['ls'] })
      .output('call_0', said.metadata(2));
    const session = await read(log);
    expect(session.calls.map(({ callId, occurrence, status }) => [callId, occurrence, status])).toEqual([
      ['call_0', 1, 'ok'],
      ['call_0', 2, 'error'],
    ]);
  });

  it('that are missing are made of the place, and the ledger says so', async () => {
    const log = new CodexLog().prompt('go').item({ type: 'function_call', name: 'shell', arguments: '{}' });
    const session = await read(log.item({ type: 'function_call_output', output: said.metadata(0) }));
    expect(session.calls.map(({ callId, status }) => [callId, status])).toEqual([
      [expect.stringMatching(/^at:\d+$/), 'ok'],
    ]);
    expect(session.sources[0]?.ledger.findings).toEqual(new Map([['call-without-id', 1]]));
  });
});

describe('outcomes', () => {
  it.each<[string, unknown, Partial<ToolCall>]>([
    ['a person said no', 'exec command rejected by user', { status: 'rejected' }],
    ['a hook said no', 'Command blocked by PreToolUse hook: no. Command: rm', { status: 'denied' }],
    ['aborted', 'aborted by user after 3.5s', { status: 'interrupted' }],
    ['aborted, with a head', 'Wall time: 3.5 seconds\naborted by user', { status: 'interrupted' }],
    [
      'timed out',
      'Exit code: 124\nWall time: 2 seconds\nOutput:\ncommand timed out after 2000 milliseconds',
      { status: 'error' },
    ],
    ['the command’s own 124', said.coded(124), { status: 'error' }],
    ['unknown tool', 'unsupported call: exec_command', { status: 'error' }],
    ['the encoding of 2025', said.metadata(0), { status: 'ok' }],
    ['blocks', [{ type: 'input_text', text: said.exited(3) }], { status: 'error' }],
    ['nothing', '', { status: 'ok' }],
  ])('%s', async (_, output, expected) => {
    const log = new CodexLog().prompt('go').call('c1', 'exec_command', { cmd: 'make' }).wait(4000).output('c1', output);
    expect(callNamed(await read(log), 'c1')).toMatchObject(expected);
  });

  it('names timeouts and refusals, and whose problem they are', async () => {
    const log = new CodexLog().prompt('go');
    const outputs = [
      'exec command rejected by user',
      'Exit code: 124\nWall time: 2 seconds\nOutput:\ncommand timed out after 2000 milliseconds',
      'aborted by user after 3.5s',
    ];
    for (const [i, output] of outputs.entries())
      log.call(`c${i}`, 'exec_command', { cmd: 'make' }).wait(3000).output(`c${i}`, output);
    const session = await read(log);
    expect(session.calls.map(({ failure, duration }) => [failure?.code, failure?.blame, duration?.ms])).toEqual([
      ['rejected-by-user', 'user', 4000],
      ['timed-out', 'environment', 2000],
      ['aborted', 'user', 3500],
    ]);
  });

  it('interrupts what was open when the turn was broken off, and nothing else', async () => {
    const log = new CodexLog().prompt('go').call('c1', 'exec_command', { cmd: 'ls' }).output('c1', said.exited(0));
    log.call('c2', 'exec_command', { cmd: 'sleep 60' });
    const turn = log.turn;
    log.event('turn_aborted', { turn_id: turn, reason: 'interrupted' }).prompt('again');
    const session = await read(log.call('c3', 'exec_command', { cmd: 'ls' }));
    expect(session.calls.map(({ callId, status, statusRule }) => [callId, status, statusRule])).toEqual([
      ['c1', 'ok', 'unified:exit-code'],
      ['c2', 'interrupted', 'turn-aborted'],
      ['c3', 'lost', 'no-result:ended'],
    ]);
  });

  it('takes a declined item for a refusal, and never for a change', async () => {
    const log = new CodexLog({ numbered: true, meta: { history_mode: 'paginated' } }).prompt('go');
    log
      .custom('c1', 'apply_patch', PATCH)
      .completed({ type: 'FileChange', id: 'c1', changes: CHANGES, status: 'declined' });
    log.customOutput('c1', 'patch rejected by user');
    log
      .custom('c2', 'apply_patch', PATCH)
      .completed({ type: 'FileChange', id: 'c2', changes: CHANGES, status: 'declined' });
    const session = await read(log);
    expect(session.calls.map(({ callId, status, statusRule }) => [callId, status, statusRule])).toEqual([
      ['c1', 'rejected', 'rejected-by-user'],
      ['c2', 'rejected', 'item-completed'],
    ]);
  });

  it('reads an output under its other name', async () => {
    const log = new CodexLog().prompt('go').call('c1', 'shell', { command: ['ls'] });
    log.item({ type: 'function_call_result', call_id: 'c1', result: said.metadata(2, 0.1, 'no such folder') });
    const session = await read(log);
    expect(callNamed(session, 'c1')).toMatchObject({
      status: 'error',
      facts: { exitCode: 2 },
      duration: { ms: 100, basis: 'reported' },
    });
  });
});

describe('turns', () => {
  it('are counted with reviews, whose words go to the reviewer only', async () => {
    const log = new CodexLog().prompt('plant pears').call('c1', 'exec_command', { cmd: 'ls' });
    log.output('c1', said.exited(0)).event('entered_review_mode', { user_facing_hint: 'current changes' });
    log.event('user_message', { message: 'Review the current changes.' });
    log.item({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<user_action>x</user_action>' }],
    });
    log.prompt('do what it says').call('c2', 'exec_command', { cmd: 'ls' });
    const { calls, messages } = await read(log.output('c2', said.exited(0)));
    expect(calls.map(({ callId, turn }) => [callId, turn])).toEqual([
      ['c1', 1],
      ['c2', 3],
    ]);
    expect(messages.map(({ what }) => what)).toEqual(['prompt', 'command', 'injected', 'prompt']);
  });
});

describe('times', () => {
  it('are not measured between records that were written together', async () => {
    const log = new CodexLog({ meta: { cli_version: '0.34.0' } });
    log
      .call('c1', 'shell', { command: ['make'] })
      .wait(-999)
      .output('c1', 'make: nothing to do');
    log
      .call('c2', 'shell', { command: ['make'] })
      .wait(-1000)
      .output('c2', said.metadata(0, 2.5));
    log
      .call('c3', 'shell', { command: ['make'] })
      .wait(500)
      .output('c3', 'make: nothing to do');
    log.item({ type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'pears' } });
    const session = await read(log);
    expect(session.calls.map(({ callId, duration }) => [callId, duration?.ms, duration?.basis])).toEqual([
      ['c1', undefined, undefined],
      ['c2', 2500, 'reported'],
      ['c3', 1500, 'between-records'],
      ['ws_1', undefined, undefined],
    ]);
    expect(session.calls.every(({ endedAt, status }) => endedAt !== null && status === 'ok')).toBe(true);
  });

  it('are not taken from a clock that was started too late, or is too coarse', async () => {
    const log = new CodexLog().call('c1', 'exec_command', { cmd: 'curl orchard' }).output('c1', said.exited(0, 0));
    log.call('c2', 'exec_command', { cmd: 'curl orchard' }).output('c2', said.exited(0, 0.0312));
    log.call('c3', 'shell_command', { command: 'ls' }).output('c3', said.coded(0, 0));
    log.call('c4', 'shell_command', { command: 'ls' }).output('c4', said.coded(0, 0.1));
    log.call('c5', 'write_stdin', { session_id: 7, chars: '' }).output('c5', said.exited(0, 0));
    const session = await read(log);
    expect(session.calls.map(outcome)).toEqual([
      ['c1', 'ok', 'unified:exit-code', [1000, 'between-records', 'at-most']],
      ['c2', 'ok', 'unified:exit-code', [31.2, 'reported', 'exact']],
      ['c3', 'ok', 'exit-code:exit-code', [1000, 'between-records', 'at-most']],
      ['c4', 'ok', 'exit-code:exit-code', [100, 'reported', 'exact']],
      ['c5', 'ok', 'unified:exit-code', [1000, 'between-records', 'at-most']],
    ]);
  });

  it('run to the end of a command whose first answer came at once', async () => {
    const log = new CodexLog()
      .call('c1', 'exec_command', { cmd: 'serve' })
      .wait(-1000)
      .output('c1', said.running(2, 0));
    log.wait(5000).call('c2', 'write_stdin', { session_id: 2, chars: '' }).output('c2', said.exited(0));
    expect(callNamed(await read(log), 'c1').duration).toMatchObject({ ms: 7000, basis: 'notification' });
  });
});

it('opens a log once, also where a record of the end comes before the output', async () => {
  const log = new CodexLog()
    .prompt('mend it')
    .custom('p1', 'apply_patch', PATCH)
    .event('patch_apply_end', { call_id: 'p1', success: true, stdout: 'Done', stderr: '', changes: CHANGES })
    .customOutput('p1', said.exited(0));
  const path = join(folderWith({ [log.file]: log.text() }), log.file);
  let opened = 0;
  const open = (name: string) => {
    opened++;
    return openOnDisk(name);
  };
  const live = new LiveSession(codex, log.thread, { messages: false, tracking: false, open });
  await live.readOn(live.addSource(path, 'main'), { isWhole: true });
  const { calls } = live.snapshot(false);
  expect(calls.map(({ callId, result }) => [callId, result])).toEqual([['p1', { kind: 'edited', via: 'structured' }]]);
  expect(opened).toBe(1);
});
