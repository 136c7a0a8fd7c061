// Tests the summary of a structured output: the payload, or the input if nothing else is known.

import { expect, test } from 'vitest';
import { interpret } from '../interpret.ts';

function summaryOf(input: unknown, structured: unknown): string | undefined {
  const verdict = { status: 'ok', rule: 'test', failure: null } as const;
  const outcome = { verdict, content: 'Structured output provided successfully', structured };
  return interpret({ agent: 'claude-code', tool: 'StructuredOutput', input, outcome }).light.summary;
}

test('the payload tells, not the input it was made from', () => {
  expect(summaryOf({ verdict: 'pass' }, { verdict: 'fail' })).toBe('fail');
  expect(summaryOf({ verdict: 'pass' }, undefined)).toBe('pass');
});
