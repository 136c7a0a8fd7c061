// Tests the lines of two sessions side by side: folded runs, opened runs, and where the first difference is.

import { expect, it } from 'vitest';
import type { WireCallPair, WireComparison, WirePromptPair } from '../../api/wire/compare.ts';
import { comparedLines, foldsOf } from './compared-lines.ts';

const CALL = {
  callId: 'c',
  occurrence: 1,
  thread: 'main',
  tool: 'Bash',
  toolId: 'shell',
  summary: 'ls',
  status: 'ok',
  code: null,
  blame: null,
  masked: null,
  at: null,
  ms: null,
  bound: null,
} as const;
const SAME: WireCallPair = { a: CALL, b: CALL, isElsewhere: false };
const ONLY_A: WireCallPair = { a: CALL, b: null, isElsewhere: false };
const OTHERWISE: WireCallPair = { a: CALL, b: { ...CALL, status: 'error', code: 'exit-code' }, isElsewhere: false };

function prompt(...calls: readonly WireCallPair[]): WirePromptPair {
  return { a: null, b: null, isSame: true, calls };
}

function kinds(
  prompts: readonly WirePromptPair[],
  divergence: WireComparison['divergence'],
  opened: readonly string[] = [],
) {
  const { lines, divergence: at } = comparedLines({ prompts, divergence }, opened);
  return { at, lines: lines.map((line) => (line.kind === 'fold' ? `fold ${line.count}` : line.kind)) };
}

it('fold calls that both made alike, and say where the first difference is', () => {
  const prompts = [prompt(SAME, SAME, SAME, ONLY_A, SAME, OTHERWISE), prompt(), prompt(SAME, SAME)];
  const first = { what: 'call', prompt: 0, call: 3 } as const;
  expect(kinds(prompts, first)).toEqual({
    at: 2,
    lines: ['prompt', 'fold 3', 'call', 'call', 'call', 'prompt', 'prompt', 'fold 2'],
  });
  expect(foldsOf({ prompts, divergence: first })).toEqual(['0 0', '2 0']);
  expect(kinds(prompts, first, ['0 0'])).toEqual({
    at: 4,
    lines: ['prompt', 'call', 'call', 'call', 'call', 'call', 'call', 'prompt', 'prompt', 'fold 2'],
  });
  expect(kinds([prompt(), prompt(ONLY_A)], { what: 'prompt', prompt: 1, call: null })).toEqual({
    at: 1,
    lines: ['prompt', 'prompt', 'call'],
  });
  expect(kinds([], null)).toEqual({ at: null, lines: [] });
});
