// Tests the comparison's table: what each program could find, and what it did find.

import { expect, test } from 'vitest';
import { type SessionTruth, zeroStatuses } from '../../bench/generate/truth.ts';
import { leftOutText, type PeerRow, peersTable, truthFor } from '../../bench/peers/peers-table.ts';

function session(agent: SessionTruth['agent'], more: Partial<SessionTruth>): SessionTruth {
  return {
    agent,
    id: 'one',
    version: '1',
    forkedFrom: null,
    parent: null,
    startedAt: '',
    endedAt: '',
    files: [],
    lines: 0,
    bytes: 10e6,
    calls: 0,
    results: 0,
    selfContained: 0,
    copies: 0,
    subagents: 0,
    echoes: 0,
    nested: 0,
    nestedErrors: 0,
    statuses: zeroStatuses(),
    tools: {},
    ...more,
  };
}

const library = {
  sessions: [
    session('claude-code', { calls: 1100, copies: 100, statuses: { ...zeroStatuses(), error: 40, rejected: 7 } }),
    session('codex', { calls: 500, nested: 30, nestedErrors: 2, statuses: { ...zeroStatuses(), error: 10 } }),
  ],
};

const row: PeerRow = {
  name: 'reader',
  version: '1.2.3',
  does: 'list',
  agents: ['claude-code', 'codex'],
  wallMs: 2000,
  againMs: 500,
  cpuMs: 2500,
  rssMb: 99.7,
  found: { calls: 1500, errors: null },
  failure: null,
};

test('copies count once, and failed work inside calls is an error, too', () => {
  expect(truthFor(library, ['claude-code', 'codex'])).toEqual({
    calls: 1500,
    nested: 30,
    errors: 52,
    unsuccessful: 59,
  });
  expect(truthFor(library, ['codex'])).toEqual({ calls: 500, nested: 30, errors: 12, unsuccessful: 12 });
});

test('figures of those that ran, reasons of those that did not', () => {
  const broken = { ...row, agents: ['codex'] as const, failure: 'status 1, no network' };
  expect(peersTable([row, broken], library).split('\n').slice(2)).toEqual([
    '| reader 1.2.3 | list | 2.00 | 0.50 | 2.50 | 100 | 10.0 | 1,500 of 1,500 + 30 nested | not told |',
    '| reader 1.2.3 | list | failed: status 1, no network |  |  |  |  |  |  |',
  ]);
});

test('those that were left out, with the reason', () => {
  expect(leftOutText([{ name: 'other', version: '2.0.0', reason: 'needs a window' }])).toBe(
    '- other 2.0.0: needs a window',
  );
});
