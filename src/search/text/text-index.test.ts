// Tests the stored index: written and read back, and never trusted when damaged, foreign or of another version.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCutter } from '../../base/lines.ts';
import type { AskedGrams } from './block-table.ts';
import { hashesOf, longHashesOf, runsOf } from './query-runs.ts';
import { decodeTextIndex, type TextIndex } from './text-index.ts';
import { BLOCK_BYTES, TextIndexBuilder } from './text-index-builder.ts';

function build(lines: readonly string[]): { builder: TextIndexBuilder; log: Buffer } {
  const log = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const builder = new TextIndexBuilder();
  new LineCutter().push(log, (line) => builder.add(line, 'records'));
  return { builder, log };
}

function store(lines: readonly string[]): Uint8Array {
  const { sealed, open } = build(lines).builder.flush();
  return new Uint8Array(Buffer.concat([sealed, open]));
}

function grams(text: string): AskedGrams {
  const runs = runsOf(text);
  return { hashes: hashesOf(runs), longHashes: longHashesOf(runs) };
}

function usable(stored: Uint8Array): TextIndex {
  const decoded = decodeTextIndex(stored);
  if (!decoded.ok) throw new Error(decoded.fault);
  return decoded.index;
}

const record = (text: string): string => JSON.stringify({ type: 'user', text });
const filler = (i: number): string => record(`line ${i} ${'lorem ipsum dolor '.repeat(60)}`);
const many = Array.from({ length: 120 }, (_, i) => (i === 50 ? record('needleInHaystack') : filler(i)));

describe('a text index', () => {
  it('covers the log with blocks of whole lines, and finds the block of a word', () => {
    const { builder, log } = build(many);
    const { sealed, open } = builder.flush();
    const index = usable(new Uint8Array(Buffer.concat([sealed, open])));
    const blocks = Array.from({ length: index.count }, (_, i) => index.at(i));
    let offset = 0;
    for (const block of blocks) {
      expect(block.offset).toBe(offset);
      expect(block.line).toBe(1 + log.subarray(0, offset).toString().split('\n').length - 1);
      expect(block.length).toBeLessThanOrEqual(BLOCK_BYTES);
      offset += block.length;
    }
    expect(index.end).toEqual({ offset: log.length - 1, line: 121, isOnLineEnd: true });
    const found = index.findLast(index.count, grams('needleinhaystack'));
    expect(log.subarray(blocks[found]?.offset).toString().indexOf('needleInHaystack')).toBeLessThan(BLOCK_BYTES);
    expect(index.findLast(found, grams('needleinhaystack'))).toBe(-1);
    expect(index.findLast(index.count, grams('nowhereToBeSeen'))).toBe(-1);
  });

  it('is the same from its rows as from all of its bytes', () => {
    const { sealed, open } = build(many).builder.flush();
    const whole = usable(new Uint8Array(Buffer.concat([sealed, open])));
    const rows = decodeTextIndex(sealed, open);
    if (!rows.ok) throw new Error(rows.fault);
    const picture = (index: TextIndex): unknown => {
      const blocks = Array.from({ length: index.count }, (_, i) => index.at(i));
      return [blocks, index.end, index.findLast(index.count, grams('needleinhaystack'))];
    };
    expect(picture(rows.index)).toEqual(picture(whole));
    expect(decodeTextIndex(open, sealed)).toEqual({ ok: false, fault: 'damaged' });
    expect(decodeTextIndex(sealed, sealed, open)).toEqual({ ok: false, fault: 'damaged' });
  });

  it('gives a long line a block and a filter of its own', () => {
    const long = record(Array.from({ length: 40_000 }, (_, i) => `word${i}`).join(' '));
    const index = usable(store([filler(1), long, filler(2)]));
    expect(Array.from({ length: index.count }, (_, i) => index.at(i).length)).toEqual([
      filler(1).length + 1,
      long.length + 1,
      filler(2).length,
    ]);
    expect(index.findLast(3, grams('word39999'))).toBe(1);
  });

  it('is small, and skips data', () => {
    const data = JSON.stringify({ type: 'image', data: 'iVBORw0KGgo'.repeat(20_000) });
    expect(store([data]).length).toBeLessThan(200);
    const text = many.join('').length;
    expect(store(many).length).toBeLessThan(text * 0.07);
  });

  it('knows an empty log', () => {
    expect(usable(new Uint8Array(0)).end).toEqual({ offset: 0, line: 1, isOnLineEnd: false });
  });

  it('refuses what is not an index, of another version, or cut short', () => {
    const stored = store(many);
    const newer = new Uint8Array(stored);
    newer[4] = 9;
    expect(decodeTextIndex(Buffer.from('SQLite format 3'))).toEqual({ ok: false, fault: 'foreign' });
    expect(decodeTextIndex(newer)).toEqual({ ok: false, fault: 'other-version' });
    for (const cut of [3, 20, 60, stored.length - 1]) {
      expect(decodeTextIndex(stored.subarray(0, cut)).ok).toBe(false);
    }
    expect(decodeTextIndex(Buffer.concat([stored, Buffer.from('xy')]))).toEqual({ ok: false, fault: 'damaged' });
    expect(decodeTextIndex(Buffer.concat([stored, stored]))).toEqual({ ok: false, fault: 'damaged' });
  });

  it('refuses an index with any bit flipped', () => {
    const stored = store(many);
    fc.assert(
      fc.property(fc.nat(stored.length - 1), fc.nat(7), (byte, bit) => {
        const damaged = new Uint8Array(stored);
        damaged[byte] = (damaged[byte] ?? 0) ^ (1 << bit);
        expect(decodeTextIndex(damaged).ok).toBe(false);
      }),
    );
  });

  it('refuses lines with a gap, and leaves out a line that is still being written', () => {
    const builder = new TextIndexBuilder();
    const line = { bytes: Buffer.from('{}'), offset: 0, length: 2, line: 1, terminated: true };
    builder.add({ ...line, terminated: false }, 'records');
    builder.add(line, 'records');
    expect(() => builder.add({ ...line, offset: 9, line: 2 }, 'records')).toThrow('expected line 2');
    expect(() => builder.add({ ...line, offset: 3, line: 3 }, 'records')).toThrow('expected line 2');
  });
});
