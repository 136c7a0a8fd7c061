// What counts as copied: a file as the index knows it, compared with its copy.

import { resolve, sep } from 'node:path';
import { crc32 } from 'node:zlib';
import { coveredBytes, endsOf } from '../sources/files/file-stamp.ts';
import type { OpenLog } from '../sources/files/open-log.ts';
import type { SourceStamp } from '../store/local-index.ts';
import type { ArchiveStore } from './store/archive-store.ts';
import type { ArchivedFile, ArchivedKind, FileDescription } from './store/archived-file.ts';

/** Larger documents are not copied. */
export const SIDE_MAX_BYTES = 1024 * 1024;
/** Larger outputs are not copied either; logs are, at any size. */
export const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** The path prefix of originals that Toolscope stores itself: what it received is in its own folder. */
export function ownPaths(folder: string): string {
  return resolve(folder) + sep;
}

/** Of one session. */
export type Sources = readonly SourceStamp[];

export function describe(source: SourceStamp, kind: ArchivedKind, path: string): FileDescription {
  const { agent, session, thread, startedAt, lineage } = source;
  return { kind, agent, session, thread, startedAt, lineage, path };
}

export function isDescribed(file: ArchivedFile, { agent, session, thread, startedAt, lineage }: SourceStamp): boolean {
  return (
    file.agent === agent &&
    file.session === session &&
    file.thread === thread &&
    file.startedAt === startedAt &&
    file.lineage === lineage
  );
}

/** Whether the archive has all of it, as far as the two stores show without looking at the disk. */
export function isCopied(source: SourceStamp, file: ArchivedFile | undefined): boolean {
  if (source.goneAt !== null) return true;
  if (source.isSide && source.size > SIDE_MAX_BYTES) return true;
  const bytes = coveredBytes(source);
  if (file === undefined) return bytes === 0 && !source.isSide;
  if (source.isSide) return isWhole(file, source);
  const isSame = file.bytes === bytes && file.head === source.head && file.tail === source.tail;
  return isSame && isDescribed(file, source) && !isInDoubt(file, source);
}

/** Whether the file has the same size, and another time: it was overwritten, or only touched. */
export function isInDoubt(file: ArchivedFile, { size, modifiedAt }: SourceStamp): boolean {
  return file.purgedAt === null && file.size === size && file.modifiedAt !== modifiedAt;
}

/** Whether the open file still contains all that was copied of it, to the last byte. */
export function holdsAll(file: OpenLog, copied: ArchivedFile, store: ArchiveStore): boolean {
  for (const { offset, length } of store.places(copied.pk)) {
    const [block] = store.blocks(copied.pk, offset, offset + length);
    const bytes = Buffer.allocUnsafe(length);
    if (file.read(bytes, offset) < length || crc32(bytes) !== block?.checksum) return false;
  }
  return true;
}

export function isWhole(file: ArchivedFile, { size, modifiedAt }: { size: number; modifiedAt: number }): boolean {
  return file.size === size && file.modifiedAt === modifiedAt && file.bytes === size;
}

/** Whether the open file still begins with everything that was copied of it. */
export function goesOn(file: OpenLog, copied: ArchivedFile): boolean {
  if (file.size < copied.bytes) return false;
  const { head, tail } = endsOf(file, copied.bytes);
  return head === copied.head && tail === copied.tail;
}

export interface Lack {
  readonly files: number;
  readonly bytes: number;
}

/** Logs among these that are not copied yet, and the missing bytes. */
export function lackOf(sources: Sources, copyAt: (path: string) => ArchivedFile | undefined): Lack {
  let files = 0;
  let bytes = 0;
  for (const source of sources) {
    const copy = copyAt(source.path);
    if (source.isSide || isCopied(source, copy)) continue;
    files++;
    bytes += Math.max(0, coveredBytes(source) - (copy?.bytes ?? 0));
  }
  return { files, bytes };
}
