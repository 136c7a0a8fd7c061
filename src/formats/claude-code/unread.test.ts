// Tests when a record with a text that was cut says all that is asked of it.

import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { isEnough } from './unread.ts';

function result(toolUseResult: unknown, block: JsonObject = {}, record: JsonObject = {}): JsonObject {
  const content = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x', ...block }];
  return { type: 'user', ...record, message: { content }, toolUseResult };
}

it.each<[string, JsonObject]>([
  ['a companion', result({ stdout: 'x' })],
  ['a companion of old', { ...result(undefined), tool_use_result: { stdout: 'x' } }],
  ['an edit with its patch', result({ oldString: 'a', newString: 'b', structuredPatch: [{ lines: ['+'] }] })],
])('%s is enough', (_, record) => {
  expect(isEnough(record)).toBe(true);
});

it.each<[string, JsonObject]>([
  ['no companion', result(undefined)],
  ['words for a companion', result('Error: x')],
  ['a failed result', result({ stdout: 'x' }, { is_error: true })],
  ['a denied call', result({ stdout: 'x' }, {}, { toolDenialKind: 'user-rejected' })],
  ['a command that was interrupted', result({ stdout: 'x', interrupted: true })],
  ['an edit without a patch', result({ oldString: 'a', newString: 'b' })],
  ['an edit with an empty patch', result({ oldString: 'a', newString: 'b', structuredPatch: [] })],
  ['no result at all', { type: 'user', message: { content: [] }, toolUseResult: {} }],
])('%s is not enough', (_, record) => {
  expect(isEnough(record)).toBe(false);
});
