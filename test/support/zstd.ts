// Made-up zstd files for tests: a frame of raw blocks, which any decoder must read.

/** The text in a zstd frame. With `isOpen`, the last block is not marked as such: a file still being written. */
export function zstd(text: string, options: { isOpen?: boolean } = {}): Uint8Array {
  const data = Buffer.from(text);
  const parts: Buffer[] = [];
  const head = Buffer.alloc(9);
  head.writeUInt32LE(0xfd2fb528, 0);
  // One segment, its size in four bytes.
  head[4] = 0xa0;
  head.writeUInt32LE(data.length, 5);
  parts.push(head);
  const BLOCK = 100_000;
  for (let at = 0; at === 0 || at < data.length; at += BLOCK) {
    const block = data.subarray(at, at + BLOCK);
    const isLast = at + BLOCK >= data.length && options.isOpen !== true;
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | Number(isLast), 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}
