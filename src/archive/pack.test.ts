// Tests that a block comes back as it went in, or not at all.

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
    expect(block.packing).toBe('brotli');
    for (let at = 0; at < block.body.length; at++) {
      const body = Buffer.from(block.body);
      body[at] = (body[at] ?? 0) ^ 1;
      // A bit that says nothing is no damage; any other is noticed.
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

function bytesOf(block: Parameters<typeof unpackBlock>[0]): string | undefined {
  const bytes = unpackBlock(block);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
}
