import { describe, expect, it } from 'vitest';
import { at, call, completed, custom, customOutput, event, only, output, TURN, words } from './samples/lines.ts';

const patched = (id: string) =>
  event(
    {
      type: 'patch_apply_end',
      call_id: id,
      turn_id: TURN,
      stdout: 'Success.',
      stderr: '',
      success: true,
      changes: {},
      status: 'completed',
    },
    3,
  );

describe('of a known call', () => {
  it('add to it, and stand in for an output that never comes', () => {
    const records = [custom('c1', 'apply_patch', 'patch'), patched('c1')];
    expect(words(records)).toEqual(['call-requested', 'result-supplemented call-resulted']);
    expect(only('call-resulted', records)).toMatchObject([
      { callId: 'c1', verdict: { status: 'ok', rule: 'end-event', placeholder: true }, content: 'Success.' },
    ]);
    expect(only('result-supplemented', records)).toMatchObject([
      { callId: 'c1', pointer: '/payload', value: { success: true } },
    ]);
  });

  it('only add to it when the output has come', () => {
    expect(
      words([
        custom('c1', 'apply_patch', 'x'),
        customOutput('c1', 'Exit code: 0\nWall time: 0 seconds\nOutput:\n'),
        patched('c1'),
      ]),
    ).toEqual(['call-requested', 'call-resulted', 'result-supplemented']);
  });

  it('decide where the output’s text does not: an MCP error is nowhere else', () => {
    const failed = event({
      type: 'mcp_tool_call_end',
      call_id: 'c1',
      invocation: { server: 's', tool: 't' },
      result: { Err: 'down' },
    });
    const [, real] = only('call-resulted', [
      call('c1', 'mcp__s__t', {}),
      failed,
      output('c1', 'Wall time: 0.1 seconds\nOutput:\ndown'),
    ]);
    expect(real?.verdict).toMatchObject({ status: 'error', failure: { code: 'mcp-error', blame: 'tool' } });
  });

  it('find it by its command when the item has an id of its own', () => {
    const item = completed({
      type: 'CommandExecution',
      id: 'item_9',
      command: ['bash', '-lc', 'ls'],
      status: 'completed',
      exit_code: 0,
    });
    expect(only('result-supplemented', [call('c1', 'exec_command', { cmd: 'ls' }), item])).toMatchObject([
      { callId: 'c1' },
    ]);
  });
});

describe('of no known call', () => {
  const command = {
    type: 'CommandExecution',
    id: 'exec-0001',
    command: ['bash', '-lc', 'ls'],
    cwd: 'file:///srv',
    status: 'failed',
    exit_code: 1,
    aggregated_output: 'no',
    duration: { secs: 0, nanos: 250_000_000 },
  };

  it('are calls made inside the script that is open', () => {
    const records = [
      custom('c1', 'exec', 'js'),
      completed(command, {}, 5),
      customOutput('c1', 'Script completed\nWall time 1.0 seconds\nOutput:\n', 6),
    ];
    expect(only('call-requested', records)[1]).toMatchObject({
      callId: 'exec-0001',
      tool: 'exec_command',
      implied: true,
      parentCall: 'c1',
      input: command,
      pointer: '/payload/item',
      at: Date.parse(at(5)) - 250,
      group: null,
    });
    expect(only('call-resulted', records)[0]).toMatchObject({
      callId: 'exec-0001',
      verdict: { status: 'error', rule: 'item-completed:end:exit-code', failure: { code: 'exit-code' } },
      content: 'no',
      structured: command,
      reportedMs: 250,
      pointers: { content: '/payload/item/aggregated_output', structured: '/payload/item' },
    });
  });

  it('belong to the script of their own turn, also when it went on or has just ended', () => {
    const inner = { ...command, id: 'exec-0002' };
    const goesOn = 'Script running with cell ID 1\nWall time 1.0 seconds\nOutput:\n';
    const parents = (records: Parameters<typeof only>[1]) =>
      only('call-requested', records).flatMap(({ parentCall }) => parentCall ?? []);
    const script = { ...custom('c1', 'exec', 'js') };
    const turned = {
      ...script,
      payload: { type: 'custom_tool_call', call_id: 'c1', name: 'exec', input: 'js', metadata: { turn_id: TURN } },
    };
    expect(parents([turned, customOutput('c1', goesOn), completed(inner)])).toEqual(['c1']);
    expect(
      parents([turned, customOutput('c1', 'Script completed\nWall time 1.0 seconds\nOutput:\n'), completed(inner)]),
    ).toEqual(['c1']);
    expect(parents([completed(inner)])).toEqual([]);
  });

  it('are not known while they run', () => {
    expect(words([completed({ ...command, status: 'in_progress', exit_code: null })])).toEqual([
      'ignored: state: step of a stream',
    ]);
  });

  it('are seen once: a second record about one adds to it', () => {
    expect(words([completed(command), completed(command)])).toEqual([
      'call-requested call-resulted',
      'result-supplemented',
    ]);
  });

  it('are the person’s own, if the person ran them', () => {
    expect(words([completed({ ...command, source: 'user_shell' })])).toEqual(['message-spoken']);
  });
});
