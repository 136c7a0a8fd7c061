// Tests that a session's memory comes back as it was, in as many pieces as it takes, or not at all.

import { describe, expect, it } from 'vitest';
import { SessionFold } from '../../lifecycle/reduce.ts';
import { type Memory, packMemory, unpackMemory } from './saved-state.ts';

function memoryOf(calls: number): Memory {
  const fold = new SessionFold();
  for (let i = 0; i < calls; i++) fold.calls.open(`call-${i}`);
  return { session: { fold: fold.save(), sources: [], sidePaths: ['a.json'], problems: [] }, orphans: new Map() };
}

describe('packMemory', () => {
  it.each([0, 1, 4095, 4096, 4097, 10_000])('comes back as it went in, in order: %d calls', (calls) => {
    const memory = memoryOf(calls);
    const again = unpackMemory(packMemory(memory));
    expect(again).toEqual(memory);
  });

  it('does not come back from another version, or when some of it is missing', () => {
    const { format, body } = packMemory(memoryOf(5000));
    expect(unpackMemory({ format: format - 1, body })).toBeUndefined();
    expect(unpackMemory({ format, body: body.subarray(0, -1) })).toBeUndefined();
    expect(unpackMemory({ format, body: body.subarray(0, 2) })).toBeUndefined();
    expect(unpackMemory({ format, body: new Uint8Array() })).toBeUndefined();
  });
});
