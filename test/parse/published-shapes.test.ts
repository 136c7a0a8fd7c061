// Tests every shape of tool results that published descriptions give, statement by statement.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSegments } from '../../src/model/display-segment.ts';
import { interpretCall, pairCalls } from '../../src/parse/parse.ts';
import { lifecycles, runtimeStatements } from './published/lifecycle.ts';
import { structuredResults } from './published/structured-results.ts';
import { toolResults } from './published/tool-results.ts';

const statements = [...toolResults, ...structuredResults, ...lifecycles];

it('numbers every statement once', () => {
  const numbers = [...statements, ...runtimeStatements].map(({ number }) => number);
  expect(numbers.length).toBe(new Set(numbers).size);
  expect(numbers.length).toBeGreaterThanOrEqual(80);
});

describe('published shapes', () => {
  it.each(statements.map((statement) => [statement.number, statement.says, statement] as const))(
    '%s %s',
    (_number, _says, { call, records, becomes }) => {
      const made = records === undefined ? interpretCall(call ?? { name: '' }) : pairCalls(records);
      expect(made).toMatchObject(becomes);
      for (const one of [made].flat()) expect(one.problems).toEqual([]);
    },
  );

  it.each(runtimeStatements.map(({ number, says, test }) => [number, says, test]))('%s %s: %s', (_n, _s, test) => {
    expect(existsSync(resolve(import.meta.dirname, '../..', test))).toBe(true);
  });

  it('4.9 segments are read in order, unknown ones skipped, diffs have a path and a patch', () => {
    const patch = '--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y';
    const segments = [
      { type: 'hologram' },
      { type: 'diff', content: { path: 'a', patch } },
      { type: 'text', content: 'edited a' },
    ];
    expect(readSegments(segments).segments.map(({ type }) => type)).toEqual(['diff', 'text']);
  });
});
