// Owns the check that looking lightly at a call tells lists the same as interpreting it whole, whatever else the log put
// into input and result.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../src/base/json.ts';
import type { ResultContent } from '../../src/model/content.ts';
import { type Interpretable, interpret, interpretCut, interpretLightly } from '../../src/tools/interpret.ts';
import { lookUp } from '../../src/tools/lookup.ts';
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

/** How much of a text is there where the rest was left out: some characters, and a line behind the head. */
const START = 256;
const BEHIND_HEAD = 64;

/** All texts of the content, each by itself. */
function withTexts(content: ResultContent, make: (text: string) => string): ResultContent {
  if (typeof content === 'string') return make(content);
  return content.map((block) => (block.type === 'text' ? { ...block, text: make(block.text) } : block));
}

function filled(text: string): string {
  const head = text.indexOf('Output:\n');
  const start = Math.max(START, head === -1 ? 0 : head + 'Output:\n'.length + BEHIND_HEAD);
  return text.slice(0, start).padEnd(text.length, '.');
}

function withContent(call: Interpretable, make: (text: string) => string): Interpretable {
  const { outcome } = call;
  return outcome === null
    ? call
    : { ...call, outcome: { ...outcome, content: withTexts(outcome.content, make), structured: undefined } };
}

describe('the interpretation of a result that is there in part', () => {
  const commands = allSamples.filter(({ sample: { agent, tool, input } }) => lookUp(agent, tool, input).startIsEnough);
  const tails = [
    '',
    'line\n'.repeat(200),
    '\n\nTotal output lines: 7\n\n'.repeat(40),
    'command timed out after 3\n'.repeat(40),
  ];

  it.each(commands.map(({ name, sample }) => [name, sample] as const))('is the whole one: %s', (_name, sample) => {
    for (const tail of tails) {
      const whole = withContent(interpretable(sample), (text) => text + tail);
      const cut = interpretCut(withContent(whole, filled));
      const wentWell = whole.outcome?.verdict.status === 'ok' || whole.outcome?.verdict.status === 'background';
      const light = interpretLightly(whole);
      const isRead = !wentWell || light.failedQuietly || light.facts.truncated === true;
      if (!isRead) expect(cut).toStrictEqual(light);
      else if (light.facts.truncated !== true) expect(cut).toBeNull();
    }
  });

  it('is given up where the tool asks for more than the beginning', () => {
    const call = allSamples.map(({ sample }) => withContent(interpretable(sample), filled));
    const asking = call.filter(({ agent, tool, input }) => !lookUp(agent, tool, input).startIsEnough);
    expect(commands.length).toBeGreaterThan(20);
    expect(asking.filter((one) => interpretCut(one) !== null)).toEqual([]);
  });
});
