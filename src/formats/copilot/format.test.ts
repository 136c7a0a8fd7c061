// Tests how records and files are recognised: the command line's, VS Code's, or neither.

import { describe, expect, it } from 'vitest';
import { formats } from '../registry.ts';
import { copilot, copilotVscode } from './format.ts';

const envelope = { id: 'e1', parentId: null, timestamp: '2026-07-01T09:00:00.000Z' };
const start = { ...envelope, type: 'session.start', data: { sessionId: 's1', copilotVersion: '1.0.74' } };
const vscode = { ...envelope, type: 'session.start', data: { sessionId: 's2', vscodeVersion: '1.119.0' } };

describe('recognise', () => {
  it('tells the command line from VS Code by the first event', () => {
    expect([copilot.recognise(start), copilotVscode.recognise(start)]).toEqual([1, 0]);
    expect([copilot.recognise(vscode), copilotVscode.recognise(vscode)]).toEqual([0, 1]);
  });

  it.each([
    [{ type: 'message', id: 'a', parentId: null, timestamp: '2026-07-01T09:00:00.000Z', message: {} }],
    [{ type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: {}, timestamp: '2026-07-01T09:00:00.000Z' }],
    [{ type: 'session_meta', payload: { id: 's' }, timestamp: '2026-07-01T09:00:00.000Z' }],
    [{ type: 'item.completed', item: {} }],
    [{ ...envelope, type: 'session.start' }],
    [{ ...envelope, type: 'chat.opened', data: {} }],
    [{ type: 'user.message', data: { content: 'x' } }],
  ])('takes no other agent’s record: %j', (record) => {
    expect([copilot.recognise(record), copilotVscode.recognise(record)]).toEqual([0, 0]);
  });

  it('no other format is sure of an event', () => {
    for (const type of ['user.message', 'assistant.message', 'hook.end', 'abort', 'permission.requested']) {
      const record = { ...envelope, type, data: { content: 'x' } };
      expect(formats.filter((format) => format.recognise(record) > 0.5).map(({ agent }) => agent)).toEqual(['copilot']);
    }
  });
});

describe('identify', () => {
  it('by the first event, else by the path', () => {
    const path = '/home/you/.copilot/session-state/s9/events.jsonl';
    const startedAt = Date.UTC(2026, 6, 1, 9);
    expect(copilot.identify(path, [start])).toEqual({ session: 's1', thread: 'main', startedAt, lineage: null });
    expect(copilot.identify(path, [])).toMatchObject({ session: 's9', startedAt: null });
    expect(copilot.identify('/home/you/.copilot/session-state/s8.jsonl', [])).toMatchObject({ session: 's8' });
    expect(copilot.identify('/tmp/other.jsonl', [])).toBeUndefined();
  });
});

describe('places', () => {
  it('of the command line', () => {
    const at = (env: Record<string, string>) => copilot.roots({ env, home: '/home/you' });
    expect(at({})).toEqual([{ path: '/home/you/.copilot/session-state', agent: 'copilot', from: 'default' }]);
    expect(at({ COPILOT_HOME: '/data/cp/' })).toEqual([
      { path: '/data/cp/session-state', agent: 'copilot', from: 'COPILOT_HOME' },
    ]);
  });

  it.each([
    ['/home/you', {}, '/home/you/.config/Code/User/workspaceStorage', 'default'],
    ['/home/you', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Code/User/workspaceStorage', 'XDG_CONFIG_HOME'],
    ['/Users/you', {}, '/Users/you/Library/Application Support/Code/User/workspaceStorage', 'default'],
    ['C:\\Users\\you', { APPDATA: 'C:\\R' }, 'C:\\R/Code/User/workspaceStorage', 'APPDATA'],
    ['/home/you', { VSCODE_PORTABLE: '/p' }, '/p/user-data/User/workspaceStorage', 'VSCODE_PORTABLE'],
  ])('of VS Code at %s with %j', (home, env, path, from) => {
    expect(copilotVscode.roots({ env, home })[0]).toEqual({ path, agent: 'copilot-vscode', from });
  });

  it('what a path says', () => {
    const home = 'C:\\Users\\you\\.copilot\\session-state\\';
    expect(copilot.role(`${home}s1\\events.jsonl`)).toEqual({ kind: 'log', thread: 'main', session: 's1' });
    expect(copilot.role(`${home}s1\\files\\table.jsonl`)).toMatchObject({ kind: 'skip' });
    expect(copilot.role('/work/session-state/x/events.jsonl')).toBeUndefined();
    const storage = '/home/you/.config/Code/User/workspaceStorage/1f/';
    expect(copilotVscode.role(`${storage}GitHub.copilot-chat/transcripts/t1.jsonl`)).toMatchObject({ session: 't1' });
    expect(copilotVscode.role(`${storage}chatSessions/c1.jsonl`)).toMatchObject({ kind: 'skip' });
    expect(copilotVscode.role('/work/t1.jsonl')).toBeUndefined();
  });
});
