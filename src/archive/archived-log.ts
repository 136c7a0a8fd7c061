// Reads a file of the archive, or of a shared store, by position: blocks are found, unpacked and checked; the last few are cached.

import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import { NEWLINE } from '../base/lines.ts';
import type { BlockLabel, BlockPlace, BlockShelf, PackedBlock } from '../model/log-block.ts';
import type { OpenLog } from '../sources/files/open-log.ts';
import { unpackBlock } from './pack.ts';

/** Records of one call are often in two places of a log. */
const KEPT_BLOCKS = 2;

/** A part of the archive cannot be read. Everything else in it can. */
export class DamagedBlock extends AppError {
  constructor(path: string, { offset, length }: BlockPlace) {
    super(
      'store-unusable',
      `Toolscope's archive is damaged where it keeps bytes ${offset} to ${offset + length} of ${path}.`,
      { hint: 'The rest of it can be read.' },
    );
  }
}

interface OpenBlock extends BlockPlace {
  readonly bytes: Uint8Array;
}

/** A file whose blocks are kept. */
export interface ShelvedFile {
  readonly pk: number;
  readonly path: string;
  readonly bytes: number;
}

export class ArchivedLog implements OpenLog {
  readonly size: number;
  readonly isCopy = true;
  readonly #store: BlockShelf;
  readonly #file: ShelvedFile;
  readonly #fill: ((block: BlockLabel) => Uint8Array) | undefined;
  readonly #open: OpenBlock[] = [];

  /** With `fill`, other bytes of the same length replace a damaged block; without, reading it fails. */
  constructor(store: BlockShelf, file: ShelvedFile, fill?: (block: BlockLabel) => Uint8Array) {
    this.size = file.bytes;
    this.#store = store;
    this.#file = file;
    this.#fill = fill;
  }

  /** Stops short at the first byte that is not kept. */
  read(room: Uint8Array, at: number): number {
    let done = 0;
    while (done < room.length) {
      const block = this.#blockAt(at + done);
      if (block === undefined) break;
      const from = at + done - block.offset;
      const part = block.bytes.subarray(from, from + room.length - done);
      if (part.length === 0) break;
      room.set(part, done);
      done += part.length;
    }
    return done;
  }

  close(): void {
    this.#open.length = 0;
  }

  #blockAt(at: number): OpenBlock | undefined {
    const known = this.#open.find(({ offset, length }) => offset <= at && at < offset + length);
    if (known !== undefined) return known;
    const block = this.#load(at);
    if (block === undefined) return undefined;
    const { offset, length } = block;
    const bytes = ('body' in block ? unpackBlock(block) : undefined) ?? this.#fill?.(block);
    if (bytes === undefined) throw new DamagedBlock(this.#file.path, block);
    const opened = { offset, length, bytes };
    this.#open.unshift(opened);
    this.#open.splice(KEPT_BLOCKS);
    return opened;
  }

  /** A damaged page of the database can affect the bytes of a block, and the data next to them. */
  #load(at: number): PackedBlock | BlockLabel | undefined {
    try {
      return this.#store.blocks(this.#file.pk, at, at + 1)[0];
    } catch (error) {
      if (!(error instanceof CorruptStore)) throw error;
      return this.#labelAt(at);
    }
  }

  #labelAt(at: number): BlockLabel {
    const { pk, path } = this.#file;
    const find = (): BlockPlace | undefined =>
      this.#store.places(pk).find(({ offset, length }) => offset <= at && at < offset + length);
    const place = unlessCorrupt(find);
    if (place === undefined) throw new DamagedBlock(path, { offset: at, length: 1 });
    const label = unlessCorrupt(() => this.#store.label(pk, place.offset));
    // The number of its lines is unknown: what comes after it begins on a new line.
    return label ?? { ...place, packing: '', checksum: 0, newlines: Math.min(1, place.length) };
  }
}

export function unlessCorrupt<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof CorruptStore) return undefined;
    throw error;
  }
}

const SPACE = 0x20;

/** As many lines as the block had, all unreadable: what comes after keeps its place and its number. */
export function unreadableLines({ length, newlines }: BlockLabel): Uint8Array {
  const bytes = Buffer.alloc(length, SPACE);
  bytes.write('(damaged in the archive)'.slice(0, Math.max(0, length - newlines)));
  bytes.fill(NEWLINE, length - newlines);
  return bytes;
}
