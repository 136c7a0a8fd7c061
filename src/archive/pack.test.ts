// Tests that a block comes back as it went in, or not at all.

import zlib, { brotliCompressSync, crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packBlock, unpackBlock } from './pack.ts';

describe('packBlock', () => {
  it('comes back as it went in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), fc.nat(), async (bytes, offset) => {
        const block = await packBlock(offset, bytes);
        expect(Buffer.from(unpackBlock(block) ?? [])).toEqual(Buffer.from(bytes));
        expect(block.body.length).toBeLessThanOrEqual(bytes.length);
        expect(block.newlines).toBe(bytes.filter((byte) => byte === 0x0a).length);
      }),
    );
  });

  it('is not touched by what happens to the room the bytes came in', async () => {
    const room = Buffer.from('abc');
    const block = await packBlock(0, room);
    room.fill(0);
    expect([block.packing, bytesOf(block)]).toEqual(['none', 'abc']);
  });

  it('does not come back when a bit of it changed, when some of it is missing, or when its packing is unknown', async () => {
    const text = Buffer.from('{"type":"user","message":"go"}\n'.repeat(200));
    const block = await packBlock(0, text);
    expect(block.packing).toBe('zstdCompress' in zlib ? 'zstd' : 'brotli');
    for (let at = 0; at < block.body.length; at++) {
      const body = Buffer.from(block.body);
      body[at] = (body[at] ?? 0) ^ 1;
      // A changed bit without a meaning is not damage; any other is noticed.
      expect([undefined, text.toString()]).toContain(bytesOf({ ...block, body }));
    }
    expect(unpackBlock({ ...block, body: block.body.subarray(0, -1) })).toBeUndefined();
    expect(unpackBlock({ ...block, length: block.length + 1 })).toBeUndefined();
    expect(unpackBlock({ ...block, packing: 'later' })).toBeUndefined();
    const plain = await packBlock(0, Buffer.from('abc'));
    expect(plain.packing).toBe('none');
    expect(unpackBlock({ ...plain, body: Buffer.from('abd') })).toBeUndefined();
  });
});

describe('unpackBlock', () => {
  const text = Buffer.from('{"type":"user","message":"go"}\n'.repeat(200));
  const place = { offset: 0, length: text.length, checksum: crc32(text), newlines: 200 };
  // As Node.js 24 packs it.
  const zstd = Buffer.from('KLUv/WA4Fy0BANh7InR5cGUiOiJ1c2VyIiwibWVzc2FnZ28ifQoCABYoVGvEziY=', 'base64');

  it.each([
    ['zstd', zstd],
    ['brotli', brotliCompressSync(text)],
  ])('reads what was packed by %s, whatever the version of Node.js', (packing, body) => {
    expect(bytesOf({ ...place, packing, body })).toBe(text.toString());
  });

  it('takes no more room for a damaged block than a whole one needs', () => {
    for (let at = 0; at < zstd.length * 8; at++) {
      const body = Buffer.from(zstd);
      body[at >> 3] = (body[at >> 3] ?? 0) ^ (1 << (at & 7));
      expect([undefined, text.toString()]).toContain(bytesOf({ ...place, packing: 'zstd', body }));
    }
  });
});

function bytesOf(block: Parameters<typeof unpackBlock>[0]): string | undefined {
  const bytes = unpackBlock(block);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
}
