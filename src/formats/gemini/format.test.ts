// Tests whose a record and a file are, where Gemini CLI keeps its chats, and which fields are new.

import { describe, expect, it } from 'vitest';
import { formats } from '../registry.ts';
import { document } from './document.ts';
import { gemini } from './format.ts';

const at = '2026-07-01T09:00:00.000Z';
const head = { sessionId: 's1', projectHash: 'f00d', startTime: at, lastUpdated: at, kind: 'main' };
const message = { id: 'm1', timestamp: at, content: 'x' };

describe('recognise', () => {
  it.each([[head], [{ ...message, type: 'gemini' }], [{ $set: { summary: 'x' } }], [{ $rewindTo: 'm1' }]])(
    'is sure of %j, and no other format is',
    (record) => {
      expect(formats.filter((format) => format.recognise(record) > 0.5).map(({ agent }) => agent)).toEqual(['gemini']);
    },
  );

  it.each([
    [{ ...message, type: 'user', message: { role: 'user', content: 'x' } }],
    [{ ...message, type: 'message', parentId: null }],
    [{ type: 'user', uuid: 'u', sessionId: 's', timestamp: at, message: { role: 'user', parts: [] } }],
    [{ sessionId: 's1' }],
    [{ id: 'x' }],
    [{ ...message, type: 'user' }],
    [{ ...message, type: 'error' }],
    [{ $set: { colour: 'red' } }],
  ])('takes no other agent’s record: %j', (record) => {
    expect(gemini.recognise(record)).toBe(0);
  });
});

describe('identify', () => {
  const startedAt = Date.parse(at);
  const chats = '/h/.gemini/tmp/garden/chats';

  it('a chat by its first line, a subagent by the folder it lies in', () => {
    expect(gemini.identify(`${chats}/session-x.jsonl`, [head])).toEqual({
      session: 's1',
      thread: 'main',
      startedAt,
      lineage: null,
    });
    const agent = { ...head, sessionId: 'a1', kind: 'subagent' };
    expect(gemini.identify(`${chats}/s1/a1.jsonl`, [agent])).toMatchObject({ session: 's1', thread: 'a1' });
    expect(gemini.identify('/tmp/x.jsonl', [])).toBeUndefined();
  });

  it('what a path says', () => {
    expect(gemini.role('C:\\h\\.gemini\\tmp\\g\\chats\\session-x.json')).toMatchObject({ kind: 'log' });
    expect(gemini.role(`${chats}/s1/a1.jsonl`)).toEqual({ kind: 'log', session: 's1', thread: 'a1' });
    expect(gemini.role('/h/.gemini/tmp/g/logs.json')).toMatchObject({ kind: 'skip' });
    expect(gemini.role('/work/chats/session-x.jsonl')).toBeUndefined();
  });

  it.each([
    [{}, '/home/you/.gemini/tmp', 'default'],
    [{ GEMINI_CLI_HOME: '/data/' }, '/data/.gemini/tmp', 'GEMINI_CLI_HOME'],
  ])('places with %j', (env, path, from) => {
    expect(gemini.roots({ env, home: '/home/you' })).toEqual([{ path, agent: 'gemini', from }]);
  });
});

describe('documents', () => {
  it('are told by how they begin, and rendered so that a longer one only adds lines', () => {
    expect(document.begins?.test('{\n  "sessionId": "s",\n  "projectHash": "f"')).toBe(true);
    expect(document.begins?.test('{"messages": [], "name": "x"}')).toBe(false);
    const of = (more: object) => [...document.records({ ...head, messages: [message], ...more })];
    expect(of({ lastUpdated: 'later' })).toEqual(of({}));
    expect(of({ summary: 'Pears' }).slice(0, 2)).toEqual(of({}));
    expect(of({}).map(({ where }) => where)).toEqual(['the document', 'messages[0]']);
    expect([...document.records('x'), ...document.records({ history: [] })]).toEqual([]);
  });
});

it('names fields that were never seen', () => {
  expect(gemini.unknownFields?.({ ...head, mood: 1 })).toEqual(['session.mood']);
  expect(gemini.unknownFields?.({ ...message, type: 'gemini', mood: 1, toolCalls: [{ id: 'c', mood: 1 }] })).toEqual([
    'gemini.mood',
    'call.mood',
  ]);
  expect(gemini.unknownFields?.({ $set: { mood: 1 } })).toEqual(['session.mood']);
});
