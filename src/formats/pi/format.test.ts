// Tests whose a record and a file are, where pi keeps its logs, and which fields are new.

import { describe, expect, it } from 'vitest';
import { formats } from '../registry.ts';
import { pi } from './format.ts';

const at = '2026-07-01T09:00:00.000Z';
const head = { type: 'session', version: 3, id: 's1', timestamp: at, cwd: '/work' };
const entry = { id: 'a1', parentId: null, timestamp: at };
const user = { role: 'user', content: 'Prune', timestamp: 1 };

describe('recognise', () => {
  it.each([
    [head],
    [{ ...entry, type: 'message', message: user }],
    [{ ...entry, type: 'message', message: { role: 'toolResult', toolCallId: 'c' } }],
    [{ ...entry, type: 'message', message: { role: 'assistant', content: [{ type: 'toolCall', id: 'c' }] } }],
    [{ ...entry, type: 'model_change', provider: 'p', modelId: 'm' }],
    [{ ...entry, type: 'custom', customType: 'x', data: {} }],
  ])('is sure of %j, and no other format is', (record) => {
    expect(formats.filter((format) => format.recognise(record) > 0.5).map(({ agent }) => agent)).toEqual(['pi']);
  });

  it.each([
    // Droid
    [{ ...entry, type: 'message', message: { role: 'user', content: [{ type: 'text', text: 'x' }] } }],
    [{ ...entry, type: 'message', message: { role: 'assistant', content: [{ type: 'tool_use', id: 'c' }] } }],
    // Copilot, Codex, Claude Code
    [{ ...entry, type: 'user.message', data: {} }],
    [{ type: 'session_meta', timestamp: at, payload: { id: 's' } }],
    [{ type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', timestamp: at, message: user }],
    [{ type: 'session', id: 's1' }],
    [{ type: 'summary' }],
  ])('takes no other agent’s record: %j', (record) => {
    expect(pi.recognise(record)).toBe(0);
  });

  it('takes entries of the first version, which have no ids', () => {
    expect(pi.recognise({ type: 'message', timestamp: at, message: user })).toBe(0.9);
  });
});

describe('identify', () => {
  const startedAt = Date.parse(at);

  it('by the first line, else by the path', () => {
    const path = '/h/.pi/agent/sessions/--work--/2026-07-01T09-00-00-000Z_s9.jsonl';
    expect(pi.identify(path, [head])).toEqual({ session: 's1', thread: 'main', startedAt, lineage: null });
    expect(pi.identify(path, [])).toEqual({ session: 's9', thread: 'main', startedAt: null, lineage: null });
    expect(pi.identify('/tmp/other.jsonl', [])).toBeUndefined();
  });

  it.each([
    ['parentSession', '/h/.pi/agent/sessions/--work--/2026-07-01T08-00-00-000Z_0aa1-b.jsonl', '0aa1-b'],
    ['parentSession', 'C:\\h\\.pi\\agent\\sessions\\--w--\\2026-07-01T08-00-00-000Z_0aa1-b.jsonl', '0aa1-b'],
    ['branchedFrom', '/anywhere/0aa1-b.jsonl', '0aa1-b'],
    ['parentSession', '0aa1-b', '0aa1-b'],
  ])('a fork by %s %s', (key, value, lineage) => {
    expect(pi.identify('/x.jsonl', [{ ...head, [key]: value }])).toMatchObject({ session: 's1', lineage });
    expect(pi.originOf?.({ ...head, [key]: value })).toBe(lineage);
  });
});

describe('places', () => {
  it.each([
    [{}, ['/home/you/.pi/agent/sessions', '/home/you/.omp/agent/sessions'], 'default'],
    [{ PI_CODING_AGENT_DIR: '/data/pi/' }, ['/data/pi/sessions'], 'PI_CODING_AGENT_DIR'],
    [
      { PI_CODING_AGENT_DIR: '/data/pi', PI_CODING_AGENT_SESSION_DIR: 'D:\\logs\\' },
      ['D:\\logs'],
      'PI_CODING_AGENT_SESSION_DIR',
    ],
  ])('with %j', (env, paths, from) => {
    const found = pi.roots({ env, home: '/home/you' });
    expect(found.map(({ path }) => path)).toEqual(paths);
    expect(new Set(found.map((root) => root.from))).toEqual(new Set([from]));
  });

  it('what a path says', () => {
    const home = 'C:\\Users\\you\\.pi\\agent\\sessions\\--C-work--\\';
    expect(pi.role(`${home}2026-07-01T09-00-00-000Z_s1.jsonl`)).toEqual({ kind: 'log', thread: 'main', session: 's1' });
    expect(pi.role(`${home}notes.txt`)).toMatchObject({ kind: 'skip' });
    expect(pi.role('/work/s1.jsonl')).toBeUndefined();
  });
});

it('names fields that were never seen', () => {
  expect(pi.unknownFields?.({ ...head, mood: 1 })).toEqual(['session.mood']);
  expect(pi.unknownFields?.({ ...entry, type: 'message', message: { ...user, mood: 1 } })).toEqual([
    'message.user.mood',
  ]);
  expect(pi.unknownFields?.({ ...entry, type: 'riddle', mood: 1 })).toEqual([]);
});
