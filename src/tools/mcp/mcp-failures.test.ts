// Tests what is told of a call to an MCP server that failed.

import { expect, test } from 'vitest';
import { mcpFailures } from './mcp-failures.ts';

const words = (text: string) => mcpFailures.at(-1)?.message?.(text, null);

test('headings above the words are not the message', () => {
  expect(words('### Result\nError: the shop is shut\n\n### Log\nnone')).toBe('Error: the shop is shut');
  expect(words('The shop is shut.')).toBe('The shop is shut.');
  expect(words('### Result')).toBe('### Result');
});
