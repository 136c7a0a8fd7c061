import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { call, custom, customOutput, event, only, output, words } from './samples/lines.ts';

const running = (session: number) =>
  `Chunk ID: a\nWall time: 10.0 seconds\nProcess running with session ID ${session}\nOutput:\n`;
const exited = (code: number) => `Chunk ID: b\nWall time: 1.0 seconds\nProcess exited with code ${code}\nOutput:\ndone`;
const poll = (id: string, session: unknown) => call(id, 'write_stdin', { session_id: session, chars: '' });

it('joins polls to the command they go on with, and ends it once', () => {
  const records = [
    call('c1', 'exec_command', { cmd: 'make' }),
    output('c1', running(7)),
    poll('c2', 7),
    output('c2', running(7)),
    poll('c3', '7'),
    output('c3', exited(2)),
  ];
  expect(
    only('call-resulted', records).map(({ callId, verdict, background, continues }) => [
      callId,
      verdict.status,
      verdict.rule,
      background,
      continues,
    ]),
  ).toEqual([
    ['c1', 'background', 'process-running', { kind: 'shell', taskId: 'session:7@c1' }, undefined],
    ['c2', 'ok', 'poll:running', null, 'session:7@c1'],
    ['c3', 'ok', 'poll:ended', null, 'session:7@c1'],
  ]);
  expect(only('background-ended', records)).toMatchObject([
    { callId: 'c1', taskId: 'session:7@c1', status: 'failed', exitCode: 2, message: 'done', via: 'poll' },
  ]);
});

it('takes a command for stopped that ends after the agent typed Ctrl-C', () => {
  const type = (id: string, chars: string) => call(id, 'write_stdin', { session_id: 7, chars });
  const begun = [call('c1', 'exec_command', { cmd: 'serve' }), output('c1', running(7))];
  const ends = (records: readonly JsonObject[]) =>
    only('background-ended', [...begun, ...records]).map(({ status, exitCode }) => [status, exitCode]);
  expect(ends([type('c2', '\u0003'), output('c2', exited(130))])).toEqual([['killed', 130]]);
  expect(ends([type('c2', '\u0003'), output('c2', running(7)), type('c3', ''), output('c3', exited(1))])).toEqual([
    ['killed', 1],
  ]);
  expect(ends([type('c2', '\u0003'), output('c2', running(7)), type('c3', 'go\n'), output('c3', exited(1))])).toEqual([
    ['failed', 1],
  ]);
  expect(ends([type('c2', '\u0003'), output('c2', exited(0))])).toEqual([['completed', 0]]);
});

it('keeps tasks apart that use a number again', () => {
  const records = [
    call('c1', 'exec_command', {}),
    output('c1', running(7)),
    poll('c2', 7),
    output('c2', exited(0)),
    call('c3', 'exec_command', {}),
    output('c3', running(7)),
    poll('c4', 7),
    output('c4', exited(0)),
  ];
  expect(only('background-ended', records).map(({ callId, taskId }) => [callId, taskId])).toEqual([
    ['c1', 'session:7@c1'],
    ['c3', 'session:7@c3'],
  ]);
});

it('lets a poll speak for a command that is not on record', () => {
  const records = [poll('c1', 99), output('c1', exited(1))];
  expect(only('call-resulted', records)).toMatchObject([{ continues: 'session:99', verdict: { status: 'error' } }]);
  expect(only('background-ended', records)).toEqual([]);
});

it('takes an end event for the end of a command left running', () => {
  const records = [
    call('c1', 'exec_command', { cmd: 'make' }),
    output('c1', running(7)),
    event({
      type: 'exec_command_end',
      call_id: 'c1',
      exit_code: 0,
      status: 'completed',
      duration: { secs: 12, nanos: 0 },
    }),
  ];
  expect(words(records)).toEqual(['call-requested', 'call-resulted', 'result-supplemented background-ended']);
  expect(only('background-ended', records)).toMatchObject([
    { callId: 'c1', status: 'completed', exitCode: 0, reportedMs: 12_000 },
  ]);
});

describe('scripts', () => {
  const head = (text: string) => [{ type: 'input_text', text: `${text}\nWall time 1.0 seconds\nOutput:\n` }];

  it('go on under a cell until a wait sees the end', () => {
    const records = [
      custom('c1', 'exec', 'await tools.exec_command({cmd: "make"})'),
      customOutput('c1', 'Script running with cell ID 3\nWall time 10.0 seconds\nOutput:\n'),
      call('c2', 'wait', { cell_id: '3' }),
      output('c2', head('Script failed')),
    ];
    expect(only('call-resulted', records).map(({ verdict, continues }) => [verdict.status, continues])).toEqual([
      ['background', undefined],
      ['ok', 'cell:3@c1'],
    ]);
    expect(only('background-ended', records)).toMatchObject([{ callId: 'c1', taskId: 'cell:3@c1', status: 'failed' }]);
  });

  it('are killed when a wait terminates them', () => {
    const records = [
      custom('c1', 'exec', 'x'),
      customOutput('c1', 'Script running with cell ID 3\nWall time 10.0 seconds\nOutput:\n'),
      call('c2', 'wait', { cell_id: 3, terminate: true }),
      output('c2', head('Script terminated')),
    ];
    expect(only('background-ended', records)).toMatchObject([{ status: 'killed' }]);
  });

  it('leave sessions running that they print: polls are tied to the script, and speak for themselves', () => {
    const printed = {
      type: 'input_text',
      text: '{"chunk_id":"a","wall_time_seconds":1.0,"session_id":42,"output":""}',
    };
    const records = [
      custom('c1', 'exec', 'x'),
      customOutput('c1', [...head('Script completed'), printed]),
      poll('c2', 42),
      output('c2', exited(1)),
    ];
    expect(only('call-resulted', records)).toMatchObject([
      { verdict: { status: 'ok' } },
      { verdict: { status: 'error' }, continues: 'session:42@c1' },
    ]);
    expect(only('background-ended', records)).toEqual([]);
  });

  it('are not what the wait for agents waits for', () => {
    expect(
      only('call-resulted', [call('c1', 'wait', { ids: ['a'] }), output('c1', '{"status":{}}')])[0]?.continues,
    ).toBeUndefined();
  });
});
