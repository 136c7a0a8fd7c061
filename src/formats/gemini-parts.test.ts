// Tests what Gemini CLI and Qwen Code share: parts, and counts of tokens.

import { expect, it } from 'vitest';
import { contentOfParts, textsIn, usageOfCounts, verdictOfStatus } from './gemini-parts.ts';

const answer = (response: unknown) => ({ functionResponse: { id: 'c', name: 'x', response } });

it.each([
  ['a text', 'a text'],
  [[answer({ output: 'done' })], 'done'],
  [answer({ error: 'no' }), 'no'],
  [
    [answer({ output: '<untrusted_context>\nOutput: a\nExit Code: 3\n</untrusted_context>' })],
    'Output: a\nExit Code: 3',
  ],
  [[answer({ output: '<untrusted_context>\ncut' })], '<untrusted_context>\ncut'],
  [[answer({})], ''],
  [null, ''],
  [7, ''],
])('%j says %j', (parts, text) => {
  expect(contentOfParts(parts, '/result')).toBe(text);
});

it('leaves bytes in the log, and keeps what it does not know', () => {
  const parts = [answer({ output: 'a' }), { inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { riddle: 1 }];
  expect(contentOfParts(parts, '/r')).toEqual([
    { type: 'text', text: 'a' },
    { type: 'image', mediaType: 'image/png', bytes: 3, pointer: '/r/1/inlineData/data' },
    { type: 'other', kind: 'riddle', value: { riddle: 1 } },
  ]);
});

it('finds texts with their places', () => {
  expect(textsIn([{ text: 'a' }, { functionCall: {} }, { text: 'b' }], '/c')).toEqual([
    { text: 'a', pointer: '/c/0/text' },
    { text: 'b', pointer: '/c/2/text' },
  ]);
  expect(textsIn('a', '/c')).toEqual([{ text: 'a', pointer: '/c' }]);
  expect(textsIn(undefined, '/c')).toEqual([]);
});

it('counts thoughts once, beside the answer or in it', () => {
  const counts = { prompt: 100, answer: 20, cached: 60, thoughts: 5, tool: 0, total: 125 };
  expect(usageOfCounts(counts)).toMatchObject({ input: 40, output: 25, cacheRead: 60, reasoning: 5 });
  expect(usageOfCounts({ ...counts, total: 120 })).toMatchObject({ output: 20, reasoning: 5 });
  expect(usageOfCounts({ ...counts, prompt: 'x', cached: 9 })).toMatchObject({ input: 0, cacheRead: 0 });
});

it('knows no outcome of a call that has none', () => {
  expect(verdictOfStatus('executing', '')).toBeUndefined();
  expect(verdictOfStatus(undefined, '')).toBeUndefined();
});
