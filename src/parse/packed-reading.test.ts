// Tests that readings come back from their packed form as they went in, whatever they hold.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberedTexts } from '../lifecycle/numbered-texts.ts';
import type { Facts, Interpretation } from '../model/interpretation.ts';
import { problem } from '../model/problem.ts';
import { packReady, type Ready, unpackReady } from './packed-reading.ts';

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('/a/b.ts', 'npm test', ''));
const orNull = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });
const place = fc.integer({ min: -1, max: 2 ** 50 });

const facts = fc.record(
  { path: text, command: text, lines: fc.nat(), truncated: fc.boolean() },
  { requiredKeys: [] },
) satisfies fc.Arbitrary<Facts>;

const failure = fc.record({ code: text, blame: fc.constantFrom('agent', 'expected'), message: text });

/** Texts that begin with, or are, the path or the command are told by number. */
function lightOf(known: Facts): fc.Arbitrary<Interpretation> {
  const said = fc
    .tuple(fc.constantFrom(known.path ?? '', known.command ?? '', ''), text)
    .map((parts) => parts.join(''));
  return fc.record({
    toolId: text,
    result: orNull(fc.record({ kind: text, via: fc.constantFrom('structured', 'text', 'raw') })),
    summary: said,
    failure: orNull(failure),
    failedQuietly: fc.constant(false),
    masked: orNull(failure),
    facts: fc.constant(known),
    reportedMs: orNull(fc.nat()),
    task: fc.constant(null),
    leading: fc.constant(null),
    target: orNull(said),
    aim: orNull(text),
    problems: fc.constantFrom([], [problem('odd', 'It is odd.')]),
  });
}

const ready: fc.Arbitrary<Ready> = facts
  .chain(lightOf)
  .chain((light) =>
    fc.record({
      requestSource: fc.nat(2),
      requestOffset: place,
      resultSource: fc.nat(2),
      resultOffset: place,
      supplementSource: fc.constantFrom(-1, 0, 1),
      supplementOffset: place,
      light: fc.constant(light),
    }),
  )
  .map((made) => ({ ...made, supplementOffset: made.supplementSource === -1 ? -1 : made.supplementOffset }));

it('gives back what was packed', () => {
  fc.assert(
    fc.property(ready, (given) => {
      const texts = new NumberedTexts();
      expect(unpackReady(packReady(given, texts), texts)).toEqual(given);
    }),
  );
});

it('keeps that a failure was quiet', () => {
  const texts = new NumberedTexts();
  const [given] = fc.sample(ready, 1);
  const quiet = { code: 'tests-failed', blame: 'code', message: 'one failed' } as const;
  const light = { ...given?.light, failure: quiet, failedQuietly: true } as Interpretation;
  const packed = packReady({ ...given, light } as Ready, texts);
  expect(unpackReady(packed, texts).light).toEqual(light);
});
