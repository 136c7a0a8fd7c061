// Tests that the light interpretation of a call gives lists the same as the full one, whatever else the log has in input and
// result.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../src/base/json.ts';
import { type Interpretable, interpret, interpretLightly } from '../../src/tools/interpret.ts';
import { allSamples, interpretable } from './tool-samples.ts';

/** Every key that any sample has, at any depth: a stranger to most shapes, and somebody else's own key. */
function keysIn(value: unknown, keys: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const member of value) keysIn(member, keys);
  else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      keys.add(key);
      keysIn(member, keys);
    }
  }
  return keys;
}

const KEYS = [
  ...keysIn(
    allSamples.map(({ sample: { input, outcome } }) => [input, outcome?.structured]),
    new Set(),
  ),
];

type Extras = Readonly<Record<string, unknown>>;

/** The value with other members in all of its objects; its own members stay. */
function withExtras(value: unknown, extras: Extras): unknown {
  if (Array.isArray(value)) return value.map((member) => withExtras(member, extras));
  if (!isObject(value)) return value;
  const own = Object.entries(value).map(([key, member]) => [key, withExtras(member, extras)]);
  return { ...extras, ...Object.fromEntries(own) };
}

function extended(call: Interpretable, extras: Extras): Interpretable {
  const { outcome } = call;
  return {
    ...call,
    input: withExtras(call.input, extras),
    outcome: outcome === null ? null : { ...outcome, structured: withExtras(outcome.structured, extras) },
  };
}

const extras = fc.dictionary(
  fc.constantFrom(...KEYS, 'kind', 'skill', 'step'),
  fc.constantFrom<unknown>('word', '7', 7, 0, null, true, 'false', [], ['word', 1], {}, { path: 'a' }),
  { minKeys: 1, maxKeys: 6 },
);

describe('a light interpretation', () => {
  it.each(allSamples.map(({ name, sample }) => [name, sample] as const))('is the whole one: %s', (_name, sample) => {
    const call = interpretable(sample);
    expect(interpretLightly(call)).toStrictEqual(interpret(call).light);
    fc.assert(
      fc.property(extras, (given) => {
        const more = extended(call, given);
        expect(interpretLightly(more)).toStrictEqual(interpret(more).light);
      }),
      { numRuns: 40 },
    );
  });
});
