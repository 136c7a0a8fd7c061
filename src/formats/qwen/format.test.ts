// Tests how records and files are recognised: Qwen Code's, although they look like Claude Code's; and which fields are new.

import { describe, expect, it } from 'vitest';
import { formatOfAgent, formats } from '../registry.ts';
import { qwen } from './format.ts';

const claudeCode = formatOfAgent('claude-code');
const at = '2026-07-01T09:00:00.000Z';
const envelope = { uuid: 'u1', parentUuid: null, sessionId: 's1', timestamp: at, cwd: '/work', version: '0.22.0' };

describe('recognise', () => {
  it.each([
    [{ ...envelope, type: 'user', message: { role: 'user', parts: [{ text: 'x' }] } }],
    [{ ...envelope, type: 'assistant', message: { role: 'model', parts: [] } }],
    [{ ...envelope, type: 'tool_result', toolCallResult: { callId: 'c' } }],
    [{ ...envelope, type: 'system', subtype: 'ui_telemetry', systemPayload: {} }],
  ])('is sure of %j, and no other format is', (record) => {
    expect(qwen.recognise(record)).toBe(1);
    expect(formats.filter((format) => format.recognise(record) >= 1).map(({ agent }) => agent)).toEqual(['qwen']);
  });

  it('leaves Claude Code its own', () => {
    const record = { ...envelope, type: 'user', message: { role: 'user', content: 'x' } };
    expect([qwen.recognise(record), claudeCode?.recognise(record)]).toEqual([0, 1]);
  });
});

describe('identify', () => {
  const user = { ...envelope, type: 'user', message: { role: 'user', parts: [] } };
  const startedAt = Date.parse(at);

  it('by the records, a subagent by its path', () => {
    const path = '/h/.qwen/projects/-work/chats/s9.jsonl';
    expect(qwen.identify(path, [user])).toEqual({ session: 's1', thread: 'main', startedAt, lineage: null });
    expect(qwen.identify(path, [])).toMatchObject({ session: 's9' });
    const agent = '/h/.qwen/projects/-work/subagents/s9/agent-g-1.jsonl';
    expect(qwen.identify(agent, [user])).toMatchObject({ session: 's9', thread: 'g-1' });
    const fork = { ...user, forkedFrom: { sessionId: 's0', messageUuid: 'u1' } };
    expect(qwen.identify(path, [fork])).toMatchObject({ lineage: 's0' });
    expect(qwen.originOf?.(fork)).toBe('s0');
  });

  it('what a path says', () => {
    const folder = 'C:\\h\\.qwen\\projects\\-work\\';
    expect(qwen.role(`${folder}chats\\s1.jsonl`)).toEqual({ kind: 'log', thread: 'main', session: 's1' });
    expect(qwen.role(`${folder}subagents\\s1\\agent-g.jsonl.stream`)).toMatchObject({ kind: 'skip' });
    const meta = '/data/projects/-work/subagents/s1/agent-g.meta.json';
    expect([qwen.role(meta), claudeCode?.role(meta)]).toEqual([{ kind: 'side', what: 'agent-meta' }, undefined]);
    expect(qwen.role('/work/s1.jsonl')).toBeUndefined();
  });

  it.each([
    [{}, '/home/you/.qwen/projects', 'default'],
    [{ QWEN_HOME: '/q' }, '/q/projects', 'QWEN_HOME'],
    [{ QWEN_HOME: '/q', QWEN_RUNTIME_DIR: 'D:\\r\\' }, 'D:\\r/projects', 'QWEN_RUNTIME_DIR'],
  ])('places with %j', (env, path, from) => {
    expect(qwen.roots({ env, home: '/home/you' })).toEqual([{ path, agent: 'qwen', from }]);
  });
});

it('names fields that the source does not have', () => {
  expect(qwen.unknownFields?.({ ...envelope, type: 'user', mood: 1 })).toEqual(['user.mood']);
});
