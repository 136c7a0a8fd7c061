// Compresses and decompresses blocks: with zstd if Node.js has it, else with Brotli. On real logs Brotli's quality 1 takes less than
// half the time that JSON.parse takes and leaves a fifth of the bytes; zstd's level 3 takes about as long, leaves a sixth less, and is
// decompressed in half the time. Any version of Node.js reads both.

import { promisify } from 'node:util';
import zlib, { brotliCompress, brotliDecompressSync, constants, crc32 } from 'node:zlib';
import { NEWLINE } from '../base/lines.ts';
import type { PackedBlock } from '../model/log-block.ts';
import { unzstd as unzstdWithoutNode } from '../sources/json-lines/unpack.ts';

/** Larger blocks compress better; reading a line decompresses its block, which takes about 2 ms. */
export const BLOCK_BYTES = 1024 * 1024;

const QUALITY = 1;
/** 2^20: a block. */
const WINDOW_BITS = 20;

/** More than what a block usually compresses to: otherwise Node makes a round trip for each 16 KB of it. */
const CHUNK_BYTES = 256 * 1024;
const CHUNK_MIN_BYTES = 1024;

function chunkFor(length: number): number {
  return Math.max(CHUNK_MIN_BYTES, Math.min(CHUNK_BYTES, length));
}

const compress = promisify(brotliCompress);

/** Since Node.js 22.15. */
interface Zstd {
  zstdCompress(bytes: Uint8Array, options: object, done: (error: Error | null, body: Uint8Array) => void): void;
  zstdDecompressSync(body: Uint8Array, options: object): Uint8Array;
}

function hasZstd(library: object): library is Zstd {
  return 'zstdCompress' in library && 'zstdDecompressSync' in library;
}

const zstd: Zstd | null = hasZstd(zlib) ? zlib : null;

function newlinesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** Runs on another thread; the bytes must not change until it is done, and are not part of the result. */
export async function packBlock(offset: number, bytes: Uint8Array): Promise<PackedBlock> {
  const place = { offset, length: bytes.length, checksum: crc32(bytes), newlines: newlinesIn(bytes) };
  const packing = zstd === null ? 'brotli' : 'zstd';
  const body = await (zstd === null ? brotli(bytes) : zstdBody(zstd, bytes));
  return body.length < bytes.length
    ? { ...place, packing, body }
    : { ...place, packing: 'none', body: Uint8Array.from(bytes) };
}

function brotli(bytes: Uint8Array): Promise<Uint8Array> {
  return compress(bytes, {
    chunkSize: chunkFor(bytes.length),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** At its default level, 3. */
function zstdBody(library: Zstd, bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    library.zstdCompress(bytes, { chunkSize: chunkFor(bytes.length) }, (error, body) =>
      error === null ? done(body) : fail(error),
    );
  });
}

/** Undefined when the block is damaged: never bytes other than those that went in. */
export function unpackBlock({ length, packing, checksum, body }: PackedBlock): Uint8Array | undefined {
  const bytes = bytesOf(packing, body, length);
  return bytes !== undefined && bytes.length === length && crc32(bytes) === checksum ? bytes : undefined;
}

function bytesOf(packing: string, body: Uint8Array, length: number): Uint8Array | undefined {
  switch (packing) {
    case 'none':
      return body;
    case 'brotli':
      return unbrotli(body, length);
    case 'zstd':
      return unzstd(body, length);
    default:
      return undefined;
  }
}

function unbrotli(body: Uint8Array, length: number): Uint8Array | undefined {
  try {
    return brotliDecompressSync(body, { chunkSize: chunkFor(length), maxOutputLength: Math.max(length, 1) });
  } catch {
    return undefined;
  }
}

function unzstd(body: Uint8Array, length: number): Uint8Array | undefined {
  try {
    if (zstd === null) return unzstdWithoutNode(body, length);
    return zstd.zstdDecompressSync(body, { chunkSize: chunkFor(length), maxOutputLength: Math.max(length, 1) });
  } catch {
    return undefined;
  }
}
