import { describe, expect, it } from 'vitest';
import {
  call,
  custom,
  customOutput,
  event,
  item,
  line,
  meta,
  only,
  output,
  readAll,
  refOf,
  seen,
  TURN,
  words,
} from './samples/lines.ts';

const EXIT_0 = 'Exit code: 0\nWall time: 0.5 seconds\nOutput:\nhi';

it('makes a call of a request and its output', () => {
  const context = line('turn_context', { model: 'gpt-x', cwd: '/srv/app', turn_id: TURN });
  const request = item(
    { type: 'function_call', id: 'fc_1', name: 'shell_command', arguments: '{"command":"ls"}', call_id: 'c1' },
    1,
  );
  expect(seen([context, request, output('c1', EXIT_0, 2)]).slice(1)).toEqual([
    {
      kind: 'call-requested',
      ref: refOf(1),
      at: Date.parse('2026-07-01T10:00:01.000Z'),
      thread: 'main',
      callId: 'c1',
      tool: 'shell_command',
      input: { command: 'ls' },
      record: 'fc_1',
      group: 'c1',
      model: 'gpt-x',
      pointer: '/payload/arguments',
    },
    {
      kind: 'call-resulted',
      ref: refOf(2),
      at: Date.parse('2026-07-01T10:00:02.000Z'),
      thread: 'main',
      callId: 'c1',
      verdict: { status: 'ok', rule: 'exit-code:exit-code', failure: null },
      content: EXIT_0,
      structured: undefined,
      record: null,
      requestRecord: null,
      background: null,
      agentId: null,
      runId: null,
      pointers: { content: '/payload/output', structured: null },
      reportedMs: 500,
    },
  ]);
});

it('reads every kind of request', () => {
  const requests = only('call-requested', [
    custom('c1', 'apply_patch', '*** Begin Patch\n*** End Patch'),
    item({ type: 'local_shell_call', call_id: 'c2', status: 'completed', action: { type: 'exec', command: ['ls'] } }),
    item({ type: 'tool_search_call', call_id: 'c3', arguments: { query: 'q' } }),
    item({ type: 'function_call', name: 'find', namespace: 'mcp__docs', arguments: '{broken', call_id: 'c4' }),
    item({ type: 'function_call', name: 'x', arguments: { already: 'parsed' }, call_id: 'c5' }),
    item({ type: 'function_call', name: 'bare', call_id: 'c6' }),
  ]);
  expect(requests.map(({ callId, tool, input }) => [callId, tool, input])).toEqual([
    ['c1', 'apply_patch', '*** Begin Patch\n*** End Patch'],
    ['c2', 'local_shell', { type: 'exec', command: ['ls'] }],
    ['c3', 'tool_search', { query: 'q' }],
    ['c4', 'mcp__docs__find', '{broken'],
    ['c5', 'x', { already: 'parsed' }],
    ['c6', 'bare', undefined],
  ]);
});

it('gives calls of one response one group, until an output comes', () => {
  const groups = only('call-requested', [
    call('c1', 'a', {}),
    call('c2', 'a', {}),
    output('c1', ''),
    output('c2', ''),
    call('c3', 'a', {}),
  ]).map(({ group }) => group);
  expect(groups).toEqual(['c1', 'c1', 'c3']);
});

it('gives hosted searches no group: they have ended before the next call is made', () => {
  const search = (id: string) => item({ type: 'web_search_call', id, status: 'completed', action: { type: 'search' } });
  const groups = only('call-requested', [search('w1'), search('w2'), call('c1', 'a', {}), call('c2', 'a', {})]);
  expect(groups.map(({ callId, group }) => [callId, group])).toEqual([
    ['w1', null],
    ['w2', null],
    ['c1', 'c1'],
    ['c2', 'c1'],
  ]);
});

describe('outputs', () => {
  it('takes text, blocks, one block, and the object of older builds', () => {
    const contents = only('call-resulted', [
      output('c1', [
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        { type: 'input_image', image_url: 'https://pictures.example/a.png' },
        { type: 'encrypted_content', encrypted_content: 'zzz' },
      ]),
      output('c2', { type: 'input_text', text: 'one' }),
      output('c3', { content: 'old', success: false }),
      output('c4', null),
      item({ type: 'function_call_result', call_id: 'c5', result: 'seed' }),
      item({
        type: 'tool_search_output',
        call_id: 'c6',
        status: 'completed',
        tools: [{ name: 'g', tools: [{ name: 'a' }] }, { name: 'b' }],
      }),
    ]).map(({ content, verdict }) => [content, verdict.status]);
    expect(contents).toEqual([
      [
        [
          { type: 'text', text: 'a' },
          { type: 'image', mediaType: 'image/png', bytes: 3, pointer: '/payload/output/1/image_url' },
          { type: 'link', uri: 'https://pictures.example/a.png', title: null },
          { type: 'other', kind: 'encrypted_content', value: null },
        ],
        'ok',
      ],
      [[{ type: 'text', text: 'one' }], 'ok'],
      ['old', 'error'],
      ['', 'ok'],
      ['seed', 'ok'],
      [
        [
          { type: 'tool-reference', name: 'a' },
          { type: 'tool-reference', name: 'b' },
        ],
        'ok',
      ],
    ]);
  });

  it('finds the call of an output that names none, if only one is open', () => {
    const nameless = item({ type: 'function_call_output', output: 'x' });
    expect(only('call-resulted', [call('c1', 'a', {}), nameless]).map(({ callId }) => callId)).toEqual(['c1']);
    expect(readAll([nameless])).toMatchObject([{ kind: 'observed', findings: ['output-without-call-id'] }]);
  });
});

it('names a call without an id after its place, and says so', () => {
  const [reading] = readAll([item({ type: 'function_call', name: 'a', arguments: '{}' })]);
  expect(reading).toMatchObject({ observations: [{ callId: 'at:0' }], findings: ['call-without-id'] });
});

describe('times between records', () => {
  const marks = (...records: Parameters<typeof only>[1][number][]) =>
    only('call-resulted', records).map(({ isWrittenWithRequest }) => isWrittenWithRequest);

  it.each([
    [0, true],
    [0.001, true],
    [0.002, true],
    [0.003, undefined],
    [60, undefined],
  ])('an output %s seconds after its request: written with it? %s', (second, expected) => {
    expect(marks(call('c1', 'shell', { command: ['ls'] }), output('c1', 'x', second))).toEqual([expected]);
  });

  it('are marked in end events and self-contained calls too, and never without a time', () => {
    const ended = event({ type: 'patch_apply_end', call_id: 'c1', success: true, status: 'completed' }, 0.001);
    expect(marks(custom('c1', 'apply_patch', '*** Begin Patch'), ended)).toEqual([true]);
    expect(marks(item({ type: 'web_search_call', id: 'ws_1', status: 'completed' }))).toEqual([true]);
    const undated = { ...output('c1', 'x'), timestamp: null };
    expect(marks(call('c1', 'shell', { command: ['ls'] }), undated)).toEqual([undefined]);
  });

  it('are known over a restart', () => {
    const records = [call('c1', 'shell', { command: ['ls'] }), output('c1', 'x', 0.001)];
    expect(readAll(records, 1)).toEqual(readAll(records));
  });
});

describe('self-contained calls', () => {
  const search = item({
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', query: 'q' },
  });
  const ended = event({ type: 'web_search_end', call_id: 'ws_1', query: 'q', action: { type: 'search', query: 'q' } });

  it('are request and result in one', () => {
    expect(words([search])).toEqual(['call-requested call-resulted']);
    const picture = item({
      type: 'image_generation_call',
      id: 'ig_1',
      status: 'completed',
      revised_prompt: 'a cat',
      result: 'AAAA',
    });
    expect(seen([picture])).toMatchObject([
      { tool: 'image_generation', input: { prompt: 'a cat' } },
      { content: [{ type: 'image', mediaType: 'image/png', bytes: 3, pointer: '/payload/result' }] },
    ]);
    expect(only('call-resulted', [item({ type: 'web_search_call', id: 'ws_2', status: 'failed' })])).toMatchObject([
      { verdict: { status: 'error', failure: { code: 'item-failed' } } },
    ]);
    for (const status of ['in_progress', 'searching', 'generating'])
      expect(words([item({ type: 'web_search_call', id: 'ws_3', status })])).toEqual(['call-requested']);
  });

  it('have an end event that comes first and adds to them', () => {
    expect(words([ended, search])).toEqual(['result-supplemented', 'call-requested call-resulted']);
    expect(words([search, ended])).toEqual(['call-requested call-resulted', 'result-supplemented']);
  });

  it('take their id from that event where they have none', () => {
    const nameless = item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } });
    expect(only('call-requested', [ended, nameless]).map(({ callId }) => callId)).toEqual(['ws_1']);
  });

  it('are made up from the event when the turn ends without them', () => {
    const records = [ended, event({ type: 'task_complete', turn_id: TURN })];
    expect(words(records)).toEqual(['result-supplemented', 'call-requested call-resulted']);
    expect(only('call-requested', records)).toMatchObject([
      { callId: 'ws_1', tool: 'web_search', implied: true, ref: refOf(0), pointer: '/payload/action' },
    ]);
  });
});

it('keeps a script’s notices apart from its result', () => {
  const notice = item({ type: 'custom_tool_call_output', call_id: 'c1', name: 'exec', output: 'half way' });
  const done = customOutput('c1', [{ type: 'input_text', text: 'Script completed\nWall time 2.0 seconds\nOutput:\n' }]);
  const records = [custom('c1', 'exec', 'text(1)'), notice, done];
  expect(words(records)).toEqual(['call-requested', 'progress-made call-resulted', 'call-resulted']);
  expect(only('call-resulted', records).map(({ verdict }) => [verdict.rule, verdict.placeholder])).toEqual([
    ['script-notice', true],
    ['script-completed', undefined],
  ]);
  // The head of a result makes it one, also where it has the tool's name.
  const output = 'Script completed\nWall time 2.0 seconds\nOutput:\n';
  const named = item({ type: 'custom_tool_call_output', call_id: 'c1', name: 'exec', output });
  expect(only('call-resulted', [custom('c1', 'exec', 'text(1)'), named])).toMatchObject([
    { verdict: { status: 'ok', rule: 'script-completed' } },
  ]);
});

it('reads the requests of dynamic tools, and their responses', () => {
  const request = event({
    type: 'dynamic_tool_call_request',
    callId: 'd1',
    turnId: TURN,
    namespace: 'app',
    tool: 'open',
    arguments: { a: 1 },
  });
  const response = event({
    type: 'dynamic_tool_call_response',
    call_id: 'd1',
    tool: 'open',
    success: true,
    content_items: [],
  });
  expect(words([request, response, request])).toEqual([
    'call-requested',
    'result-supplemented call-resulted',
    'ignored: twin of a call',
  ]);
  expect(only('call-requested', [meta(), request])).toMatchObject([{ tool: 'app/open', input: { a: 1 } }]);
  const item = {
    type: 'DynamicToolCall',
    id: 'exec-1',
    namespace: 'app',
    tool: 'open',
    arguments: '{"a":1}',
    success: true,
  };
  expect(only('call-requested', [meta(), event({ type: 'item_completed', turn_id: TURN, item })])).toMatchObject([
    { tool: 'app/open', input: { a: 1 }, pointer: '/payload/item/arguments' },
  ]);
});

describe('a command that failed in a sandbox', () => {
  const FAILED = 'Exit code: 6\nWall time: 0.5 seconds\nOutput:\nno such host';
  const rulesUnder = (policy: unknown, input: unknown = { command: 'curl pears.example' }): string[] => {
    const context = line('turn_context', { turn_id: TURN, sandbox_policy: policy });
    const observations = seen([context, call('c1', 'shell_command', input, 1), output('c1', FAILED, 2)]);
    return observations.flatMap((one) => (one.kind === 'call-resulted' ? [one.verdict.rule] : []));
  };

  it.each([
    [{ type: 'read-only' }, 'exit-code:exit-code+sandbox-offline'],
    [{ mode: 'workspace-write' }, 'exit-code:exit-code+sandbox-offline'],
    [{ type: 'workspace-write', network_access: true }, 'exit-code:exit-code+sandbox'],
    [{ type: 'danger-full-access' }, 'exit-code:exit-code'],
    [undefined, 'exit-code:exit-code'],
  ])('says so: %j', (policy, rule) => {
    expect(rulesUnder(policy)).toEqual([rule]);
  });

  it('does not where it was to run outside of it', () => {
    const policy = { type: 'workspace-write' };
    expect(rulesUnder(policy, { command: 'x', with_escalated_permissions: true })).toEqual(['exit-code:exit-code']);
    expect(rulesUnder(policy, { command: 'x', sandbox_permissions: 'require_escalated' })).toEqual([
      'exit-code:exit-code',
    ]);
  });

  it('reads exit code and time behind a repeated command', () => {
    const text =
      'Command: ls pears\nChunk ID: 6d\nWall time: 0.5 seconds\nProcess exited with code 2\nOutput:\nno pears';
    const results = seen([call('c1', 'exec_command', { cmd: 'ls pears' }), output('c1', text, 2)]);
    expect(results.at(-1)).toMatchObject({
      kind: 'call-resulted',
      verdict: { status: 'error', rule: 'unified:exit-code' },
      reportedMs: 500,
    });
  });
});
