// Tests that docs/agents.md is the one made from the formats, and says what the issue of each format is.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agentsDocument } from './agents-document.ts';

it('is current', () => {
  const { path, text } = agentsDocument();
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
});

it('has a row for every agent, with a word in every column', () => {
  const rows = agentsDocument()
    .text.split('\n')
    .filter((line) => /^\| .* \| `/.test(line) && !line.includes('~'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, , agent]) => agent)).toEqual([
    '`claude-code`',
    '`codex`',
    '`copilot`',
    '`copilot-vscode`',
    '`gemini`',
    '`opencode`',
    '`opencode-go`',
    '`pi`',
    '`qwen`',
    '`kimi`',
    '`kimi-code`',
    '`droid`',
    '`cursor`',
    '`rap`',
  ]);
  expect(rows.every((cells) => cells.slice(3, -1).every((cell) => ['yes', 'sometimes', '–'].includes(cell)))).toBe(
    true,
  );
});
