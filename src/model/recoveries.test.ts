// Checks that recoveries found in a stream of calls equal those found with all of them.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Failure } from './outcome.ts';
import { aftermathIn, callsToRecover, callsToRecoverAmong, recoveriesIn, type Tried } from './recoveries.ts';
import { needsRecovery } from './recovery.ts';

const failure: fc.Arbitrary<Failure | null> = fc.oneof(
  fc.constant(null),
  fc.record({
    code: fc.constantFrom('exit-code', 'not-found'),
    blame: fc.constantFrom('expected', 'environment', 'agent'),
    message: fc.constant(''),
  }),
);

const time = fc.option(fc.nat(20), { nil: null });

const call: fc.Arbitrary<Omit<Tried, 'callId'>> = fc.record({
  occurrence: fc.constant(1),
  toolId: fc.constantFrom('shell', 'edit'),
  target: fc.constantFrom('a', 'b', null),
  aim: fc.constantFrom('make', 'npm test', null),
  thread: fc.constantFrom('main', 'agent'),
  status: fc.constantFrom('ok', 'error', 'background', 'rejected', 'lost'),
  failure,
  masked: failure,
  requestedAt: time,
  endedAt: time,
});

test('calls one after the other tell the same as all of them at once', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 30 }), (drawn) => {
      const calls = drawn.map((tried, i): Tried => ({ ...tried, callId: `call-${i}` }));
      const expected = callsToRecover(calls);
      const told = callsToRecoverAmong(calls.values(), calls.filter(needsRecovery));
      expect(new Map([...told].map(([{ callId }, took]) => [callId, took]))).toEqual(
        new Map([...expected].map(([{ callId }, took]) => [callId, took])),
      );
    }),
    { numRuns: 500 },
  );
});

test('what became of a call is told of that call alone, not of another with its id', () => {
  const tried = {
    callId: 'call_1',
    toolId: 'shell',
    thread: 'main',
    target: 'make',
    aim: null,
    masked: null,
    requestedAt: null,
    endedAt: null,
  } as const;
  const failure = { code: 'exit-code', blame: 'environment', message: '' } as const;
  const calls: Tried[] = [
    { ...tried, occurrence: 1, status: 'error', failure },
    { ...tried, occurrence: 2, status: 'ok', failure: null },
    { ...tried, occurrence: 3, status: 'error', failure },
    { ...tried, occurrence: 4, status: 'error', failure },
    { ...tried, occurrence: 5, status: 'error', failure },
  ];
  const of = aftermathIn(recoveriesIn(calls));
  expect(calls.map((call) => of(call).recovery?.by?.occurrence)).toEqual([
    2,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(calls.map((call) => of(call).loop?.tries.length)).toEqual([undefined, undefined, 3, 3, 3]);
});
