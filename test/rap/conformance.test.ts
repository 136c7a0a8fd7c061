// Tests the conformance kit on Toolscope itself: its runtime and its tool server keep every rule.
import { expect, test } from 'vitest';
import { checkSelf } from '../../src/rap/conformance/check-self.ts';
import { conforms } from '../../src/rap/conformance/finding.ts';
import { RUNTIME_RULES } from '../../src/rap/conformance/runtime-rules.ts';
import { TOOL_RULES } from '../../src/rap/conformance/tool-rules.ts';

test('our own runtime and tool server keep every rule', { timeout: 240_000 }, async () => {
  const findings = await checkSelf();
  expect(findings.filter(({ pass }) => pass !== true)).toEqual([]);
  expect(findings.map(({ rule }) => rule)).toEqual([...RUNTIME_RULES, ...TOOL_RULES].map(({ rule }) => rule));
  expect(conforms(findings)).toBe(true);
});
