// Tests the comparison of two sessions: every call in exactly one place, the same from both sides, the first difference found.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, OPTIONS, request, said, sessionView } from '../../test/support/session-view.ts';
import { type CallPair, type Comparison, compareSessions } from './compare-sessions.ts';
import type { SeenCall, SessionView } from './session-view.ts';

interface Step {
  readonly what: 'prompt' | 'shell' | 'edit' | 'read';
  readonly about: string;
  readonly failed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('prompt', 'shell', 'shell', 'edit', 'read'),
  about: fc.constantFrom('one', 'two', 'three', '/home/dev/one', '/srv/copy/one'),
  failed: fc.boolean(),
});

const FAILURE = { code: 'tests-failed', blame: 'code', message: 'no' } as const;

function viewOf(steps: readonly Step[], cwd = '/home/dev', prefix = 'call'): SessionView {
  const calls: SeenCall[] = [];
  const messages = [];
  for (const [i, { what, about, failed }] of steps.entries()) {
    const ref = { source: 0, line: i, offset: i, length: 1 };
    if (what === 'prompt') messages.push(said('prompt', i, about, { ref }));
    else {
      const made = call(what, i, i + 1, {
        callId: `${prefix} ${i}`,
        target: about,
        facts: { path: about },
        ...(failed ? { status: 'error', failure: FAILURE } : {}),
      });
      calls.push({ ...made, bodies: { ...made.bodies, input: { ...made.bodies.input, ...ref } } });
    }
  }
  return sessionView({ fields: { cwd }, messages, calls });
}

function pairsOf({ prompts }: Comparison): readonly CallPair[] {
  return prompts.flatMap(({ calls }) => calls);
}

function names(comparison: Comparison, side: 'a' | 'b'): string[] {
  return pairsOf(comparison).flatMap((pair) => pair[side]?.callId ?? []);
}

function exchanged({ a, b, prompts, files, divergence, ...rest }: Comparison): object {
  const swap = <Pair extends { readonly a: unknown; readonly b: unknown }>(pair: Pair): object => {
    return { ...pair, a: pair.b, b: pair.a };
  };
  const sorted = (pairs: readonly object[]): string[] => pairs.map((pair) => JSON.stringify(pair)).sort();
  return {
    ...rest,
    what: divergence?.what,
    at: divergence?.prompt,
    a: b,
    b: a,
    files: files.map(swap),
    prompts: prompts.map((pair) => ({ ...swap(pair), calls: sorted(pair.calls.map(swap)) })),
  };
}

function asItIs({ prompts, divergence, ...rest }: Comparison): object {
  return {
    ...rest,
    what: divergence?.what,
    at: divergence?.prompt,
    prompts: prompts.map((pair) => ({
      ...pair,
      calls: pair.calls.map(({ a, b, ...more }) => JSON.stringify({ a, b, ...more })).sort(),
    })),
  };
}

describe('two sessions', () => {
  const steps = fc.array(step, { maxLength: 40 });

  it('have every call of both in exactly one place', () => {
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        const [a, b] = [viewOf(first), viewOf(second, '/srv/copy')];
        const comparison = compareSessions(a, b, OPTIONS);
        expect(names(comparison, 'a').sort()).toEqual(a.calls.map(({ callId }) => callId).sort());
        expect(names(comparison, 'b').sort()).toEqual(b.calls.map(({ callId }) => callId).sort());
        const { shared, a: sumA, b: sumB } = comparison;
        expect([shared + sumA.only, shared + sumB.only]).toEqual([sumA.calls, sumB.calls]);
        expect(sumA.elsewhere).toBe(sumB.elsewhere);
      }),
    );
  });

  it('are compared alike from both sides', () => {
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        const [a, b] = [viewOf(first), viewOf(second, '/srv/copy')];
        expect(exchanged(compareSessions(b, a, OPTIONS))).toEqual(asItIs(compareSessions(a, b, OPTIONS)));
      }),
    );
  });

  it('that are one do not differ', () => {
    fc.assert(
      fc.property(steps, (same) => {
        const { divergence, a, shared } = compareSessions(viewOf(same), viewOf(same), OPTIONS);
        expect([divergence, a.only, shared]).toEqual([null, 0, a.calls]);
      }),
    );
  });

  const plain = (what: Step['what'], about: string, failed = false): Step => ({ what, about, failed });

  it('say where they first differ, and what one did that the other did not', () => {
    const asked = [plain('prompt', 'Fix  the test'), plain('read', '/home/dev/a.ts')];
    const a = viewOf([
      ...asked,
      plain('edit', '/home/dev/a.ts'),
      plain('shell', 'npm test'),
      plain('shell', 'git diff'),
    ]);
    const other = [plain('prompt', 'Fix the test'), plain('read', '/srv/copy/a.ts'), plain('shell', 'git diff')];
    const b = viewOf([...other, plain('edit', '/srv/copy/a.ts'), plain('shell', 'npm test', true)], '/srv/copy');
    const found = compareSessions(a, b, OPTIONS);
    expect(found.prompts.map(({ isSame }) => isSame)).toEqual([true]);
    expect(found.divergence).toEqual({ what: 'call', prompt: 0, call: 1 });
    expect(pairsOf(found).map(({ a: one, b: two, isElsewhere }) => [one?.callId, two?.callId, isElsewhere])).toEqual([
      ['call 1', 'call 1', false],
      [undefined, 'call 2', true],
      ['call 2', 'call 3', false],
      ['call 3', 'call 4', false],
      ['call 4', undefined, true],
    ]);
    expect([found.shared, found.otherOutcome, found.a.elsewhere]).toEqual([3, 1, 1]);
    expect(found.files).toMatchObject([{ path: 'a.ts', a: { reads: 1, changes: 1 }, b: { reads: 1, changes: 1 } }]);
  });

  it('with other prompts stand side by side between those that are the same', () => {
    const a = viewOf([plain('prompt', 'Hello'), plain('shell', 'x'), plain('prompt', 'Thanks')]);
    const b = viewOf([
      plain('prompt', 'Good day'),
      plain('shell', 'x'),
      plain('prompt', 'More'),
      plain('prompt', 'Thanks'),
    ]);
    const { prompts, divergence } = compareSessions(a, b, OPTIONS);
    expect(prompts.map(({ a: one, b: two, isSame }) => [one?.asked?.text, two?.asked?.text, isSame])).toEqual([
      ['Hello', 'Good day', false],
      [undefined, 'More', false],
      ['Thanks', 'Thanks', true],
    ]);
    expect(prompts[0]?.calls).toMatchObject([{ a: { tool: expect.any(String) }, b: {} }]);
    expect(divergence).toEqual({ what: 'prompt', prompt: 0, call: null });
  });

  it('tell time, cost and failures of each, and that an outcome differs', () => {
    const messages = [said('prompt', 0, 'Go'), said('answer', 30)];
    const a = sessionView({ messages, calls: [call('shell', 5, 15, { target: 'make' })], requests: [request(5)] });
    const failed = call('shell', 5, 25, { target: 'make', status: 'error', failure: FAILURE });
    const b = sessionView({ messages, calls: [failed], requests: [request(5), request(26)] });
    const found = compareSessions(a, b, OPTIONS);
    expect(found.divergence).toEqual({ what: 'outcome', prompt: 0, call: 0 });
    const tools = ({ times }: (typeof found)['a']) => times.find((one) => one.class === 'tool')?.ms;
    expect([found.a.failures, found.b.failures, tools(found.a), tools(found.b)]).toEqual([0, 1, 10_000, 20_000]);
    expect(found.b.tokens).toBe(2 * found.a.tokens);
  });

  it('of ten thousand calls each are compared', () => {
    const many = (seed: number): Step[] => [
      plain('prompt', 'Go'),
      ...Array.from({ length: 10_000 }, (_, i) => plain('shell', `run ${(i * seed) % 900}`)),
    ];
    const found = compareSessions(viewOf(many(1)), viewOf(many(7)), OPTIONS);
    expect(found.shared + found.a.only).toBe(10_000);
    expect(found.shared).toBeGreaterThan(1000);
  });
});
