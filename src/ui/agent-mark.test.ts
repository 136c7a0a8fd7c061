// Tests the letters of an agent's mark. That they differ between agents is tested in test/views.

import { expect, it } from 'vitest';
import { agentLetters } from './agent-mark.tsx';

it('takes the first letters of words, or the ends of one', () => {
  expect(['claude-code', 'codex', 'copilot-vscode', 'pi'].map(agentLetters)).toEqual(['CC', 'Cx', 'CV', 'Pi']);
});

it('takes any name', () => {
  expect(['', 'x', '--', 'a b c', '<b>'].map(agentLetters)).toEqual(['', 'X', '', 'AB', 'B']);
});
