// Tests that docs/agents.md is the one made from the formats, and says of every agent what it writes down.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agentsDocument } from './agents-document.ts';
import { formats } from './registry.ts';

it('is current', () => {
  const { path, text } = agentsDocument();
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
});

it('has a row for every agent, with a word in every column', () => {
  const rows = agentsDocument()
    .text.split('\n')
    .filter((line) => /^\| .* \| `[\w-]+` \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  // Hook reports belong to other agents' sessions.
  const agents = formats.map(({ agent }) => agent).filter((agent) => agent !== 'hooks');
  expect(rows.map(([, , agent]) => agent)).toEqual(agents.map((agent) => `\`${agent}\``));
  expect(rows.every((cells) => cells.slice(3, -1).every((cell) => ['yes', 'sometimes', '–'].includes(cell)))).toBe(
    true,
  );
});
