// Tests the explanation of failed calls to MCP servers.

import { expect, test } from 'vitest';
import { failureSaying, mcpFailures } from './mcp-failures.ts';

const words = (text: string) => mcpFailures.at(-1)?.message?.(text, null);

test('headings above the words are not the message', () => {
  expect(words('### Result\nError: the shop is shut\n\n### Log\nnone')).toBe('Error: the shop is shut');
  expect(words('The shop is shut.')).toBe('The shop is shut.');
  expect(words('### Result')).toBe('### Result');
});

test.each([
  ['Orchard API Error: 404 - {"error":"no such pear"}', 'http-not-found agent'],
  ['Request failed with status code 429', 'http-too-many-requests environment'],
  ['the gate says 403 Forbidden', 'http-refused environment'],
  ['HTTP 503: the shop is shut', 'http-server-error environment'],
  ['{"status":422,"reason":"too green"}', 'http-bad-request agent'],
  ['Unauthorized', 'mcp-not-authorised environment'],
  ['MCP error -32600: You do not have permission to pick pears', 'mcp-not-authorised environment'],
  ['The orchard is already running for /pears. Use --isolated', 'resource-busy environment'],
  ['MCP error -32603: Could not find Chrome (ver. 1)', 'module-missing environment'],
  ['404 pears are rotten', 'mcp-tool-error tool'],
  ['The shop is shut.', 'mcp-tool-error tool'],
])('a host behind the server: %s', (said, told) => {
  const { code, blame } = failureSaying(said);
  expect(`${code} ${blame}`).toBe(told);
});
