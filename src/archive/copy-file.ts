// Copies a file's bytes into the archive: in blocks, a few at a time, each step atomic.

import type { BlockPlace, PackedBlock } from '../model/log-block.ts';
import { endsOf, type FileFacts } from '../sources/files/file-stamp.ts';
import type { OpenFile } from '../sources/files/open-log.ts';
import { BLOCK_BYTES, packBlock } from './pack.ts';
import type { PendingWrites } from './pending-writes.ts';
import type { ArchiveStore } from './store/archive-store.ts';

/** Packed at the same time: as many as Node has threads for it. Bounds the memory of a copy. */
const BLOCKS_PER_STEP = 4;

/**
 * Where to begin, so that a log that grows line by line ends up in large blocks: small ones at its end are copied again when the new
 * part is half as large or more. No byte is copied more often than the sizes double.
 */
export function copyFrom(blocks: readonly BlockPlace[], bytes: number, to: number): number {
  let from = bytes;
  for (const { offset, length } of blocks.toReversed()) {
    if (offset + length !== from || length >= BLOCK_BYTES || length > 2 * (to - from)) break;
    from = offset;
  }
  return from;
}

/** Reused buffers: a new one for each block costs as much as packing it. */
export type CopyRoom = readonly Buffer[];

export function copyRoom(): CopyRoom {
  return Array.from({ length: BLOCKS_PER_STEP }, () => Buffer.allocUnsafeSlow(BLOCK_BYTES));
}

async function packRange(
  file: OpenFile,
  from: number,
  to: number,
  rooms: CopyRoom,
): Promise<PackedBlock[] | undefined> {
  const packing: Promise<PackedBlock>[] = [];
  for (const [i, space] of rooms.entries()) {
    const at = from + i * BLOCK_BYTES;
    if (at >= to) break;
    const room = space.subarray(0, Math.min(BLOCK_BYTES, to - at));
    // Shorter than it was: the next look will show what happened.
    if (file.read(room, at) < room.length) return undefined;
    packing.push(packBlock(at, room));
  }
  return Promise.all(packing);
}

/** A file's place in the archive. */
export interface CopyTarget {
  /** Its number; undefined until it is added, together with its first blocks. */
  pk: number | undefined;
  readonly add: () => number;
  /** How far it was copied. */
  readonly bytes: number;
}

export interface Copying {
  readonly store: ArchiveStore;
  readonly writes: PendingWrites;
  readonly target: CopyTarget;
  readonly file: OpenFile;
  /** Copy up to here. */
  readonly to: number;
  /** Whether the file is still what it was when copying began; checked before each step is written. */
  readonly isSame: (facts: FileFacts) => boolean;
  readonly room: CopyRoom;
  /** May refuse to continue. */
  readonly beforeStep: () => void;
  readonly signal: AbortSignal | undefined;
}

/** Returns whether all of it was copied; it is in the archive once the pending writes are. */
export async function copyFile(copying: Copying): Promise<boolean> {
  const { store, writes, target, file, to, isSame, room, beforeStep, signal } = copying;
  // An empty file is recorded nevertheless.
  if (to === 0 && target.pk === undefined) writes.add(() => target.add(), 0);
  let from = target.pk === undefined ? 0 : copyFrom(store.places(target.pk), target.bytes, to);
  while (from < to) {
    if (signal?.aborted === true) return false;
    beforeStep();
    const end = Math.min(to, from + BLOCKS_PER_STEP * BLOCK_BYTES);
    const blocks = await packRange(file, from, end, room);
    const ends = endsOf(file, end);
    const facts = file.facts();
    if (blocks === undefined || facts === undefined || !isSame(facts)) return false;
    const step = { from, blocks, state: { ...facts, ...ends, bytes: end } };
    const write = (): void => {
      target.pk ??= target.add();
      store.put(target.pk, step);
    };
    writes.add(
      write,
      blocks.reduce((sum, { body }) => sum + body.length, 0),
    );
    from = end;
  }
  return true;
}
