// Tests who allowed or refused a call, according to the log, to hooks, and to both together.

import { expect, it } from 'vitest';
import type { LineRef } from '../model/source.ts';
import type { Heard } from '../model/tool-call.ts';
import type { PermissionFact, ResultFact } from './facts.ts';
import { type PermissionEvidence, permissionOf } from './permission.ts';

function ref(line: number): LineRef {
  return { source: 0, line, offset: line * 100, length: 90 };
}

function logged(decision: PermissionFact['decision'], at: number | null, line: number): PermissionFact {
  return { ref: ref(line), at, thread: 'main', callId: 'c', decision, by: 'user', message: null };
}

/** A person was asked at 1000; the call ended at 9000, having run for 2000. */
const ASKED: Heard = {
  before: null,
  asked: { at: 1000, ref: ref(50) },
  denied: null,
  ended: { at: 9000, ref: ref(51) },
  runMs: 2000,
};
const UNENDED: Heard = { ...ASKED, ended: null, runMs: null };

const REJECTED: ResultFact = {
  ref: ref(8),
  at: 4500,
  thread: 'main',
  callId: 'c',
  verdict: { status: 'rejected', rule: 'r', failure: { code: 'user-rejected', blame: 'user', message: 'no' } },
  record: null,
  requestRecord: null,
  background: null,
  agentId: null,
  runId: null,
  pointers: { content: '/content', structured: null },
};

function permission(evidence: Partial<PermissionEvidence>) {
  return permissionOf({ logged: [], hooks: [], heard: undefined, result: null, status: 'ok', ...evidence });
}

it('is the last word of the log, by its place', () => {
  const facts = [logged('rejected', 5000, 7), logged('asked', 2000, 3)];
  const expected = { decision: 'rejected', by: 'user', at: 5000, ref: ref(7) };
  expect(permission({ logged: facts, status: 'rejected' })).toEqual(expected);
  expect(permission({ logged: facts.toReversed(), status: 'rejected' })).toEqual(expected);
  expect(permission({})).toBeNull();
});

it('is not the no that stopped a call while it ran', () => {
  expect(permission({ logged: [logged('rejected', 5000, 7)], result: REJECTED, status: 'interrupted' })).toBeNull();
});

it('waits from the question of the hook to the no of the log, or to the beginning of the run', () => {
  expect(permission({ logged: [logged('rejected', 5000, 7)], heard: UNENDED, status: 'rejected' })).toEqual({
    decision: 'rejected',
    by: 'user',
    at: 5000,
    ref: ref(7),
    askedAt: 1000,
    waitMs: 4000,
  });
  // A no without a time of its own was said when the result was written.
  expect(
    permission({ logged: [logged('rejected', null, 7)], heard: UNENDED, status: 'rejected', result: REJECTED }),
  ).toMatchObject({ at: null, askedAt: 1000, waitMs: 3500 });
  expect(permission({ logged: [logged('allowed', 6000, 7)], heard: ASKED })).toEqual({
    decision: 'allowed',
    by: 'user',
    at: 6000,
    ref: ref(7),
    askedAt: 1000,
    waitMs: 6000,
  });
});

it('is inferred where a call ran after somebody was asked, and open where it did not', () => {
  const question = [logged('asked', 900, 7)];
  const allowed = { decision: 'allowed', by: 'user', at: 7000, ref: ref(50), askedAt: 1000, waitMs: 6000 };
  expect(permission({ logged: question, heard: ASKED })).toEqual({ ...allowed, isInferred: true });
  expect(permission({ heard: ASKED })).toEqual({ ...allowed, isInferred: true });
  const open = { decision: 'asked', by: 'user', at: 900, ref: ref(7), askedAt: 1000 };
  for (const status of ['running', 'lost'] as const) {
    expect(permission({ logged: question, heard: UNENDED, status })).toEqual(open);
    expect(permission({ heard: UNENDED, status })).toEqual({ ...open, by: 'unknown', at: 1000, ref: ref(50) });
  }
  expect(permission({ heard: UNENDED, status: 'interrupted' })).toMatchObject({ decision: 'asked' });
});

it('is the classifier’s no where hooks told it', () => {
  const heard: Heard = { ...UNENDED, denied: { at: 4000, ref: ref(52) } };
  const no = { decision: 'denied', by: 'classifier', at: 4000, ref: ref(52) };
  expect(permission({ heard, status: 'denied' })).toEqual({ ...no, askedAt: 1000, waitMs: 3000 });
  expect(permission({ heard: { ...heard, asked: null }, status: 'denied' })).toEqual(no);
});
