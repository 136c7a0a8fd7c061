import { expect, it } from 'vitest';
import { Memory } from './memory.ts';
import { changedFields, contextFields, metaFields, ownThread, pathOf } from './session.ts';

it.each([
  ['/srv/app', '/srv/app'],
  ['file:///srv/my%20app', '/srv/my app'],
  ['file:///C:/work', 'C:/work'],
  ['file://host/share', '//host/share'],
  ['file:///odd%', '/odd%'],
])('%s is the folder %s', (uri, path) => {
  expect(pathOf(uri)).toBe(path);
});

it('describes a session by its meta', () => {
  expect(
    metaFields({
      cwd: '/srv/app',
      git: { branch: 'main' },
      cli_version: '0.150.0',
      originator: 'codex-tui',
      source: 'cli',
      forked_from_id: 'parent',
    }),
  ).toEqual({
    cwd: '/srv/app',
    gitBranch: 'main',
    version: '0.150.0',
    originator: 'codex-tui',
    entrypoint: 'cli',
    forkedFrom: 'parent',
  });
});

it('describes a subagent by who started it', () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: 'parent', depth: 1, agent_nickname: 'Ada' } } };
  expect(metaFields({ source })).toEqual({
    entrypoint: 'subagent:thread_spawn',
    parentSession: 'parent',
    title: 'Ada',
  });
  expect(metaFields({ source: { subagent: 'review' } })).toEqual({ entrypoint: 'subagent:review' });
});

it('knows whether the parent’s lines are copied, marked, or only referred to', () => {
  expect(ownThread({ id: 'a', forked_from_id: 'b' })).toMatchObject({ copied: true, own: { forked: true } });
  expect(ownThread({ id: 'a', forked_from_id: 'b', history_base: {} })).toMatchObject({ copied: false });
  expect(ownThread({ id: 'a', subagent_history_start_ordinal: '24' })).toMatchObject({ own: { startOrdinal: 24 } });
  expect(ownThread({ id: 'a' })).toMatchObject({ copied: false, own: { forked: false } });
  expect(ownThread({ session_id: 's' })).toMatchObject({ own: { id: 's' } });
  expect(ownThread({})).toBeUndefined();
});

it('tells only what is new', () => {
  const memory = new Memory();
  expect(changedFields(contextFields({ cwd: '/a', approval_policy: 'never' }), memory)).toEqual({
    cwd: '/a',
    permissionMode: 'never',
  });
  expect(changedFields(contextFields({ cwd: '/a', approval_policy: { granular: {} } }), memory)).toEqual({
    permissionMode: 'granular',
  });
  expect(changedFields(contextFields({ cwd: '/a' }), memory)).toBeUndefined();
});
