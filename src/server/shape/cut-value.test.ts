// Tests that values become small enough to send, that every cut is reported, and that nothing else changes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atPointer } from '../../base/json.ts';
import { ValueCutter } from './cut-value.ts';

describe('cutting', () => {
  it('leaves small values as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const cutter = new ValueCutter('input', 1_000_000);
        expect(cutter.cut(value)).toEqual(value);
        expect(cutter.cuts).toEqual([]);
      }),
    );
  });

  it('reports where it left something out, and how long the whole is', () => {
    const cutter = new ValueCutter('structured', 1_000_000);
    const value = { 'a/b': [{ '~': 'x'.repeat(200_001) }], c: 1 };
    const cut = cutter.cut(value);
    expect(cutter.cuts).toEqual([{ body: 'structured', pointer: '/a~1b/0/~0', characters: 200_001 }]);
    expect(atPointer(cut, '/a~1b/0/~0')).toBe('x'.repeat(200_000));
    expect(atPointer(value, '/a~1b/0/~0')).toHaveLength(200_001);
  });

  it('keeps little of packed bytes', () => {
    const cutter = new ValueCutter('content', 1_000_000);
    const packed = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7) % 256)).toString('base64');
    expect(cutter.cut({ data: packed })).toEqual({ data: packed.slice(0, 32) });
    expect(cutter.cuts).toEqual([{ body: 'content', pointer: '/data', characters: packed.length }]);
  });

  it('stays within its budget, however the value is built', () => {
    const wide = Array.from({ length: 50_000 }, (_, i) => ({ [`key${i}`]: 'word '.repeat(20) }));
    const cutter = new ValueCutter('result', 100_000);
    expect(JSON.stringify(cutter.cut(wide)).length).toBeLessThan(300_000);
    expect(cutter.cuts.at(-1)).toMatchObject({ body: 'result', pointer: '' });
    let deep: unknown = 'end';
    for (let i = 0; i < 5000; i++) deep = [deep];
    const other = new ValueCutter('result', 100_000);
    expect(() => JSON.stringify(other.cut(deep))).not.toThrow();
    expect(other.cuts).toHaveLength(1);
  });

  it('never splits a character, and takes odd keys for keys', () => {
    const smiles = '😀'.repeat(100);
    expect(new ValueCutter('input', 91).cut(smiles)).toBe('😀'.repeat(45));
    const odd = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
    const kept = new ValueCutter('input', 1000).cut(odd);
    expect(JSON.stringify(kept)).toBe('{"__proto__":{"x":1},"constructor":2}');
  });
});
