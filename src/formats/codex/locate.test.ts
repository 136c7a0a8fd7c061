import { expect, it } from 'vitest';
import { role, roots, threadOfFile } from './locate.ts';

const ID = '019f0000-0000-7000-8000-000000000001';

it('looks where CODEX_HOME says, else at home', () => {
  expect(roots({ env: {}, home: '/home/ada' })).toEqual([
    { path: '/home/ada/.codex/sessions', agent: 'codex', from: 'default' },
    { path: '/home/ada/.codex/archived_sessions', agent: 'codex', from: 'default' },
  ]);
  expect(roots({ env: { CODEX_HOME: '/data/cx/' }, home: '/home/ada' }).map(({ path }) => path)).toEqual([
    '/data/cx/sessions',
    '/data/cx/archived_sessions',
  ]);
});

it.each([
  [`/x/2026/07/01/rollout-2026-07-01T10-00-00-${ID}.jsonl`, ID],
  [`C:\\x\\rollout-2026-07-01T10-00-00-${ID}.jsonl.zst`, ID],
  [`/x/rollout-2026-07-01T10-00-00-${ID}_019f1111-0000-7000-8000-000000000002.jsonl`, ID],
  ['/x/rollout-odd.jsonl', null],
])('claims the rollout %s', (path, session) => {
  expect(role(path)).toEqual({ kind: 'log', thread: 'main', session });
  expect(threadOfFile(path)).toBe(session);
});

it.each([
  ['/home/ada/.codex/session_index.jsonl', 'names of threads, no session'],
  ['/home/ada/.codex/history.jsonl', 'prompt history, no session'],
  ['/home/ada/.codex/auth.json', 'credentials, never read'],
  ['/home/ada/.codex/state_5.sqlite-wal', 'projection of the rollouts'],
])('leaves %s alone, and says why', (path, reason) => {
  expect(role(path)).toEqual({ kind: 'skip', reason });
});

it('says nothing about other paths', () => {
  expect(role('/somewhere/history.jsonl')).toBeUndefined();
  expect(role('/somewhere/full.jsonl')).toBeUndefined();
});
