// Reads a file's lines from disk: 1 MB blocks, plain or zstd-compressed. Memory is bounded by the longest allowed line.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ByteLine, LineCutter } from '../../base/lines.ts';
import { isCompressed } from '../files/compressed.ts';
import type { LogOpener } from '../files/open-log.ts';
import { openLog } from '../kinds/open-source.ts';
import { lineLimit } from './line-limit.ts';
import { Unpacker } from './unpack.ts';

const BLOCK = 1024 * 1024;
/** Expands to many times its size. */
const PACKED_BLOCK = 64 * 1024;
/** Blocks between two turns for other work. */
const TURN_EVERY = 8;

export interface LinesRead {
  /** Where the next unread line starts. */
  readonly position: { readonly offset: number; readonly line: number };
  /** Bytes read from disk. */
  readonly bytes: number;
}

export interface ReadLinesOptions {
  readonly start?: { readonly offset: number; readonly line: number };
  /** A last line without \\n is emitted too. */
  readonly partial?: boolean;
  readonly blockBytes?: number;
  /** Called after each block. */
  readonly stop?: () => boolean;
  readonly open?: LogOpener;
  /** Called with the position reached before a failure: lines up to there were emitted, and must not be again. */
  readonly onBroken?: (position: LinesRead['position']) => void;
}

/**
 * Calls `emit` for every line, in order. `emit` must not keep the bytes. Offsets of compressed files count
 * decompressed bytes.
 */
export async function readLines(
  path: string,
  emit: (line: ByteLine) => void,
  options: ReadLinesOptions = {},
): Promise<LinesRead> {
  const start = options.start ?? { offset: 0, line: 1 };
  const cutter = new LineCutter(start, lineLimit());
  const compressed = isCompressed(path);
  const unpacker = compressed ? new Unpacker(path, (bytes) => cutter.push(bytes, emit)) : undefined;
  const file = (options.open ?? openLog)(path);
  let at = compressed ? 0 : start.offset;
  let blocks = 0;
  try {
    const size = options.blockBytes ?? (compressed ? PACKED_BLOCK : BLOCK);
    const block = Buffer.allocUnsafe(size);
    for (;;) {
      // Reading synchronously is a third faster than through the thread pool; other work runs in between.
      const read = file.read(block, at);
      if (read === 0) break;
      at += read;
      const part = read === size ? block : block.subarray(0, read);
      if (unpacker === undefined) cutter.push(part, emit);
      else unpacker.push(part);
      if (options.stop?.() === true) break;
      blocks++;
      if (blocks % TURN_EVERY === 0) await nextTurn();
    }
    if (options.partial === true) cutter.finish(emit);
  } catch (error) {
    options.onBroken?.(cutter.position);
    throw error;
  } finally {
    file.close();
  }
  return { position: cutter.position, bytes: at - (compressed ? 0 : start.offset) };
}
