// A buffer that grows in place and frees its memory at once. An ordinary buffer of a long line leaves copies behind while it grows, and
// keeps its memory until garbage collection, which for buffers can be very late.

declare global {
  /** The part used here: these projects have the declarations of ES2023, which lack it. */
  interface ArrayBufferConstructor {
    new (byteLength: number, options: { readonly maxByteLength: number }): ArrayBuffer;
  }

  interface ArrayBuffer {
    resize(byteLength: number): void;
  }
}

/** Memory grows and shrinks in steps of at least this. */
const STEP = 256 * 1024;

export class GrowingBytes {
  readonly #most: number;
  #memory: ArrayBuffer | undefined;
  #length = 0;

  /** Reserves addresses for `most` bytes, which is not memory yet. */
  constructor(most: number) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  /** Valid until it is next cleared. */
  get bytes(): Uint8Array {
    return this.view(0, this.#length);
  }

  append(part: Uint8Array): void {
    const start = this.#length;
    this.reserve(start + part.length);
    this.#length = start + part.length;
    if (part.length > 0) this.view(start, part.length).set(part);
  }

  /** Makes room for this many bytes. `view` returns them; their content is kept. */
  reserve(bytes: number): void {
    const held = this.#memory?.byteLength ?? 0;
    if (bytes <= held) return;
    this.#memory ??= new ArrayBuffer(0, { maxByteLength: this.#most });
    // An eighth more than needed, so that many small parts do not each call the system.
    this.#memory.resize(Math.min(this.#most, Math.max(bytes, held + Math.max(STEP, Math.floor(held / 8)))));
  }

  view(start: number, length: number): Uint8Array {
    return this.#memory === undefined ? new Uint8Array(0) : new Uint8Array(this.#memory, start, length);
  }

  /** Drops what was appended, and frees all memory beyond `keep` bytes. */
  clear(keep = STEP): void {
    this.#length = 0;
    if (this.#memory !== undefined && this.#memory.byteLength > keep) this.#memory.resize(keep);
  }
}
