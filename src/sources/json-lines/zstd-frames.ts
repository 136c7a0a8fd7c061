// Checks the frames of a zstd file before decompression: frame headers request memory, and may request too much.

import { AppError } from '../../base/app-error.ts';

const MAGIC = 0xfd2fb528;
/** The lowest four bits of a skippable frame's number are free. */
const SKIPPABLE = 0x184d2a50;
/** Magic, descriptor, window, dictionary, size. */
const HEAD_MAX = 18;
const BLOCK_HEAD = 3;
const RLE = 1;

/** Agents compress with windows of 8 MB at most. */
export const MAX_WINDOW: number = 32 * 1024 * 1024;

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

interface FrameHead {
  readonly length: number;
  readonly window: number;
  readonly hasChecksum: boolean;
}

function readHead(bytes: Uint8Array): FrameHead {
  const flags = bytes[4] ?? 0;
  const isSingle = ((flags >> 5) & 1) === 1;
  const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeFlag = flags >> 6;
  const size = sizeFlag === 0 ? Number(isSingle) : 2 ** sizeFlag;
  const at = 5 + Number(!isSingle) + dictionary;
  const shape = bytes[5] ?? 0;
  const base = 2 ** (10 + (shape >> 3));
  const window = isSingle ? numberAt(bytes, at, size) + (sizeFlag === 1 ? 256 : 0) : base + (base / 8) * (shape & 7);
  return { length: at + size, window, hasChecksum: (flags & 4) !== 0 };
}

/** Follows the frames of a file in pieces of any length. */
export class ZstdFrames {
  readonly #path: string;
  readonly #head = new Uint8Array(HEAD_MAX);
  #held = 0;
  #skip = 0;
  #place: 'frame' | 'block' = 'frame';
  #hasChecksum = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Throws when a frame requests more than is allowed. */
  follow(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const passed = Math.min(this.#skip, bytes.length - at);
      this.#skip -= passed;
      at += passed;
      if (at >= bytes.length) return;
      const wanted = this.#place === 'block' ? BLOCK_HEAD : this.#wanted();
      const taken = Math.min(wanted - this.#held, bytes.length - at);
      this.#head.set(bytes.subarray(at, at + taken), this.#held);
      this.#held += taken;
      at += taken;
      if (this.#held < wanted) continue;
      if (this.#place === 'block') this.#block();
      else if (this.#held === this.#wanted()) this.#frame();
    }
  }

  /** How much of a frame's header is needed to continue. */
  #wanted(): number {
    if (this.#held < 4) return 4;
    if (this.#isSkippable()) return 8;
    return this.#held < 5 ? 5 : readHead(this.#head).length;
  }

  #isSkippable(): boolean {
    const magic = numberAt(this.#head, 0, 4);
    return magic - (magic % 16) === SKIPPABLE;
  }

  #frame(): void {
    this.#held = 0;
    if (this.#isSkippable()) {
      this.#skip = numberAt(this.#head, 4, 4);
      return;
    }
    if (numberAt(this.#head, 0, 4) !== MAGIC) throw notPacked(this.#path);
    const { window, hasChecksum } = readHead(this.#head);
    if (window > MAX_WINDOW) {
      throw new AppError('path-unreadable', `${this.#path} needs more memory to be unpacked than any log should.`);
    }
    this.#hasChecksum = hasChecksum;
    this.#place = 'block';
  }

  #block(): void {
    this.#held = 0;
    const head = numberAt(this.#head, 0, 3);
    const size = head >> 3;
    this.#skip = ((head >> 1) & 3) === RLE ? 1 : size;
    if ((head & 1) === 0) return;
    this.#place = 'frame';
    if (this.#hasChecksum) this.#skip += 4;
  }
}

export function notPacked(path: string, cause?: unknown): AppError {
  return new AppError('path-unreadable', `${path} is not zstd-compressed, or is damaged.`, { cause });
}
