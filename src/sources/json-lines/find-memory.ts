// The WebAssembly memory in which logs are searched: a buffer that blocks are read straight into, and one for the needle. Undefined
// if WebAssembly cannot run.

import { FIND_MODULE } from './find-module.ts';

const PAGE = 64 * 1024;
/** A needle, followed by its letter-case mask. */
const NEEDLE_START = 1024;
const NEEDLE_MAX = 16 * 1024;
const ROOM_START = PAGE;
export const ROOM_BYTES: number = 1024 * 1024;
const LETTER_CASE = 0x20;

/** Bytes of logs, most frequent first: a needle's other bytes are the most selective. */
const FREQUENT = ' etaoinsrldcumpfhgb/.,-_y0w1v2:k=()3456789;x';

type Find = (from: number, end: number, needle: number, length: number, one: number, two: number) => number;

function rankOf(byte: number): number {
  const rank = FREQUENT.indexOf(String.fromCharCode(byte));
  return rank === -1 ? FREQUENT.length : rank;
}

/** Lowercased bytes to look for, and which two of them are compared first. */
export class Needle {
  readonly bytes: Uint8Array;
  readonly one: number;
  readonly two: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const places = [...bytes.keys()].sort((a, b) => rankOf(bytes[b] ?? 0) - rankOf(bytes[a] ?? 0));
    this.one = places[0] ?? 0;
    // Two of the same byte are less selective than two that differ.
    this.two = places.find((place) => bytes[place] !== bytes[this.one]) ?? places[1] ?? this.one;
  }
}

export class FindMemory {
  /** Bytes to be searched are read into this. */
  readonly room: Buffer;
  readonly #memory: Uint8Array;
  readonly #find: Find;
  /** The needle that is in the memory now. */
  #needle: Needle | undefined;

  private constructor(memory: WebAssembly.Memory, find: Find) {
    this.room = Buffer.from(memory.buffer, ROOM_START, ROOM_BYTES);
    this.#memory = new Uint8Array(memory.buffer);
    this.#find = find;
  }

  /** Undefined if it cannot run. */
  static create(): FindMemory | undefined {
    try {
      const pages = (ROOM_START + ROOM_BYTES) / PAGE + 1;
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
      const module = new WebAssembly.Module(Buffer.from(FIND_MODULE, 'base64'));
      const { find } = new WebAssembly.Instance(module, { env: { memory } }).exports;
      if (typeof find !== 'function') return undefined;
      return new FindMemory(memory, (...where) => Number(find(...where)) >>> 0);
    } catch {
      // No WebAssembly, or none with vectors.
      return undefined;
    }
  }

  canFind(bytes: Uint8Array, needle: Needle): boolean {
    return bytes.buffer === this.#memory.buffer && needle.bytes.length <= NEEDLE_MAX;
  }

  /** The first place of the needle in `bytes[from, end)`, or -1. Only if `canFind` returned true. */
  find(bytes: Uint8Array, from: number, end: number, needle: Needle): number {
    this.#lay(needle);
    const { byteOffset } = bytes;
    const stop = byteOffset + end;
    const place = this.#find(byteOffset + from, stop, NEEDLE_START, needle.bytes.length, needle.one, needle.two);
    return place === stop ? -1 : place - byteOffset;
  }

  #lay(needle: Needle): void {
    if (this.#needle === needle) return;
    const { bytes } = needle;
    this.#memory.set(bytes, NEEDLE_START);
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      this.#memory[NEEDLE_START + bytes.length + i] = byte >= 0x61 && byte <= 0x7a ? LETTER_CASE : 0;
    }
    this.#needle = needle;
  }
}

let shared: FindMemory | null | undefined;

/** One for the process: searches are synchronous, so sharing is safe. */
export function findMemory(): FindMemory | undefined {
  if (shared === undefined) shared = FindMemory.create() ?? null;
  return shared ?? undefined;
}
