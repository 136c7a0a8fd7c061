// Tests that facts come back from their packed form as they went in, whatever they hold.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import { type CallFacts, emptyFacts, type RequestFact, type ResultFact } from './facts.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('main', 'Bash', '\ud800', '0', ''));
const orNull = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });
const orNothing = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const at = orNull(
  fc.oneof(fc.integer({ min: 0, max: 2 ** 50 }), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
);
const ref: fc.Arbitrary<LineRef> = fc.record({
  source: fc.nat(),
  line: fc.nat(),
  offset: fc.integer({ min: 0, max: 2 ** 50 }),
  length: fc.nat(),
});

const request: fc.Arbitrary<RequestFact> = fc.record({
  ref,
  at,
  thread: text,
  callId: fc.constant('c1'),
  tool: text,
  record: orNull(text),
  group: orNull(text),
  model: orNull(text),
  pointer: text,
  fingerprint: fc.integer(),
  parentCall: orNothing(text),
  implied: orNothing(fc.constant(true)),
  promptHash: orNothing(fc.integer()),
  wirePointer: orNothing(text),
});

const failure = fc.record({ code: text, blame: fc.constantFrom('agent', 'expected'), message: text });
const verdict = fc.oneof(
  fc.record({ status: fc.constantFrom('ok', 'error', 'background'), rule: text, failure: orNull(failure) }),
  fc.record({
    status: fc.constant('ok'),
    rule: text,
    failure: fc.constant(null),
    feedback: text,
    placeholder: fc.constant(true),
  }),
);

const result: fc.Arbitrary<ResultFact> = fc.record({
  ref,
  at,
  thread: text,
  callId: fc.constant('c1'),
  verdict,
  record: orNull(text),
  requestRecord: orNull(text),
  background: orNull(fc.record({ kind: fc.constantFrom('shell', 'agent'), taskId: orNull(text) })),
  agentId: orNull(text),
  runId: orNull(text),
  pointers: fc.record({ content: text, structured: orNull(text) }),
  reportedMs: orNothing(fc.nat()),
  continues: orNothing(text),
  isWrittenWithRequest: orNothing(fc.constant(true)),
}) as fc.Arbitrary<ResultFact>;

const hook: fc.Arbitrary<HookRun> = fc.record({
  event: text,
  name: text,
  command: orNull(text),
  outcome: fc.constantFrom('ok', 'blocked', 'started'),
  exitCode: orNull(fc.integer()),
  durationMs: orNull(fc.nat()),
  decision: orNull(text),
  message: orNull(text),
  at,
  ref,
});

const rare = fc.record({
  supplements: fc.array(fc.record({ ref, pointer: text }), { maxLength: 2 }),
  permissions: fc.array(
    fc.record({
      ref,
      at,
      thread: text,
      callId: fc.constant('c1'),
      decision: fc.constantFrom('allowed', 'denied'),
      by: fc.constantFrom('user', 'rule'),
      message: orNull(text),
    }),
    { maxLength: 2 },
  ),
  progress: fc.record({ count: fc.integer({ min: 1 }), lastAt: at, elapsedMs: orNull(fc.nat()), lastRef: orNull(ref) }),
  cleared: fc.boolean(),
});

const facts: fc.Arbitrary<CallFacts> = fc
  .tuple(
    fc.array(request, { maxLength: 3 }),
    fc.array(result, { maxLength: 3 }),
    fc.array(hook, { maxLength: 3 }),
    fc.option(rare, { nil: {} }),
  )
  .map(([requests, results, hooks, more]) => ({
    ...emptyFacts('c1'),
    requests,
    results,
    hooks,
    ...more,
  })) as fc.Arbitrary<CallFacts>;

it('comes back as it went in', () => {
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 3 }), (all) => {
      const texts = new NumberedTexts();
      const packed = all.map((known) => packFacts(known, texts));
      const again = new NumberedTexts(structuredClone(texts.save()));
      for (const numbers of [texts, again]) {
        expect(packed.map((known) => unpackFacts('c1', known, numbers))).toEqual(all);
      }
    }),
  );
});

it('names a record that the result shares with its request once', () => {
  const texts = new NumberedTexts();
  const record = '11111111-2222-4333-8444-555555555555';
  fc.assert(
    fc.property(request, result, (asked, answer) => {
      const known: CallFacts = {
        ...emptyFacts('c1'),
        requests: [{ ...asked, record }],
        results: [{ ...answer, requestRecord: record }],
      };
      const packed = packFacts(known, texts);
      expect(packed.split(record)).toHaveLength(2);
      expect(unpackFacts('c1', packed, texts)).toEqual(known);
    }),
  );
});

it('keeps texts that have no number any more as they are', () => {
  const texts = new NumberedTexts();
  const all = Array.from({ length: 5000 }, (_, i) => `tool-${i}`);
  const numbers = all.map((tool) => texts.numberOf(tool));
  expect(numbers.filter((number) => typeof number === 'number')).toHaveLength(4096);
  expect(numbers.map((number) => texts.textOf(number))).toEqual(all);
});
