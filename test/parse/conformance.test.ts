// Tests the conformance suite on our own parser, which passes, and on broken ones, which it catches.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { answerOf, type ConformanceCase, conformanceText, runConformance } from '../../src/parse/conformance.ts';
import { allSamples } from '../structure/tool-samples.ts';

const cases: readonly ConformanceCase[] = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../conformance/cases.json'), 'utf8'),
);

it('has every sample as a case', () => {
  expect(cases.map(({ id }) => `${id}.json`).sort()).toEqual(allSamples.map(({ name }) => name).sort());
});

it('is passed by our own parser, in every part', async () => {
  const report = await runConformance(cases, answerOf, ['tool', 'kind', 'via', 'failure', 'facts', 'summary']);
  expect(conformanceText(report).split('\n').at(-1)).toBe(`${cases.length} of ${cases.length} cases passed`);
  expect(report.tools.length).toBeGreaterThan(50);
});

it('reports a parser that takes every flagged result for a failure of one kind, by tool and shape', async () => {
  const report = await runConformance(cases, (given) => ({ ...answerOf(given), failure: 'error' }));
  const shell = report.tools.find(({ tool }) => tool === 'shell');
  expect(report.passed).toBeLessThan(cases.length);
  expect(shell?.passed).toBeLessThan(shell?.cases ?? 0);
  const shape = shell?.shapes.find((one) => one.shape === 'claude-code structured output');
  expect(shape?.failed[0]?.differs).toEqual([{ part: 'failure', expected: null, got: 'error' }]);
  expect(conformanceText(report)).toContain('FAIL shell');
});

it('reports a parser that throws, answers nothing, or gets facts wrong, and goes on', async () => {
  const some = cases.filter(({ expect: { tool } }) => tool === 'edit' || tool === 'glob' || tool === 'write');
  const report = await runConformance(some, (given) => {
    if (given.id.startsWith('glob/')) throw new Error('no globs');
    if (given.name === 'Write') return undefined;
    return { ...answerOf(given), facts: { ...answerOf(given).facts, linesAdded: -1 } };
  });
  expect(report.passed).toBeLessThan(some.length);
  expect(report.tools.find(({ tool }) => tool === 'glob')?.passed).toBe(0);
  const text = conformanceText(report);
  expect(text).toContain(': threw no globs');
  expect(text).toContain('tool "write", not there');
  expect(text).toContain('"linesAdded":-1');
});
