// Checks that recoveries told from calls that come one after the other are those told from all of them.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Failure } from './outcome.ts';
import { callsToRecover, callsToRecoverAmong, type Tried } from './recoveries.ts';
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
  toolId: fc.constantFrom('shell', 'edit'),
  target: fc.constantFrom('a', 'b', null),
  thread: fc.constantFrom('main', 'agent'),
  status: fc.constantFrom('ok', 'error', 'background', 'rejected', 'lost'),
  failure,
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
