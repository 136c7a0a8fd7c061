// Tests that agents have different marks, and that any name has one.

import { expect, it } from 'vitest';
import { agentLetters } from './agent-mark.tsx';

it('tells agents apart', () => {
  const agents = [
    'claude-code',
    'codex',
    'copilot',
    'copilot-vscode',
    'rap',
    'pi',
    'opencode',
    'gemini',
    'qwen',
    'kimi',
  ];
  expect(agents.map(agentLetters)).toEqual(['CC', 'Cx', 'Ct', 'CV', 'Rp', 'Pi', 'Oe', 'Gi', 'Qn', 'Ki']);
});

it('takes any name', () => {
  expect(['', 'x', '--', 'a b c', '<b>'].map(agentLetters)).toEqual(['', 'X', '', 'AB', 'B']);
});
