// Tests what each line of the hook inbox becomes, for both agents, and which lines are rejected.

import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../base/hash.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Observation } from '../../model/observation.ts';
import { hooks } from './format.ts';
import { isInboxFile, role } from './locate.ts';
import { AT, BASH, claudeCode, codex, NOTICE, SESSION } from './samples/lines.ts';

const ref = { source: 1, line: 1, offset: 0, length: 9 };
const seen = { ref, at: Math.floor(AT), thread: 'main' };

function read(record: JsonObject): readonly Observation[] | string {
  const reading = hooks.open({ path: 'x', source: 1, session: SESSION, thread: 'main' }).read(record, ref);
  return reading.kind === 'observed'
    ? reading.observations
    : reading.kind === 'problem'
      ? reading.code
      : reading.reason;
}

function about(record: JsonObject, kind: Observation['kind']): readonly Observation[] {
  const observations = read(record);
  return typeof observations === 'string' ? [] : observations.filter((one) => one.kind === kind);
}

describe('a call', () => {
  const heard = {
    kind: 'call-heard',
    ...seen,
    id: 'e1',
    callId: 'toolu_1',
    stage: 'before',
    doneAt: Math.ceil(AT + 12.5),
    tool: 'Bash',
    fingerprint: fingerprint({ command: 'make' }),
    pointers: { input: '/input/tool_input', result: null },
    runMs: null,
    verdict: null,
    background: null,
  };

  it('before it runs, with all that is known of the session', () => {
    expect(read(claudeCode('PreToolUse', BASH))).toEqual([
      { kind: 'session-heard', ...seen, what: 'worked', event: 'PreToolUse', message: 'Bash' },
      {
        kind: 'session-described',
        ...seen,
        fields: { cwd: '/home/dev/orchard', permissionMode: 'default' },
        isHint: true,
      },
      heard,
    ]);
    expect(about(codex('PreToolUse', { ...BASH, tool_use_id: 'call_1' }), 'call-heard')).toEqual([
      { ...heard, callId: 'call_1' },
    ]);
  });

  it('is asked about without its id', () => {
    const { tool_use_id: _, ...asked } = BASH;
    for (const record of [claudeCode('PermissionRequest', asked), codex('PermissionRequest', asked)]) {
      expect(about(record, 'call-heard')).toEqual([{ ...heard, callId: null, stage: 'asked' }]);
      expect(about(record, 'session-heard')).toMatchObject([{ what: 'asked' }]);
    }
  });

  it.each([
    [
      'PostToolUse',
      { tool_response: { stdout: 'x' }, duration_ms: 40 },
      {
        stage: 'after',
        runMs: 40,
        pointers: { input: '/input/tool_input', result: '/input/tool_response' },
        verdict: { status: 'ok', rule: 'hook:PostToolUse', failure: null },
      },
    ],
    [
      'PostToolUse',
      { tool_response: { status: 'async_launched', agentId: 'a1' } },
      {
        stage: 'after',
        pointers: { input: '/input/tool_input', result: '/input/tool_response' },
        verdict: { status: 'background', rule: 'hook:PostToolUse', failure: null },
        background: { kind: 'agent', taskId: 'a1' },
      },
    ],
    [
      'PostToolUseFailure',
      { error: 'Exit code 2\nmore' },
      {
        stage: 'failed',
        pointers: { input: '/input/tool_input', result: '/input/error' },
        verdict: {
          status: 'error',
          rule: 'hook:PostToolUseFailure',
          failure: { code: 'tool-failed', blame: 'unknown', message: 'Exit code 2' },
        },
      },
    ],
    [
      'PermissionDenied',
      { reason: 'too bold' },
      {
        stage: 'denied',
        pointers: { input: '/input/tool_input', result: '/input/reason' },
        verdict: {
          status: 'denied',
          rule: 'hook:PermissionDenied',
          failure: { code: 'auto-mode', blame: 'policy', message: 'too bold' },
        },
      },
    ],
  ])('has ended: %s %j', (event, fields, expected) => {
    expect(about(claudeCode(event, { ...BASH, ...fields }), 'call-heard')).toEqual([{ ...heard, ...expected }]);
  });

  it('of a subagent is in its thread, for Claude Code', () => {
    const fields = { ...BASH, agent_id: 'a1', agent_type: 'Explore' };
    expect(about(claudeCode('PreToolUse', fields), 'call-heard')).toMatchObject([{ thread: 'a1' }]);
    expect(about(codex('PreToolUse', fields), 'call-heard')).toMatchObject([{ thread: 'main' }]);
    expect(
      about(claudeCode('SubagentStart', { agent_id: 'a1', agent_type: 'Explore' }), 'subagent-linked'),
    ).toMatchObject([{ agentId: 'a1', agentType: 'Explore', callId: null }]);
  });

  it('whose input was cut is known by its fingerprint', () => {
    expect(about(claudeCode('PreToolUse', BASH, { inputPrint: 77 }), 'call-heard')).toMatchObject([
      { fingerprint: 77 },
    ]);
  });
});

describe('a session', () => {
  it.each([
    [claudeCode('Stop'), 'stopped'],
    [claudeCode('SessionEnd', { reason: 'logout' }), 'ended'],
    [claudeCode('Notification', { message: 'Claude needs your permission to use Bash' }), 'notified'],
    [codex('UserPromptSubmit', { prompt: 'go' }), 'prompted'],
    [codex('Interrupt'), 'stopped'],
    [NOTICE, 'stopped'],
    [claudeCode('Novelty'), 'other'],
  ])('is heard of: %j', (record, what) => {
    expect(about(record, 'session-heard')).toMatchObject([{ what }]);
  });

  it('tells of an event nobody knows', () => {
    expect(about(claudeCode('Novelty'), 'unrecognised')).toMatchObject([{ what: 'hook event Novelty' }]);
  });
});

describe('the format', () => {
  it('knows its own lines, and whose session they are about', () => {
    const record = claudeCode('Stop');
    expect(hooks.recognise(record)).toBe(1);
    expect(hooks.recognise({ type: 'user', sessionId: SESSION })).toBe(0);
    expect(hooks.identify('x', [{ odd: 1 }, record])).toEqual({
      agent: 'claude-code',
      session: SESSION,
      thread: 'main',
      startedAt: Math.floor(AT),
      lineage: null,
    });
    expect(hooks.identify('x', [])).toBeUndefined();
  });

  it('reports lines that are none, and lines of others', () => {
    expect(read({ toolscope: 'hook', input: {} })).toBe('not-a-hook-line');
    expect(read(claudeCode('Stop', {}, { session: 'another' }))).toBe('foreign-hook-line');
  });

  it('knows its files by their names', () => {
    expect(isInboxFile('/data/hooks/codex/s.hooks.jsonl')).toBe(true);
    expect(isInboxFile('/logs/s.jsonl')).toBe(false);
    expect(role('/data/hooks/trouble.jsonl')).toMatchObject({ kind: 'skip' });
    expect(role('/data/hooks/trouble.old.jsonl')).toMatchObject({ kind: 'skip' });
    expect(role('/data/hooks/spool/claude-code.1.0.json')).toMatchObject({ kind: 'skip' });
    expect(role('/logs/hooks.jsonl')).toBeUndefined();
  });

  it('reads bodies back as text and as they are', () => {
    const record = claudeCode('PostToolUse', { ...BASH, tool_response: { stdout: 'x' } });
    expect(hooks.inputAt(record, '/input/tool_input')).toEqual({ command: 'make' });
    expect(hooks.contentAt(record, '/input/tool_response')).toBe('{"stdout":"x"}');
    expect(hooks.contentAt(record, '/nothing')).toBe('');
    expect(hooks.structuredAt(record, '/input/tool_response')).toEqual({ stdout: 'x' });
  });
});
