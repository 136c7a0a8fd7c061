// A zstd frame without compression, which every version of Node.js can make: for a log that its agent compressed, after masking.

const MAGIC = 0xfd2fb528;
/** One segment, with its size in four bytes. */
const ONE_SEGMENT = 0xa0;
const HEAD_BYTES = 9;
const BLOCK_HEAD_BYTES = 3;
const BLOCK_BYTES = 128 * 1024;

/** Concatenated frames are a valid file, too. */
export function rawFrame(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES));
  const frame = Buffer.alloc(HEAD_BYTES + blocks * BLOCK_HEAD_BYTES + bytes.length);
  frame.writeUInt32LE(MAGIC, 0);
  frame[4] = ONE_SEGMENT;
  frame.writeUInt32LE(bytes.length, 5);
  let at = HEAD_BYTES;
  for (let i = 0; i < blocks; i++) {
    const block = bytes.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES);
    frame.writeUIntLE(block.length * 8 + Number(i === blocks - 1), at, BLOCK_HEAD_BYTES);
    frame.set(block, at + BLOCK_HEAD_BYTES);
    at += BLOCK_HEAD_BYTES + block.length;
  }
  return frame;
}
