// Tests calls that are in several sessions: which session is the original, and that each call counts once.

import { describe, expect, it } from 'vitest';
import { ReadCount } from '../../test/support/read-count.ts';
import { bodyAt, sessionWith } from '../../test/support/tool-call.ts';
import { ranked, withoutCopies } from './copies.ts';

function order(sessions: Parameters<typeof ranked>[0]): string[] {
  const there = ranked(sessions).map(({ session }) => session.id);
  expect(ranked(sessions.toReversed()).map(({ session }) => session.id)).toEqual(there);
  return there;
}

const shared = { callId: 'toolu_1', identity: 1, requestedAt: 1000 };

describe('ranked', () => {
  it('a fork that names its origin comes last, even if it claims to be older', () => {
    expect(
      order([sessionWith('fork', [shared], { fields: { forkedFrom: 'b' }, startedAt: 1 }), sessionWith('b', [shared])]),
    ).toEqual(['b', 'fork']);
  });

  it('then the earlier start; one without a start after all others', () => {
    expect(
      order([
        sessionWith('undated', [], { startedAt: null }),
        sessionWith('late', [], { startedAt: 2000 }),
        sessionWith('early', []),
      ]),
    ).toEqual(['early', 'late', 'undated']);
  });

  it('then the one that first did something of its own', () => {
    const original = sessionWith('z', [shared, { callId: 'toolu_2', identity: 2, requestedAt: 2000 }]);
    const copy = sessionWith('a', [shared, { callId: 'toolu_3', identity: 3, requestedAt: 7000 }]);
    expect(order([copy, original])).toEqual(['z', 'a']);
  });

  it('one that others went on from did nothing of its own, and comes first', () => {
    expect(
      order([
        sessionWith('a', [shared, { callId: 'toolu_3', identity: 3, requestedAt: 7000 }]),
        sessionWith('z', [shared]),
      ]),
    ).toEqual(['z', 'a']);
  });

  it('then the one that fell silent first, then by name', () => {
    expect(
      order([
        sessionWith('c', [shared], { lastAt: 9000 }),
        sessionWith('b', [shared], { lastAt: null }),
        sessionWith('z', [shared], { lastAt: 5000 }),
        sessionWith('a', [shared], { lastAt: 9000 }),
      ]),
    ).toEqual(['z', 'a', 'c', 'b']);
  });

  it('then the one that shares the fewest calls', () => {
    const second = { callId: 'toolu_2', identity: 2, requestedAt: 2000 };
    const all = { startedAt: 1, lastAt: 1 };
    expect(
      order([
        sessionWith('a', [shared, second], all),
        sessionWith('b', [shared, second], all),
        sessionWith('z', [shared], all),
      ]),
    ).toEqual(['z', 'a', 'b']);
  });

  it('a fork of a fork comes after it', () => {
    const forked = (id: string, forkedFrom: string): ReturnType<typeof sessionWith> =>
      sessionWith(id, [shared], { fields: { forkedFrom } });
    expect(order([forked('a', 'b'), forked('b', 'c'), sessionWith('c', [shared])])).toEqual(['c', 'b', 'a']);
    expect(order([forked('x', 'y'), forked('y', 'x')])).toEqual(['x', 'y']);
    // Into a circle: those on it count each other, the one before it counts them all.
    expect(order([forked('a', 'x'), forked('x', 'y'), forked('y', 'x')])).toEqual(['x', 'y', 'a']);
  });

  it('a thousand forks of each other, with the same calls, take a thousand times the work of one', () => {
    const readsFor = (sessions: number): number => {
      const count = new ReadCount();
      const all = Array.from({ length: sessions }, (_, n) => {
        const fields = count.of(n === 0 ? {} : { forkedFrom: `s${n - 1}` });
        return count.of(sessionWith(`s${n}`, [count.of({ ...shared })], { fields }));
      });
      withoutCopies(all);
      return count.reads;
    };
    expect(readsFor(1000) / readsFor(100)).toBeLessThan(12);
  });

  it('sorts by times before and after 1970, whole or not', () => {
    const at = (startedAt: number): ReturnType<typeof sessionWith> => sessionWith(`s${startedAt}`, [], { startedAt });
    expect(order([3, -5, 2.5, 0, -0.5, 1e15, 12].map(at))).toEqual([
      's-5',
      's-0.5',
      's0',
      's2.5',
      's3',
      's12',
      's1000000000000000',
    ]);
  });
});

describe('withoutCopies', () => {
  it('keeps each call in its first session, and lists there where else it stands', () => {
    const earlier = { session: 's0', file: '/logs/s0.jsonl', line: 3, offset: 30, length: 9 };
    const sessions = [
      sessionWith(
        's2',
        [
          { ...shared, copies: [earlier], bodies: { input: bodyAt(7), content: null, structured: null } },
          { callId: 'toolu_9', identity: 9, requestedAt: 8000 },
        ],
        { startedAt: 2000 },
      ),
      sessionWith('s1', [shared]),
    ];
    const kept = withoutCopies(sessions);
    expect(kept.map(({ id, calls }) => [id, calls.map(({ callId }) => callId)])).toEqual([
      ['s1', ['toolu_1']],
      ['s2', ['toolu_9']],
    ]);
    expect(kept[0]?.calls[0]?.copies).toEqual([
      { session: 's2', file: '/logs/s2.jsonl', line: 7, offset: 70, length: 9 },
      earlier,
    ]);
    expect(kept.map(({ sources }) => sources.map(({ calls }) => calls))).toEqual([[1], [1]]);
  });

  it('a copy of a copy is one of the original’s', () => {
    const sessions = ['s1', 's2', 's3'].map((id, i) => sessionWith(id, [shared], { startedAt: i }));
    expect(
      withoutCopies(sessions).map(({ calls }) => calls.map(({ copies }) => copies.map(({ session }) => session))),
    ).toEqual([[['s2', 's3']], [], []]);
  });

  it.each([
    ['another message, tool or input', { identity: 2 }],
    ['other id', { callId: 'toolu_2' }],
    ['other agent', { agent: 'codex' }],
  ])('equal ids prove nothing by themselves: %s', (_, fields) => {
    const sessions = [sessionWith('s1', [shared]), sessionWith('s2', [{ ...shared, ...fields }])];
    expect(withoutCopies(sessions).map(({ calls }) => calls.length)).toEqual([1, 1]);
  });

  it.each([1001, null])('times prove nothing: %s', (requestedAt) => {
    const sessions = [sessionWith('s1', [shared]), sessionWith('s2', [{ ...shared, requestedAt }])];
    expect(withoutCopies(sessions).map(({ calls }) => calls.length)).toEqual([1, 0]);
  });

  it('an id used again for the same thing: the second call is a copy of the second one', () => {
    const again = { ...shared, occurrence: 2, requestedAt: 1500 };
    const kept = withoutCopies([
      sessionWith('s1', [shared, again]),
      sessionWith('s2', [shared, again, { ...shared, occurrence: 3, requestedAt: 9000 }], { startedAt: 2000 }),
    ]);
    expect(kept.map(({ calls }) => calls.map(({ occurrence, copies }) => [occurrence, copies.length]))).toEqual([
      [
        [1, 1],
        [2, 1],
      ],
      [[3, 0]],
    ]);
  });

  it('inside one session nothing is a copy', () => {
    expect(withoutCopies([sessionWith('s1', [shared, { ...shared, occurrence: 2 }])])[0]?.calls).toHaveLength(2);
  });

  it('touches no call that has no copy', () => {
    const session = sessionWith('s1', [shared]);
    expect(withoutCopies([session])[0]?.calls[0]).toBe(session.calls[0]);
  });
});
