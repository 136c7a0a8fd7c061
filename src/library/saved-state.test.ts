// Tests that a session's memory comes back as it was, in as many pieces as it takes, or not at all.

import { describe, expect, it } from 'vitest';
import { SessionFold } from '../lifecycle/reduce.ts';
import { type Memory, packMemory, unpackMemory } from './saved-state.ts';

function memoryOf(calls: number): Memory {
  const fold = new SessionFold();
  for (let i = 0; i < calls; i++) fold.calls.open(`call-${i}`);
  return {
    session: { fold: fold.save(), sources: [], sidePaths: ['a.json'], isOrphan: true, problems: [], noise: new Map() },
    orphans: new Map(),
  };
}

describe('packMemory', () => {
  it.each([0, 1, 4095, 4096, 4097, 10_000])('comes back as it went in, in order: %d calls', (calls) => {
    const memory = memoryOf(calls);
    const again = unpackMemory(packMemory(memory));
    expect(again).toEqual(memory);
  });

  it('does not come back from another version, or when some of it is missing', () => {
    const { format, pieces } = packMemory(memoryOf(5000));
    const [first = new Uint8Array(), ...others] = pieces;
    expect(unpackMemory({ format, pieces: [first, ...others] })).toBeDefined();
    expect(unpackMemory({ format: format - 1, pieces })).toBeUndefined();
    expect(unpackMemory({ format, pieces: [first, ...others.slice(0, -1)] })).toBeUndefined();
    expect(unpackMemory({ format, pieces: others })).toBeUndefined();
    expect(unpackMemory({ format, pieces: [first.subarray(0, 2), ...others] })).toBeUndefined();
    expect(unpackMemory({ format, pieces: [] })).toBeUndefined();
  });

  it('is packed at once when it is short, and as it is asked for when it is long', () => {
    const isLazy = (calls: number): boolean => {
      const memory = memoryOf(calls);
      const { pieces } = packMemory(memory);
      const sidePaths = ['b.json'];
      Object.assign(memory.session, { sidePaths });
      return unpackMemory({ ...packMemory(memory), pieces })?.session.sidePaths[0] === 'b.json';
    };
    expect([isLazy(4096), isLazy(4097)]).toEqual([false, true]);
  });
});
