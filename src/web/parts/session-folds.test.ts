// Tests folding of sessions: near-identical ones in a row, and nothing else.

import { expect, it } from 'vitest';
import type { SessionRow } from '../../api/wire/session.ts';
import { foldedSessions, titlePattern } from './session-folds.ts';

const ROW: SessionRow = {
  agent: 'codex',
  id: '',
  project: '/work/clock',
  title: null,
  branch: null,
  version: null,
  model: null,
  startedAt: null,
  lastAt: null,
  live: false,
  state: { state: 'ended', because: '', since: null, via: 'log' },
  log: null,
  pinned: false,
  hidden: false,
  named: false,
  ownTitle: null,
  calls: 1,
  failures: 0,
  masked: 0,
  running: 0,
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  files: 1,
  bytes: 1,
  unread: false,
  gone: false,
  vanishesAt: null,
  insights: null,
};

function told(rows: readonly SessionRow[]): string[] {
  return foldedSessions(rows).map((line) => ('sessions' in line ? `${line.sessions.length}×${line.id}` : line.id));
}

function row(id: string, title: string | null, more: Partial<SessionRow> = {}): SessionRow {
  return { ...ROW, id, title, ...more };
}

it('ignores what changes from run to run', () => {
  expect(titlePattern('Review  PR 412 of 2026-03-01')).toBe(titlePattern('review PR 9 of 2026-11-17'));
  expect(titlePattern('check https://x.example/a')).toBe(titlePattern('check https://x.example/b?c=1'));
  expect(titlePattern('run 3fa9c2d1-aa')).toBe(titlePattern('run 77b0'));
  expect(titlePattern('fix the clock')).not.toBe(titlePattern('fix the bell'));
});

it('leaves pinned and named sessions alone', () => {
  const run = ['a', 'b', 'c', 'd'].map((id, i) => row(id, `Review PR ${i}`, id === 'a' ? { pinned: true } : {}));
  expect(told(run)).toEqual(['a', '3×codex d']);
  expect(told(run.slice(1).map((one) => ({ ...one, named: one.id === 'c' })))).toEqual(['b', 'c', 'd']);
});

it('folds three or more in a row, of one agent and project, that are over', () => {
  const run = ['a', 'b', 'c'].map((id, i) => row(id, `Review PR ${i}`));
  expect(told([row('x', 'Other'), ...run, row('y', 'Other')])).toEqual(['x', '3×codex c', 'y']);
  expect(told(run.slice(1))).toEqual(['b', 'c']);
  expect(told([row('n', 'Review PR 7', { live: true }), ...run])).toEqual(['n', '3×codex c']);
  expect(told(run.map((one, i) => (i === 1 ? { ...one, project: '/work/bell' } : one)))).toEqual(['a', 'b', 'c']);
  expect(told([row('p', 'Review PR 8', { pinned: true }), ...run])).toEqual(['p', '3×codex c']);
  expect(told([row('a', null), row('b', null), row('c', null)])).toEqual(['a', 'b', 'c']);
  expect(told([])).toEqual([]);
});
