import { describe, expect, it } from 'vitest';
import { call, completed, custom, event, item, line, meta, only, output, seen, TURN, words } from './samples/lines.ts';

const said = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });

describe('session and turns', () => {
  it('describes the session, then only what changes', () => {
    const context = (cwd: string) =>
      line('turn_context', { cwd, model: 'gpt-x', approval_policy: 'never', turn_id: TURN });
    const records = [
      meta({ git: { branch: 'main' } }),
      context('/srv/app'),
      context('/srv/app'),
      context('file:///srv/two'),
    ];
    expect(only('session-described', records).map(({ fields }) => fields)).toEqual([
      { cwd: '/srv/app', version: '0.150.0', gitBranch: 'main' },
      { permissionMode: 'never' },
      { cwd: '/srv/two' },
    ]);
    expect(words(records)[2]).toBe('ignored: state: settings unchanged');
  });

  it('takes settings and names from events', () => {
    const applied = event({
      type: 'thread_settings_applied',
      thread_settings: { cwd: '/a', model: 'gpt-y', approval_policy: 'untrusted' },
    });
    const named = event({ type: 'thread_name_updated', thread_name: 'Tidy up' });
    expect(only('session-described', [applied, named]).map(({ fields }) => fields)).toEqual([
      { cwd: '/a', permissionMode: 'untrusted' },
      { title: 'Tidy up', titleBy: 'user' },
    ]);
    expect(only('call-requested', [applied, call('c1', 'a', {})])[0]?.model).toBe('gpt-y');
  });

  it('measures turns and says how they failed', () => {
    const done = event({
      type: 'task_complete',
      turn_id: TURN,
      duration_ms: 1200,
      error: { message: 'limit reached' },
    });
    expect(words([event({ type: 'task_started', turn_id: TURN }), done])).toEqual([
      'ignored: state: turn began',
      'turn-measured message-spoken',
    ]);
    expect(only('message-spoken', [done])).toMatchObject([{ what: 'api-error', text: 'limit reached' }]);
  });

  it('interrupts the calls of a turn that was aborted, until a real output says more', () => {
    const start = event({ type: 'task_started', turn_id: TURN });
    const aborted = event({ type: 'turn_aborted', turn_id: TURN, reason: 'interrupted' });
    const records = [
      start,
      call('c1', 'a', {}),
      output('c1', 'x'),
      call('c2', 'a', {}),
      aborted,
      output('c2', 'aborted by user after 2.0s'),
    ];
    expect(
      only('call-resulted', records).map(({ callId, verdict }) => [
        callId,
        verdict.status,
        verdict.rule,
        verdict.placeholder,
      ]),
    ).toEqual([
      ['c1', 'ok', 'output-arrived', undefined],
      ['c2', 'interrupted', 'turn-aborted', true],
      ['c2', 'interrupted', 'aborted-by-user', undefined],
    ]);
  });

  it('rolls turns back', () => {
    expect(only('turns-rolled-back', [event({ type: 'thread_rolled_back', num_turns: 2 })])).toMatchObject([
      { turns: 2 },
    ]);
  });
});

describe('twins', () => {
  it('counts a message once: the response item', () => {
    expect(
      words([
        said('user', 'Hello'),
        event({ type: 'user_message', message: 'Hello' }),
        event({ type: 'agent_message', message: 'Hi' }),
        said('assistant', 'Hi'),
        completed({ type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text: 'Hi' }] }),
        event({ type: 'agent_reasoning', text: 'Hm' }),
        completed({ type: 'FunctionCallOutput', id: 'o' }),
      ]),
    ).toEqual([
      'message-spoken',
      'ignored: twin of a response item',
      'ignored: twin of a response item',
      'message-spoken',
      'ignored: twin of a response item',
      'ignored: twin of a response item',
      'ignored: twin of a response item',
    ]);
  });

  it('takes events at their word in a file without response items, in either order', () => {
    const events = [event({ type: 'user_message', message: 'Hello' }), event({ type: 'agent_message', message: 'Hi' })];
    expect(only('message-spoken', events).map(({ what, text }) => [what, text])).toEqual([
      ['prompt', 'Hello'],
      ['answer', 'Hi'],
    ]);
    expect(words([...events, said('user', 'Hello')])).toEqual([
      'message-spoken',
      'message-spoken',
      'ignored: twin of an event',
    ]);
    expect(words([completed({ type: 'UserMessage', id: 'u', content: [{ type: 'text', text: 'Hello' }] })])).toEqual([
      'message-spoken',
    ]);
  });

  it('shows thoughts, and passes over encrypted ones', () => {
    const thought = item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] });
    const hidden = item({ type: 'reasoning', summary: [], encrypted_content: 'zz' });
    const raw = event({ type: 'agent_reasoning_raw_content', text: 'Hm, raw' });
    expect(words([thought, hidden, raw])).toEqual(['message-spoken', 'ignored: encrypted reasoning', 'message-spoken']);
    const shown = item({ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm, raw' }] });
    expect(words([shown, raw])).toEqual(['message-spoken', 'ignored: twin of a response item']);
  });

  it('counts a compaction once, whichever record comes first', () => {
    const compacted = line('compacted', {
      message: 'So far',
      replacement_history: [{ type: 'function_call', call_id: 'old' }],
    });
    const told = event({ type: 'context_compacted' });
    expect(words([compacted, told, said('assistant', 'On'), told, compacted])).toEqual([
      'context-compacted message-spoken',
      'ignored: twin of a compaction',
      'message-spoken',
      'context-compacted',
      'ignored: twin of a compaction',
    ]);
    expect(words([compacted, compacted])).toEqual([
      'context-compacted message-spoken',
      'context-compacted message-spoken',
    ]);
    expect(
      words([
        item({ type: 'compaction_summary', encrypted_content: 'z' }),
        completed({ type: 'ContextCompaction', id: 'x' }),
      ]),
    ).toEqual(['context-compacted', 'ignored: twin of a compaction']);
  });

  it('counts tokens by usage records where there are any, else by events', () => {
    const usage = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 };
    const count = event({ type: 'token_count', info: { total_token_usage: usage, last_token_usage: usage } });
    const record = line('token_usage_record', { response_id: 'r1', usage, thread_token_usage: usage });
    expect(words([count, event({ type: 'token_count', info: null })])).toEqual([
      'usage-counted',
      'ignored: state: limits without a count',
    ]);
    expect(words([record, count])).toEqual(['usage-counted', 'ignored: twin of a usage record']);
    expect(only('usage-counted', [record])).toMatchObject([
      { key: 'r1', usage: { input: 6, cacheRead: 4, output: 2 } },
    ]);
  });
});

describe('approvals, where a build writes them', () => {
  it('tells what the reviewer decided', () => {
    const review = (status: string) =>
      event({ type: 'guardian_assessment', id: 'g', target_item_id: 'c1', status, rationale: 'why' });
    expect(words([review('in_progress')])).toEqual(['ignored: state: approval review began']);
    expect(
      only('permission-decided', ['approved', 'denied', 'timed_out'].map(review)).map(({ callId, decision, by }) => [
        callId,
        decision,
        by,
      ]),
    ).toEqual([
      ['c1', 'allowed', 'classifier'],
      ['c1', 'denied', 'classifier'],
      ['c1', 'denied', 'nobody'],
    ]);
  });

  it('tells that a person was asked', () => {
    expect(
      only('permission-decided', [event({ type: 'exec_approval_request', call_id: 'c1', command: ['ls'] })]),
    ).toMatchObject([{ callId: 'c1', decision: 'asked', message: 'ls' }]);
  });
});

describe('every other record', () => {
  it.each([
    [line('world_state', { full: true }), 'ignored: state: environment snapshot'],
    [line('world_state', null), 'ignored: state: environment snapshot'],
    [line('inter_agent_communication_metadata', { trigger_turn: false }), 'ignored: state: delivery of a message'],
    [line('inter_agent_communication', { author: '/root/a', content: 'hi' }), 'message-spoken'],
    [line('security_risk_score', {}), 'ignored: state: risk score'],
    [line('retained_context', {}), 'ignored: state: context checkpoint'],
    [line('realtime_item', {}), 'ignored: state: spoken form of other items'],
    [line('brand_new', {}), 'unrecognised'],
    [line('event_msg', null), 'problem: no-payload'],
    [item({ type: 'ghost_snapshot' }), 'ignored: state: file backups'],
    [item({ type: 'configuration_update' }), 'ignored: state: configuration'],
    [item({ type: 'brand_new' }), 'unrecognised'],
    [item({}), 'problem: no-item-type'],
    [item({ role: 'user', content: [{ type: 'input_text', text: 'no type' }] }), 'message-spoken'],
    [item({ type: 'message', role: 'user', content: [] }), 'ignored: empty message'],
    [event({}), 'problem: no-event-type'],
    [event({ type: 'brand_new' }), 'unrecognised'],
    [event({ type: 'exec_command_begin', call_id: 'x' }), 'ignored: state: step of a stream'],
    [event({ type: 'mcp_startup_complete' }), 'ignored: state: client set-up'],
    [event({ type: 'plan_update' }), 'ignored: twin of a call: update_plan'],
    [event({ type: 'turn_diff' }), 'ignored: state: sum of the turn’s changes'],
    [event({ type: 'error', message: 'no' }), 'message-spoken'],
    [event({ type: 'entered_review_mode', user_facing_hint: 'x' }), 'message-spoken'],
    [event({ type: 'exited_review_mode', review_output: { overall_explanation: 'x' } }), 'message-spoken'],
    [event({ type: 'undo_completed', message: 'x' }), 'message-spoken'],
    [event({ type: 'thread_goal_updated', goal: { objective: 'x' } }), 'message-spoken'],
    [event({ type: 'thread_rolled_back', num_turns: 0 }), 'ignored: state: nothing rolled back'],
    [event({ type: 'item_completed' }), 'problem: no-item'],
    [completed({ type: 'Plan', id: 'p', text: 'First' }), 'message-spoken'],
    [completed({ type: 'HookPrompt', id: 'h' }), 'ignored: twin of a response item'],
    [completed({ type: 'EnteredReviewMode', id: 'r' }), 'message-spoken'],
    [completed({ type: 'BrandNew', id: 'n' }), 'unrecognised'],
    [{ type: 'thread.started', thread_id: 'x' }, 'ignored: state: beginning of a run'],
    [{ type: 'item.completed', item: {} }, 'unrecognised'],
    [{ type: 'user', message: {} }, 'problem: not-a-codex-record'],
    [{ anything: 1 }, 'problem: not-a-codex-record'],
    [{}, 'problem: not-a-codex-record'],
  ])('%j is %s', (record, word) => {
    expect(words([record])).toEqual([word]);
  });
});

it('takes a review for what it is: a command of the person', () => {
  const asked = [
    event({ type: 'entered_review_mode', user_facing_hint: 'current changes' }),
    completed({ type: 'EnteredReviewMode', id: 'r' }),
  ];
  expect(only('message-spoken', asked).map(({ what, text }) => [what, text])).toEqual([
    ['command', '/review current changes'],
    ['command', '/review'],
  ]);
});

describe('the bare format of 2025', () => {
  const records = [
    { id: 'thread-a', timestamp: '2025-08-01T10:00:00.000Z', instructions: null, git: { branch: 'main' } },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
    { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' },
    {
      type: 'function_call_output',
      call_id: 'c1',
      output: '{"output":"a\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    },
    { type: 'novelty' },
  ];

  it('is read like the other', () => {
    expect(words(records)).toEqual([
      'session-described',
      'ignored: state: marker of the bare format',
      'message-spoken',
      'message-spoken',
      'call-requested',
      'call-resulted',
      'unrecognised',
    ]);
    expect(only('call-requested', records)).toMatchObject([
      { callId: 'c1', input: { command: ['ls'] }, pointer: '/arguments', at: null },
    ]);
    expect(only('call-resulted', records)).toMatchObject([
      { verdict: { status: 'ok' }, reportedMs: 100, pointers: { content: '/output' } },
    ]);
  });
});

it('knows a paginated file from its items alone', () => {
  const records = [
    meta({ history_mode: 'paginated' }),
    custom('c1', 'exec', 'js'),
    completed({ type: 'FileChange', id: 'exec-1', changes: {}, status: 'completed', stdout: 'Success.' }),
    completed({
      type: 'McpToolCall',
      id: 'exec-2',
      server: 's',
      tool: 't',
      arguments: {},
      status: 'completed',
      result: { content: [] },
    }),
    completed({ type: 'WebSearch', id: 'exec-3', query: 'q', action: { type: 'search' } }),
  ];
  expect(only('call-requested', records).map(({ tool, parentCall }) => [tool, parentCall])).toEqual([
    ['exec', undefined],
    ['apply_patch', 'c1'],
    ['mcp__s__t', 'c1'],
    ['web_search', 'c1'],
  ]);
  expect(seen(records).filter(({ kind }) => kind === 'call-resulted')).toHaveLength(3);
});
