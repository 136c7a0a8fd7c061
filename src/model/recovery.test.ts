// Checks recovery on examples, and on made-up sessions against a plain and slow implementation of the same rules.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReadCount } from '../../test/support/read-count.ts';
import type { CallStatus, Failure } from './outcome.ts';
import { type Attempt, needsRecovery, recoveriesOf } from './recovery.ts';

function failure(code: string, blame: Failure['blame'] = 'environment'): Failure {
  return { code, blame, message: code };
}

function session(...calls: readonly Partial<Attempt>[]): Attempt[] {
  return calls.map((call, index) => ({
    callId: `call-${index}`,
    occurrence: 1,
    toolId: 'shell',
    target: 'make',
    aim: null,
    status: 'ok',
    failure: null,
    masked: null,
    requestedAt: index * 1000,
    endedAt: index * 1000 + 400,
    index,
    ofTool: index,
    ...call,
  }));
}

const FAILED = { status: 'error', failure: failure('exit-code') } as const;

test('the first later success of the same thing is the recovery, and it has a price', () => {
  const calls = session(FAILED, { target: 'other' }, { toolId: 'edit' }, {}, {});
  expect(recoveriesOf(calls)).toEqual({
    recoveries: [
      {
        callId: 'call-0',
        occurrence: 1,
        index: 0,
        by: { callId: 'call-3', occurrence: 1, index: 3 },
        rule: 'same-target',
        calls: 3,
        ms: 3000,
      },
    ],
    loops: [],
  });
});

test('an expected failure, a no, and a call without a target ask for nothing or find nothing', () => {
  const calls = session(
    { status: 'error', failure: failure('no-match', 'expected') },
    { status: 'rejected', failure: failure('user-rejected', 'user') },
    { ...FAILED, target: null },
    { target: null },
    {},
  );
  expect(recoveriesOf(calls).recoveries).toEqual([
    { callId: 'call-2', occurrence: 1, index: 2, by: null, rule: null, calls: null, ms: null },
  ]);
});

test('a result that failed quietly counts as failed, and is no recovery', () => {
  const calls = session(FAILED, { failure: failure('exit-code') }, {});
  expect(recoveriesOf(calls).recoveries.map(({ by }) => by?.index)).toEqual([2, 2]);
});

test('a success that hides a failure needs recovery, and is none', () => {
  const masked = failure('tests-failed', 'code');
  const calls = session(FAILED, { masked }, { masked: failure('no-match', 'expected') }, {});
  expect(recoveriesOf(calls).recoveries.map(({ index, by }) => [index, by?.index])).toEqual([
    [0, 3],
    [1, 3],
  ]);
});

test('the same failure three times is a loop, hidden or not', () => {
  const masked = failure('exit-code', 'code');
  expect(recoveriesOf(session(FAILED, { masked }, FAILED)).loops).toMatchObject([
    { code: 'exit-code', tries: [{ index: 0 }, { index: 1 }, { index: 2 }] },
  ]);
});

test('the same program that works soon after is a recovery, and the rule says so', () => {
  const broken = { ...FAILED, target: 'go test ./pears', aim: 'go test' };
  const works = { target: 'go test ./plums', aim: 'go test' };
  const other = { target: 'ls' };
  const rulesOf = (...calls: readonly Partial<Attempt>[]) =>
    recoveriesOf(session(...calls)).recoveries.map(({ by, rule, calls: price }) => [by?.index ?? null, rule, price]);
  expect(rulesOf(broken, other, works)).toEqual([[2, 'same-program', 2]]);
  // The same thing is better evidence, even when it comes later.
  expect(rulesOf(broken, works, other, { ...works, target: broken.target })).toEqual([[3, 'same-target', 3]]);
  expect(
    rulesOf(broken, { ...works, aim: 'go vet' }, { ...works, thread: 'b' }, { ...works, toolId: 'other' }),
  ).toEqual([[null, null, null]]);
  expect(rulesOf(broken, other, other, other, other, works)).toEqual([[5, 'same-program', 5]]);
  expect(rulesOf(broken, other, other, other, other, other, works)).toEqual([[null, null, null]]);
  // Without an aim nothing is known about the program.
  expect(rulesOf({ ...broken, aim: null }, { ...works, aim: null })).toEqual([[null, null, null]]);
});

test('a clock that runs backwards, or says nothing, gives no time', () => {
  const backwards = session({ ...FAILED, requestedAt: 9000, endedAt: 9500 }, {});
  expect(recoveriesOf(backwards).recoveries[0]).toMatchObject({ calls: 1, ms: null });
  const silent = session({ ...FAILED, requestedAt: null, endedAt: null }, {});
  expect(recoveriesOf(silent).recoveries[0]).toMatchObject({ calls: 1, ms: null });
});

test('three equal failures of one thing are a loop, whatever other calls stand between', () => {
  const calls = session(FAILED, { target: 'look' }, FAILED, FAILED, {}, FAILED, FAILED);
  expect(recoveriesOf(calls).loops).toEqual([
    {
      toolId: 'shell',
      target: 'make',
      code: 'exit-code',
      tries: [
        { callId: 'call-0', occurrence: 1, index: 0 },
        { callId: 'call-2', occurrence: 1, index: 2 },
        { callId: 'call-3', occurrence: 1, index: 3 },
      ],
    },
  ]);
});

test('another failure, or a success, ends a row', () => {
  const other = { status: 'error', failure: failure('timed-out') } as const;
  expect(recoveriesOf(session(FAILED, FAILED, other, FAILED, FAILED)).loops).toEqual([]);
  expect(recoveriesOf(session(FAILED, FAILED, {}, FAILED, FAILED)).loops).toEqual([]);
});

test('calls without a target loop only one after the other', () => {
  const blind = { ...FAILED, target: null };
  expect(recoveriesOf(session(blind, blind, blind)).loops).toHaveLength(1);
  expect(recoveriesOf(session(blind, {}, blind, blind)).loops).toEqual([]);
});

test('threads try each for themselves', () => {
  const calls = session({ ...FAILED, thread: 'main' }, { thread: 'a1' }, { thread: 'main' });
  expect(recoveriesOf(calls).recoveries[0]?.by?.index).toBe(2);
});

const attempts = fc
  .array(
    fc.record({
      toolId: fc.constantFrom('shell', 'edit'),
      target: fc.constantFrom('a', 'b', null),
      status: fc.constantFrom<CallStatus>('ok', 'ok', 'error', 'error', 'rejected', 'background', 'lost', 'unknown'),
      failure: fc.constantFrom(null, failure('one'), failure('two'), failure('none', 'expected')),
      endedAt: fc.option(fc.integer({ min: 0, max: 100 })),
    }),
    { maxLength: 60 },
  )
  .map((calls) => session(...calls));

test('every failed call has one entry, and its recovery is the nearest later success of the same thing', () => {
  fc.assert(
    fc.property(attempts, (calls) => {
      const { recoveries } = recoveriesOf(calls);
      expect(recoveries.map(({ index }) => index)).toEqual(calls.filter(needsRecovery).map(({ index }) => index));
      for (const { index, by, calls: price } of recoveries) {
        const failed = calls[index];
        const expected = calls.find(
          (call) =>
            call.index > index &&
            call.toolId === failed?.toolId &&
            call.target === failed.target &&
            call.target !== null &&
            (call.status === 'ok' || call.status === 'background') &&
            call.failure === null,
        );
        expect(by?.index).toBe(expected?.index);
        expect(price).toBe(expected === undefined ? null : expected.index - index);
      }
    }),
  );
});

test('the tries of a loop fail alike, in order, with no success of the same thing between, and no try is in two loops', () => {
  fc.assert(
    fc.property(attempts, (calls) => {
      const seen = new Set<number>();
      for (const { toolId, target, code, tries } of recoveriesOf(calls).loops) {
        expect(tries.length).toBeGreaterThanOrEqual(3);
        let last = -1;
        for (const { index } of tries) {
          expect(seen.has(index)).toBe(false);
          seen.add(index);
          expect(index).toBeGreaterThan(last);
          const call = calls[index];
          expect([call?.toolId, call?.target, call?.failure?.code ?? 'error']).toEqual([toolId, target, code]);
          last = index;
        }
        const between = calls.slice(tries[0]?.index, last);
        const done = between.some(
          (call) => call.toolId === toolId && call.target === target && call.status === 'ok' && call.failure === null,
        );
        expect(done).toBe(false);
      }
    }),
  );
});

test('the work grows with the number of calls, not with its square', () => {
  const [few = 0, many = 0] = [500, 5000].map((length) => {
    const calls = Array.from({ length }, (_, i) => (i % 3 === 0 ? {} : { ...FAILED, target: `t${i % 97}` }));
    const count = new ReadCount();
    recoveriesOf(session(...calls).map(count.of));
    return count.reads;
  });
  expect(few).toBeGreaterThan(500);
  expect(many).toBeLessThan(12 * few);
});
