// Tests that no tool fails on odd data: random values, modified samples, and texts made to be slow.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultContent } from '../../src/model/content.ts';
import type { Verdict } from '../../src/model/outcome.ts';
import { tools } from '../../src/tools/all-tools.ts';
import { type Interpretable, interpret } from '../../src/tools/interpret.ts';
import { mustEnd } from '../support/must-end.ts';
import { allSamples, interpretable } from './tool-samples.ts';

const names = tools.flatMap((tool) =>
  tool.dialects.flatMap(({ agent, names: exact, pattern }) =>
    [...exact, ...(pattern === undefined ? [] : ['mcp__server__tool'])].map((name) => ({ id: tool.id, agent, name })),
  ),
);
const STATUSES: readonly Verdict['status'][] = ['ok', 'error', 'rejected', 'denied', 'interrupted', 'background'];

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e308, '', ' ', '\u2028', '[', '{"a":', [], {}, [[]], [null]),
  fc.jsonValue(),
);

const content: fc.Arbitrary<ResultContent> = fc.oneof(
  fc.string(),
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text' as const), text: fc.string() }),
      fc.record({ type: fc.constant('tool-reference' as const), name: fc.string() }),
      fc.record({ type: fc.constant('other' as const), kind: fc.string(), value: odd }),
    ),
    { maxLength: 4 },
  ),
);

function definitionProblems(light: { problems: readonly { code: string; message: string }[] }): readonly string[] {
  return light.problems.filter(({ code }) => code === 'tool-definition-failed').map(({ message }) => message);
}

/** Replaces one value somewhere inside. */
function spoil(value: unknown, steps: readonly number[], replacement: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const copy: Record<string, unknown> = { ...value };
  copy[key] = spoil(copy[key], rest, replacement);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

const path = fc.array(fc.nat(12), { minLength: 1, maxLength: 5 });

describe('odd values', () => {
  it.each(names.map((one) => [`${one.agent} ${one.name}`, one] as const))('%s', (_label, { agent, name }) => {
    fc.assert(
      fc.property(odd, odd, content, fc.constantFrom(...STATUSES), (input, structured, text, status) => {
        const verdict = { status, rule: 'fuzz', failure: null };
        const { light } = interpret({ agent, tool: name, input, outcome: { verdict, content: text, structured } });
        expect(definitionProblems(light)).toEqual([]);
        expect(typeof light.summary).toBe('string');
      }),
      { numRuns: 40 },
    );
  });
});

describe('spoiled samples', () => {
  it.each(allSamples.map((file) => [file.name, file.sample] as const))('%s', (_name, sample) => {
    const call = interpretable(sample);
    fc.assert(
      fc.property(path, odd, fc.constantFrom('input', 'structured'), (steps, replacement, where) => {
        const { outcome } = call;
        const spoiled =
          where === 'input' || outcome === null
            ? { ...call, input: spoil(call.input, steps, replacement) }
            : { ...call, outcome: { ...outcome, structured: spoil(outcome.structured, steps, replacement) } };
        expect(definitionProblems(interpret(spoiled).light)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});

/** Names the call when reading it does not end. */
function interpretToTheEnd(call: Interpretable, named: string): void {
  try {
    mustEnd(() => interpret(call));
  } catch (error) {
    throw new Error(named, { cause: error });
  }
}

/** Every text inside, with the steps that lead to it. */
function* textsIn(value: unknown, steps: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value === 'string') yield steps;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...steps, key]);
  }
}

function replaceAt(value: unknown, steps: readonly string[], replacement: string): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === step ? replaceAt(inner, rest, replacement) : inner,
  ]);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

describe('long inputs', () => {
  const LENGTH = 1_000_000;
  const PIECES = ['word and other ', 'echo "a"; ls | wc\n', ' ', '\n'];

  it.each(tools.map(({ id }) => id))('%s', { timeout: 120_000 }, (id) => {
    const places = new Map(
      allSamples.flatMap(({ sample }) => {
        if (sample.expect.toolId !== id) return [];
        const call = interpretable(sample);
        return [...textsIn(call.input)].map(
          (steps) => [`${sample.agent} ${steps.join('.')}`, { call, steps }] as const,
        );
      }),
    );
    for (const [place, { call, steps }] of places) {
      for (const piece of PIECES) {
        const long = piece.repeat(Math.ceil(LENGTH / piece.length));
        interpretToTheEnd(
          { ...call, input: replaceAt(call.input, steps, long) },
          `${place} of ${JSON.stringify(piece)}`,
        );
      }
    }
  });
});

describe('slow texts', () => {
  const LENGTH = 400_000;
  const PIECES = [
    '"',
    '\n',
    ' ',
    '<',
    '[{"',
    '": "',
    '     1→x\n',
    'Links: [',
    '"="',
    '<tool_use_error>',
    '@@ -1 +1 @@\n',
    '- "a"\n',
  ];
  const openings = new Map(
    allSamples.flatMap(({ sample }) => {
      const text = sample.outcome?.content;
      if (typeof text !== 'string') return [];
      const opening = text.slice(0, 60);
      return [[`${sample.expect.toolId} ${sample.outcome?.status} ${opening}`, { sample, opening }] as const];
    }),
  );

  it.each(tools.map(({ id }) => id))('%s', { timeout: 120_000 }, (id) => {
    for (const { sample, opening } of openings.values()) {
      const call = interpretable(sample);
      if (sample.expect.toolId !== id || call.outcome === null) continue;
      for (const piece of PIECES) {
        const content = opening + piece.repeat(Math.ceil(LENGTH / piece.length));
        interpretToTheEnd(
          { ...call, outcome: { ...call.outcome, content, structured: undefined } },
          `${JSON.stringify(opening)} + ${JSON.stringify(piece)}`,
        );
      }
    }
  });
});
