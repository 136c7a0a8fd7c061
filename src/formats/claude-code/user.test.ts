// Tests user records: who wrote the text, results with their companion, work that continues, and who refused.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { BackgroundHandle } from '../../model/observation.ts';
import { observeUser } from './user.ts';

const seen = { ref: { source: 0, line: 1, offset: 0, length: 1 }, at: 5, thread: 'main' };
const OK = { status: 'ok', rule: 'no-error-flag', failure: null };
const LAUNCHED = 'Async agent launched successfully.\nagentId: a9 (internal)';

function told(content: unknown, fields: JsonObject = {}): unknown {
  return observeUser({ uuid: 'u', ...fields, message: { role: 'user', content } }, seen).observations;
}

function spoken(what: string, text: string, pointer = '/message/content', callId: string | null = null): object {
  return { kind: 'message-spoken', ...seen, what, text, pointer, model: null, callId };
}

function block(content: unknown, fields: JsonObject = {}): JsonObject {
  return { type: 'tool_result', tool_use_id: 'toolu_1', content, ...fields };
}

const result = {
  kind: 'call-resulted',
  ...seen,
  callId: 'toolu_1',
  verdict: OK,
  content: 'done',
  structured: undefined,
  record: 'u',
  requestRecord: null,
  background: null,
  agentId: null,
  runId: null,
  pointers: { content: '/message/content/0/content', structured: null },
};

describe('to-dos beside a message', () => {
  const todos = [{ content: 'Wind the clock', status: 'pending', activeForm: 'Winding the clock' }];
  const written = 'Todos have been modified successfully. Ensure that you continue.';

  it('are the result of the call that wrote them', () => {
    const pointers = { content: '/message/content/0/content', structured: '/todos' };
    const expected = { ...result, content: written, structured: todos, pointers };
    expect(told([block(written)], { todos })).toEqual([expected]);
  });

  it('are not that of any other call, of a failed one, or of one with a companion', () => {
    expect(told([block('done')], { todos })).toEqual([result]);
    expect(told([block(written)], { todos: [] })).toEqual([{ ...result, content: written }]);
    expect(told([block(written, { is_error: true })], { todos })).toMatchObject([{ structured: undefined }]);
    expect(told([block(written)], { todos, toolUseResult: { newTodos: [] } })).toMatchObject([
      { structured: { newTodos: [] }, pointers: { structured: '/toolUseResult' } },
    ]);
  });
});

describe('words', () => {
  it.each<[string, JsonObject, string]>([
    ['please', {}, 'prompt'],
    ['please', { origin: { kind: 'human' } }, 'prompt'],
    ['please', { origin: { kind: 'unheard-of' } }, 'prompt'],
    ['continue', { isMeta: true }, 'injected'],
    ['so far', { isCompactSummary: true }, 'compact-summary'],
    ['hello', { origin: { kind: 'coordinator' } }, 'peer'],
    ['hello', { origin: { kind: 'peer', from: 'a1' } }, 'peer'],
    ['hello', { origin: { kind: 'channel' } }, 'peer'],
    ['x', { origin: { kind: 'observer' } }, 'injected'],
    ['x', { origin: { kind: 'observer-activity' } }, 'injected'],
    ['x', { origin: { kind: 'auto-continuation' } }, 'injected'],
    ['[Request interrupted by user]', {}, 'interrupt'],
    ['[Request interrupted by user for tool use]', { isMeta: true }, 'interrupt'],
    ['<local-command-caveat>x</local-command-caveat>', { isMeta: true }, 'injected'],
    ['<local-command-stdout>x</local-command-stdout>', {}, 'notice'],
    ['<local-command-stderr>x</local-command-stderr>', {}, 'notice'],
    ['<ide_opened_file>x</ide_opened_file>', {}, 'injected'],
    ['<ide_selection>x</ide_selection>', {}, 'injected'],
    ['<bash-input>ls</bash-input>', {}, 'shell'],
    ['<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>', {}, 'shell'],
    ['<teammate-message teammate_id="a">x</teammate-message>', {}, 'peer'],
    ['<cross-session-message from="b">x</cross-session-message>', {}, 'peer'],
    ['<agent-message>x</agent-message>', {}, 'peer'],
    ['<system-reminder>x</system-reminder>', {}, 'injected'],
    ['<user-memory-input>x</user-memory-input>', {}, 'injected'],
    ['why does <bash-input> exist?', {}, 'prompt'],
    ['Unknown skill: prune', {}, 'notice'],
    ['Unknown slash command: prune', {}, 'notice'],
    ['Unknown skill: prune. What does that mean?', {}, 'prompt'],
  ])('%s with %j: %s', (text, fields, what) => {
    expect(told(text, fields)).toEqual([spoken(what, text)]);
    expect(told([{ type: 'text', text }], fields)).toEqual([spoken(what, text, '/message/content/0/text')]);
  });

  it('of a command say what a person typed', () => {
    const text = '<command-message>x</command-message>\n<command-name>/x</command-name>';
    expect(told(text)).toEqual([{ ...spoken('command', text), gist: '/x' }]);
    const more = `${text}<command-args>the pears</command-args>`;
    expect(told(more)).toEqual([{ ...spoken('command', more), gist: '/x the pears' }]);
  });

  it('of a command that the program runs itself are a notice', () => {
    const text = '<command-name>/clear</command-name>\n<command-message>clear</command-message>';
    expect(told(text)).toEqual([{ ...spoken('notice', text), gist: '/clear' }]);
  });

  it('that belong to a call say so', () => {
    expect(told('the skill', { isMeta: true, sourceToolUseID: 'toolu_1' })).toEqual([
      spoken('injected', 'the skill', '/message/content', 'toolu_1'),
    ]);
  });

  it('come in every shape', () => {
    expect(told(['bare'])).toEqual([spoken('prompt', 'bare', '/message/content/0')]);
    expect(told([{ type: 'text' }])).toEqual([spoken('prompt', '', '/message/content/0/text')]);
    expect(told([{ type: 'image' }, { type: 'document' }])).toEqual([
      spoken('injected', '[image]', '/message/content/0'),
      spoken('injected', '[document]', '/message/content/1'),
    ]);
    expect(told([7, { type: 'hologram' }])).toEqual([
      { kind: 'unrecognised', ...seen, what: 'user block' },
      { kind: 'unrecognised', ...seen, what: 'user block hologram' },
    ]);
    expect(observeUser({ message: 'only words' }, seen).observations).toEqual([
      spoken('prompt', 'only words', '/message'),
    ]);
    expect(told(7)).toEqual([]);
  });
});

describe('results', () => {
  it('carry record, request record and companion', () => {
    const structured = { stdout: 'done' };
    expect(
      told([block('done', { is_error: false })], { toolUseResult: structured, sourceToolAssistantUUID: 'r' }),
    ).toEqual([
      {
        ...result,
        structured,
        requestRecord: 'r',
        pointers: { content: '/message/content/0/content', structured: '/toolUseResult' },
      },
    ]);
    expect(told([block('done')])).toEqual([result]);
    expect(told([block('done')], { toolUseResult: null })).toEqual([result]);
    expect(told([block('done'), { type: 'text', text: 'and' }], { toolUseResult: structured })).toMatchObject([
      { kind: 'call-resulted', structured },
      { kind: 'message-spoken' },
    ]);
  });

  it('of a captured stream spell the companion otherwise', () => {
    expect(told([block('done')], { tool_use_result: { ok: 1 } })).toMatchObject([{ structured: { ok: 1 } }]);
  });

  it('without an id are kept as unknown', () => {
    expect(told([{ type: 'tool_result', content: 'x' }])).toEqual([
      { kind: 'unrecognised', ...seen, what: 'tool_result without id' },
    ]);
  });

  it('take no companion that could be another’s', () => {
    const record = {
      message: { content: [block('a'), { ...block('b'), tool_use_id: 'toolu_2' }] },
      toolUseResult: { x: 1 },
    };
    const reading = observeUser(record, seen);
    expect(reading.unattributable).toBe(true);
    expect(reading.observations).toMatchObject([{ structured: undefined }, { structured: undefined }]);
  });

  it('name the agent and the run they came from', () => {
    expect(told([block('done')], { toolUseResult: { agentId: 'a9', runId: 'wf_1' } })).toMatchObject([
      { agentId: 'a9', runId: 'wf_1' },
    ]);
    const trailer = [
      { type: 'text', text: 'I saw agentId: a1' },
      { type: 'text', text: 'agentId: a9 (use SendMessage with to: …)' },
    ];
    expect(told([block(trailer)])).toMatchObject([{ agentId: 'a9' }]);
    expect(told([block('agentId: a9')])).toMatchObject([{ agentId: null }]);
  });

  it('keep what a person said with a rejection', () => {
    const text = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
    expect(told([block(text, { is_error: true })], { userFeedback: 'use the ladder' })).toMatchObject([
      { verdict: { status: 'rejected', feedback: 'use the ladder' } },
      { kind: 'permission-decided' },
    ]);
  });
});

describe('work that goes on', () => {
  it.each<[string, unknown, unknown, BackgroundHandle | null]>([
    ['a shell', 'x', { backgroundTaskId: 'b1' }, { kind: 'shell', taskId: 'b1' }],
    ['a detached fetch', 'x', { detachedToolCall: true, taskId: 'd1' }, { kind: 'detached', taskId: 'd1' }],
    ['a detached fetch without a name', 'x', { detachedToolCall: true }, { kind: 'detached', taskId: null }],
    ['an agent', 'x', { status: 'async_launched', agentId: 'a9' }, { kind: 'agent', taskId: 'a9' }],
    ['a workflow', 'x', { status: 'async_launched', taskId: 'w1', runId: 'wf_1' }, { kind: 'workflow', taskId: 'w1' }],
    ['a remote agent', 'x', { status: 'remote_launched', taskId: 'r1' }, { kind: 'remote', taskId: 'r1' }],
    ['a monitor', 'x', { taskId: 'm1', timeoutMs: 1000 }, { kind: 'monitor', taskId: 'm1' }],
    ['a finished agent', 'x', { status: 'completed', agentId: 'a9' }, null],
    ['a label', 'Command running in background with ID: b1', 'words', null],
    [
      'a shell, by text',
      'Command running in background with ID: b1. Output is being written to: /tmp/x',
      undefined,
      { kind: 'shell', taskId: 'b1' },
    ],
    [
      'a shell that was too slow',
      'Command did not complete within its 120s timeout and was moved to the background (ID: b1).',
      undefined,
      { kind: 'shell', taskId: 'b1' },
    ],
    [
      'a shell sent away by a person',
      'Command was manually backgrounded by user with ID: b1',
      undefined,
      { kind: 'shell', taskId: 'b1' },
    ],
    [
      'a shell that made way',
      'Command was moved to the background (ID: b1) so that a message can reach you',
      undefined,
      { kind: 'shell', taskId: 'b1' },
    ],
    ['an agent, by text', LAUNCHED, undefined, { kind: 'agent', taskId: 'a9' }],
    ['an agent that is not named', 'Async agent launched successfully.', undefined, { kind: 'agent', taskId: null }],
    ['a monitor, by text', 'Monitor started (task m1, timeout 1000ms)', undefined, { kind: 'monitor', taskId: 'm1' }],
    ['only words about it', 'see: Command running in background with ID: b1', undefined, null],
  ])('%s', (_, content, structured, background) => {
    const verdict =
      background === null ? OK : { status: 'background', rule: `placeholder:${background.kind}`, failure: null };
    expect(told([block(content)], structured === undefined ? {} : { toolUseResult: structured })).toMatchObject([
      { background, verdict },
    ]);
  });

  it('does not after an error', () => {
    expect(told([block('x', { is_error: true })], { toolUseResult: { backgroundTaskId: 'b1' } })).toMatchObject([
      { background: null, verdict: { status: 'error' } },
    ]);
  });
});

describe('a refusal', () => {
  it.each<[string, JsonObject, string, string, string]>([
    ["The user doesn't want to proceed with this tool use. x", {}, 'rejected', 'user', 'user-rejected'],
    [
      "Claude requested permissions to use X, but you haven't granted it yet.",
      { toolDenialKind: 'user-rejected' },
      'denied',
      'nobody',
      'permission-not-granted',
    ],
    ['This command requires approval', {}, 'denied', 'nobody', 'approval-needed'],
    [
      'PreToolUse:Bash hook error: [guard]: no',
      { toolDenialKind: 'permission-rule' },
      'denied',
      'hook',
      'hook-blocked',
    ],
    ['no ladders on Fridays', { toolDenialKind: 'permission-rule' }, 'denied', 'rule', 'permission-rule'],
    ['Blocked: sleep 10', {}, 'denied', 'rule', 'tool-policy'],
    ['x', { toolDenialKind: 'automode-blocked' }, 'denied', 'classifier', 'auto-mode'],
    ['x', { toolDenialKind: 'automode-unavailable' }, 'denied', 'classifier', 'auto-mode-unavailable'],
    ['x', { toolDenialKind: 'moon-phase' }, 'denied', 'unknown', 'not-run'],
    [
      'no spades today',
      { tool_result_meta: [{ id: 'toolu_1', non_execution_kind: 'permission-rule' }] },
      'denied',
      'rule',
      'permission-rule',
    ],
  ])('%s with %j is %s by %s', (content, fields, decision, by, code) => {
    const hook = by === 'hook' ? [{ kind: 'hook-ran', callId: 'toolu_1', outcome: 'blocked' }] : [];
    expect(told([block(content, { is_error: true })], fields)).toMatchObject([
      { verdict: { status: decision, failure: { code } } },
      { kind: 'permission-decided', ...seen, callId: 'toolu_1', decision, by, message: expect.any(String) },
      ...hook,
    ]);
  });

  it('of a sibling is nobody’s: cancelled, expected, and no decision', () => {
    const text = '<tool_use_error>Cancelled: parallel tool call Bash(make) errored</tool_use_error>';
    for (const fields of [{}, { toolDenialKind: 'cancelled' }]) {
      expect(told([block(text, { is_error: true })], fields)).toMatchObject([
        { verdict: { status: 'cancelled', failure: { code: 'sibling-failed', blame: 'expected' } } },
      ]);
    }
  });
});
