// Tests which outputs are told well enough by their beginning and their length.

import { describe, expect, it } from 'vitest';
import { isEnough } from './unread.ts';

function recordOf(output: unknown): { readonly payload: object } {
  return { payload: { type: 'function_call_output', call_id: 'c1', output } };
}

const REST = 'pears\n'.repeat(300);

describe('the beginning of an output is enough', () => {
  it.each([
    `Exit code: 0\nWall time: 1.5 seconds\nOutput:\n${REST}`,
    `Exit code: 0\nWall time: 1 second\nTotal output lines: 400\nOutput:\n${REST}`,
    `Chunk ID: a1b2c3\nWall time: 0.2 seconds\nProcess exited with code 0\nOriginal token count: 500\nOutput:\n${REST}`,
    `Wall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\n${REST}`,
    `Script completed\nWall time 0.1 seconds\nOutput:\n${REST}`,
    `Script running with cell ID 3\nWall time 10.0 seconds\nOutput:\n${REST}`,
  ])('%j', (text) => {
    expect(isEnough(recordOf(text))).toBe(true);
  });

  it('in blocks, of which the first has the head', () => {
    const head = 'Script completed\nWall time 0.1 seconds\nOutput:\n';
    const blocks = [
      { type: 'input_text', text: head },
      { type: 'input_text', text: REST },
    ];
    expect(isEnough(recordOf(blocks))).toBe(true);
    expect(isEnough(recordOf(blocks.toReversed()))).toBe(false);
  });
});

describe('all of an output is asked', () => {
  it.each([
    REST,
    `Exit code: 1\nWall time: 1.5 seconds\nOutput:\n${REST}`,
    `Exit code: 0\nOutput:\n${REST}`,
    `Exit code: 0\nWall time: 1.5 seconds\n${REST}`,
    `Exit code: 0\nWall time: 1.5 seconds\nOutput:\ncommand timed out after 1500 milliseconds\n${REST}`,
    `Wall time: 1.5 seconds\nProcess exited with code 2\nOutput:\n${REST}`,
    `Wall time: 1.5 seconds\nOutput:\n${REST}`,
    `Wall time: 1.5 seconds\nOriginal token count: 4\nProcess exited with code 0\nOutput:\n${REST}`,
    `Wall time: 1.5 seconds\nProcess exited with code 0\n${'Original token count: 4\n'.repeat(8)}Output:\n${REST}`,
    `Script failed\nWall time 0.1 seconds\nOutput:\n${REST}`,
    `Script terminated\nWall time 0.1 seconds\nOutput:\n${REST}`,
    `Script running with cell ID 3\nWall time 1.0 seconds\nOutput:\naborted by user after 1.0s\n${REST}`,
    JSON.stringify({ output: `\nOutput:\n${REST}`, metadata: { exit_code: 0, duration_seconds: 1 } }),
  ])('%j', (text) => {
    expect(isEnough(recordOf(text))).toBe(false);
  });

  it('of what is no text', () => {
    for (const output of [undefined, null, 7, {}, [], [null], [{ type: 'input_image' }]])
      expect(isEnough(recordOf(output))).toBe(false);
    expect(isEnough({})).toBe(false);
  });
});
