// Tests whose a record is and which session a file belongs to.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { claudeCode } from './format.ts';

const SID = '0a1b2c3d-4e5f-4061-8071-2a3b4c5d6e7f';
const OTHER = 'ffffffff-4e5f-4061-8071-2a3b4c5d6e7f';

describe('recognise', () => {
  it.each<[JsonObject, number]>([
    [{ type: 'user', sessionId: 's' }, 1],
    [{ type: 'assistant', uuid: 'u' }, 1],
    [{ type: 'system', parentUuid: null }, 1],
    [{ type: 'user', message: { role: 'user', content: 'x' } }, 0.9],
    [{ type: 'assistant', session_id: 's' }, 0.9],
    [{ type: 'user' }, 0],
    [{ type: 'user', message: 'x' }, 0],
    [{ type: 'file-history-snapshot', messageId: 'm' }, 1],
    [{ type: 'summary', leafUuid: 'l' }, 1],
    [{ type: 'mode', sessionId: 's' }, 1],
    [{ type: 'mode' }, 0.4],
    [{ type: 'moon-phase', sessionId: 's' }, 0.6],
    [{ type: 'moon-phase' }, 0],
    [{ type: 7, sessionId: 's' }, 0],
    [{ sessionId: 's' }, 0],
    [{ type: 'response_item', payload: {} }, 0],
    [{ type: 'user', sessionId: 's', payload: {} }, 0],
  ])('%j: %d', (record, expected) => {
    expect(claudeCode.recognise(record)).toBe(expected);
  });
});

describe('identify', () => {
  const records = [
    { type: 'mode', sessionId: OTHER },
    { type: 'queue-operation', sessionId: OTHER, timestamp: '2026-03-01T08:59:00.000Z' },
    { type: 'user', sessionId: OTHER, timestamp: '2026-03-01T09:00:00.000Z' },
  ];
  const times = { startedAt: Date.UTC(2026, 2, 1, 8, 59), lineage: '2026-03-01T09:00:00.000Z' };

  it.each([
    ['a main file by its name', `p/${SID}.jsonl`, { session: SID, thread: 'main' }],
    ['a main file with another name by its records', 'p/full.jsonl', { session: OTHER, thread: 'main' }],
    ['a subagent by its folder', `p/${SID}/subagents/agent-a9.jsonl`, { session: SID, thread: 'a9' }],
    ['a subagent of the old layout by its records', 'p/agent-a9.jsonl', { session: OTHER, thread: 'a9' }],
    ['a journal by its folder', `p/${SID}/subagents/workflows/wf_1-a/journal.jsonl`, { session: SID, thread: 'main' }],
  ])('%s', (_, path, expected) => {
    expect(claudeCode.identify(path, records)).toEqual({ ...expected, ...times });
  });

  it.each([
    [`p/${SID}/custom-title.json`, SID],
    [`p/${SID}/workflows/wf_1-a.json`, SID],
    [`p/${SID}/subagents/agent-a9.meta.json`, SID],
    ['p/agent-a9.meta.json', undefined],
    ['p/full.jsonl', undefined],
  ])('%s without records: %s', (path, session) => {
    expect(claudeCode.identify(path, [])?.session).toBe(session);
  });

  it('takes a stream’s spelling of the session', () => {
    expect(claudeCode.identify('p/stream.jsonl', [{ type: 'system', session_id: OTHER }])?.session).toBe(OTHER);
  });
});

describe('bodies', () => {
  it('are found again where observations said', () => {
    const record = {
      message: {
        content: [{ type: 'tool_use', input: { command: 'ls' } }, { content: [{ type: 'text', text: 'x' }] }],
      },
      toolUseResult: { stdout: '' },
    };
    expect(claudeCode.inputAt(record, '/message/content/0/input')).toEqual({ command: 'ls' });
    expect(claudeCode.contentAt(record, '/message/content/1/content')).toEqual([{ type: 'text', text: 'x' }]);
    expect(claudeCode.structuredAt(record, '/toolUseResult')).toEqual({ stdout: '' });
    expect(claudeCode.contentAt(record, '/message/content/9')).toBe('');
  });
});
