// Tests that the marks of all agents differ.

import { expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import { agentLetters } from '../../src/ui/agent-mark.tsx';

it('every agent has letters of its own', () => {
  const agents = formats.map(({ agent }) => agent);
  const byLetters = new Map(agents.map((agent) => [agentLetters(agent), agent]));
  expect([...byLetters.values()]).toEqual(agents);
  expect(byLetters.has('')).toBe(false);
});
