// Hostile zstd files for tests: a few bytes that decompress to very many, and headers that request too much memory.

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const BLOCK = 128 * 1024;
/** A block of 128 KB of one byte, in four bytes. */
function repeated(byte: number, isLast: boolean): number[] {
  const head = (BLOCK << 3) | (1 << 1) | Number(isLast);
  return [head & 0xff, (head >> 8) & 0xff, (head >> 16) & 0xff, byte];
}

/** `window`: two to the power of this. */
function frame(window: number, blocks: readonly number[][]): Uint8Array {
  return Uint8Array.from([...MAGIC, 0, (window - 10) << 3, ...blocks.flat()]);
}

/** `first` as it is, then so many blocks of 128 KB each. */
export function bomb(first: string, blocks: number, byte = 0x20): Uint8Array {
  const text = Buffer.from(first);
  const head = text.length << 3;
  const raw = [head & 0xff, (head >> 8) & 0xff, (head >> 16) & 0xff, ...text];
  const repeats = Array.from({ length: blocks }, (_, at) => repeated(byte, at === blocks - 1));
  return frame(21, [raw, ...repeats]);
}

/** A frame that asks for a window of 2 GB. */
export function greedyWindow(): Uint8Array {
  return frame(31, [repeated(0x20, true)]);
}
