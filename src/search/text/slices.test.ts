// Tests that slices of filters find the same blocks as the filters themselves, whatever their sizes.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bitOf } from './grams.ts';
import { heldIn, rowsFor, SliceBuilder } from './slices.ts';
import { decodeChunks, decodeTextChunks, decodeTextIndex, SlicedTextIndex } from './text-index.ts';
import { cutChunk, type EncodedBlock, encodeChunk } from './text-index-codec.ts';

function filterOf(wordBits: number, hashes: readonly number[]): Uint8Array {
  const filter = new Uint8Array(4 << wordBits);
  for (const hash of hashes) {
    const bit = bitOf(hash, wordBits);
    filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return filter;
}

interface MadeBlock {
  readonly wordBits: number;
  readonly hashes: readonly number[];
  readonly hasLongGrams: boolean;
}

function chunkOf(blocks: readonly MadeBlock[], from: number): Uint8Array {
  const encoded = blocks.map(
    ({ wordBits, hashes, hasLongGrams }, i): EncodedBlock => ({
      offset: from + i * 10,
      line: from + i,
      filter: filterOf(wordBits, hashes),
      hasSpelledLetters: false,
      hasRawLines: false,
      hasLongGrams,
    }),
  );
  const end = { offset: from + blocks.length * 10, line: from + blocks.length };
  return encodeChunk({ isOpen: false, blocks: encoded, end });
}

/** Few different hashes, so that many blocks hold all that is asked for. */
const hashes = fc.array(fc.constantFrom(0, 1, -1, 0x12345678, 0x12345679, 0x7fffffff, -123_456_789, 1 << 19), {
  minLength: 1,
  maxLength: 6,
});
const block = fc.record({ wordBits: fc.integer({ min: 2, max: 12 }), hashes, hasLongGrams: fc.boolean() });

function chunksIn(body: Uint8Array) {
  const chunks = decodeChunks(body);
  if (typeof chunks === 'string') throw new Error(chunks);
  return chunks;
}

it('slices find the blocks that filters find', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 40 }), hashes, hashes, (blocks, asked, long) => {
      const half = Math.ceil(blocks.length / 2);
      const bodies = [chunkOf(blocks.slice(0, half), 0), chunkOf(blocks.slice(half), half * 10)];
      const builder = new SliceBuilder();
      const cut = bodies
        .filter((body) => body.length > 0)
        .map((body) => {
          const chunks = chunksIn(body);
          const place = builder.add(chunks);
          if (place === undefined) throw new Error('there is room for it');
          return { body: Buffer.concat(chunks.map(cutChunk)), slice: { ...place, group: 7, blocks: chunks.length } };
        });
      const rows = new Map(builder.rows());
      const grams = { hashes: Int32Array.from(asked), longHashes: Int32Array.from(long) };
      const few = new Map(rowsFor(grams).map((row) => [row, rows.get(row) ?? new Uint8Array(0)]));
      const whole = decodeTextIndex(...bodies.filter((body) => body.length > 0));
      const sliced = decodeTextChunks(cut);
      if (!whole.ok || !sliced.ok) throw new Error('damaged');
      expect(sliced.index.groups).toEqual([7]);
      const held = heldIn(few, grams);
      const seen = new SlicedTextIndex(sliced.index, () => held);
      for (let end = blocks.length; end >= 0; end--) {
        expect(seen.findLast(end, grams)).toBe(whole.index.findLast(end, grams));
        if (end > 0) expect(seen.at(end - 1)).toEqual(whole.index.at(end - 1));
      }
    }),
  );
});

it('a chunk without its filters is none where its slices are not named, and the other way round', () => {
  const body = chunkOf([{ wordBits: 4, hashes: [1], hasLongGrams: false }], 0);
  const [cut] = chunksIn(body).map(cutChunk);
  expect(decodeTextIndex(cut ?? body)).toEqual({ ok: false, fault: 'damaged' });
  const slice = { group: 1, column: 0, columns: 1, blocks: 1 };
  expect(decodeTextChunks([{ body, slice }])).toEqual({ ok: false, fault: 'damaged' });
});

it('where a row is missing every block may hold everything', () => {
  const grams = { hashes: Int32Array.of(1), longHashes: new Int32Array(0) };
  expect(heldIn(new Map(), grams).every((byte) => byte === 0xff)).toBe(true);
});

it('a group that is full takes no more', () => {
  const builder = new SliceBuilder();
  const wide = chunksIn(chunkOf([{ wordBits: 14, hashes: [1], hasLongGrams: false }], 0));
  let fits = 0;
  while (builder.add(wide) !== undefined) fits++;
  expect(fits).toBe(8192 / 64);
});
