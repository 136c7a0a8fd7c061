// Unpacks one entry of a zip file: exactly as many bytes as its table of contents says, or not at all.

import { crc32, inflateRawSync } from 'node:zlib';
import type { OpenLog } from '../files/open-log.ts';
import { LOCAL, LOCAL_BYTES, refusal, type ZipEntry } from './zip-entries.ts';

function contentOf(file: OpenLog, entry: ZipEntry): Buffer | undefined {
  const head = Buffer.alloc(LOCAL_BYTES);
  if (file.read(head, entry.headerAt) < LOCAL_BYTES || head.readUInt32LE(0) !== LOCAL) return undefined;
  const packed = Buffer.allocUnsafe(entry.packedBytes);
  const at = entry.headerAt + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (file.read(packed, at) < packed.length) return undefined;
  if (entry.isStored) return packed;
  try {
    // A single byte too many is an error.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.bytes) });
  } catch {
    return undefined;
  }
}

export function readZipEntry(file: OpenLog, entry: ZipEntry, path: string): Buffer {
  const content = contentOf(file, entry);
  if (content === undefined || content.length !== entry.bytes || crc32(content) !== entry.crc) {
    throw refusal(path, 'a file in it is damaged');
  }
  return content;
}
