import { expect, test } from 'vitest';
import { causesIn } from './mcp-causes.ts';

test('causes are what stands below the sentence that names the tool', () => {
  const sentence = 'tool call error: tool call failed for `shed/dig`\n\nCaused by:\n';
  expect(causesIn(`${sentence}    the spade is lent`)).toEqual(['the spade is lent']);
  expect(causesIn(`${sentence}    0: the door is shut\n    1: nobody is in`)).toEqual([
    'the door is shut',
    'nobody is in',
  ]);
});

test.each(['tool call error: no spade', 'Stack:\nCaused by:\n    rain', ''])('%j has none', (text) => {
  expect(causesIn(text)).toEqual([]);
});

test('a long text is not walked to its end', () => {
  const text = `tool call error: x\nCaused by:\n${'deep\n'.repeat(100_000)}`;
  expect(causesIn(text)).toHaveLength(8);
});
