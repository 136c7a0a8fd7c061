// Tests which answers of MCP servers are errors, and which only mention errors.

import { expect, it } from 'vitest';
import { textBlock } from '../blocks.ts';
import { complaintIn } from './mcp-complaint.ts';
import { reply } from './mcp-result.ts';

it.each([
  ['{"status":"error","message":"the orchard is closed"}', 'the orchard is closed'],
  ['{"error":"no such pear"}', 'no such pear'],
  ['{"error":{"code":404,"message":"no such pear"}}', 'no such pear'],
  ['{"success":false,"error":"no such pear","data":null,"results":[]}', 'no such pear'],
  ['{"isError":true,"rows":[1,2],"message":"half of it"}', 'half of it'],
  ['{"status":"error"}', '{"status":"error"}'],
  ['Error: the orchard is closed\nTry later.', 'the orchard is closed'],
  ['Error executing tool pick: no ladder', 'Error executing tool pick: no ladder'],
])('takes %s for a complaint', (text, words) => {
  expect(complaintIn(reply([textBlock(text)]))).toBe(words);
});

it.each([
  '{"time":"10:00","level":"warn","error":"no such pear","pod":"orchard-7","line":3}',
  '{"id":7,"status":"error","steps":[{"name":"pick"}]}',
  '{"error":null,"data":[1]}',
  '{"error":"","message":"picked"}',
  '{"success":true,"error":"0"}',
  '{"status":"ok","message":"picked"}',
  '[{"error":"no such pear"}]',
  'Errors: 0',
  'No error: all pears are picked',
  '{"error": unfinished',
])('takes %s for an answer', (text) => {
  expect(complaintIn(reply([textBlock(text)]))).toBeNull();
});

it('asks only an answer of one part', () => {
  expect(complaintIn(reply([textBlock('Error: x'), textBlock('a pear')]))).toBeNull();
});
