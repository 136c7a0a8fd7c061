// Owns reading a file's lines from disk: 1 MB blocks, plain or zstd-compressed, memory bounded by the longest line.

import { open } from 'node:fs/promises';
import { Decompress } from 'fzstd';
import { AppError } from '../base/app-error.ts';
import { type ByteLine, LineCutter } from '../base/lines.ts';

const BLOCK = 1024 * 1024;

export interface LinesRead {
  /** Where the next unread line starts. */
  readonly position: { readonly offset: number; readonly line: number };
  /** Bytes read from disk. */
  readonly bytes: number;
}

export function isCompressed(path: string): boolean {
  return path.endsWith('.zst');
}

function unreadable(path: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return new AppError('path-not-found', `There is no file ${path}.`, { cause });
  const hint = code === 'EACCES' || code === 'EPERM' ? 'Check who may read it.' : undefined;
  return new AppError('path-unreadable', `${path} cannot be read (${code ?? String(cause)}).`, {
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}

/**
 * Calls `emit` for every line, in order. `emit` must not keep the bytes. With `partial`, a last line without \n is
 * emitted too; offsets of compressed files count decompressed bytes.
 */
export async function readLines(
  path: string,
  emit: (line: ByteLine) => void,
  options: { start?: { offset: number; line: number }; partial?: boolean; stop?: () => boolean } = {},
): Promise<LinesRead> {
  const start = options.start ?? { offset: 0, line: 1 };
  const cutter = new LineCutter(start);
  const compressed = isCompressed(path);
  const decoder = compressed ? new Decompress((chunk) => cutter.push(chunk, emit)) : undefined;
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  let at = compressed ? 0 : start.offset;
  try {
    const block = Buffer.allocUnsafe(BLOCK);
    for (;;) {
      const { bytesRead } = await file.read(block, 0, BLOCK, at).catch((cause: unknown) => {
        throw unreadable(path, cause);
      });
      if (bytesRead === 0) break;
      at += bytesRead;
      const part = bytesRead === BLOCK ? block : block.subarray(0, bytesRead);
      if (decoder === undefined) cutter.push(part, emit);
      else decoder.push(new Uint8Array(part));
      if (options.stop?.() === true) break;
    }
    if (options.partial === true) cutter.finish(emit);
  } finally {
    await file.close();
  }
  return { position: cutter.position, bytes: at - (compressed ? 0 : start.offset) };
}
