// A buffer that grows in place and gives its memory back at once. An ordinary buffer of a long line leaves copies behind while
// it grows, and keeps its memory until the engine collects garbage, which for buffers can be very late.

declare global {
  /** As far as it is used here: ES2023, whose declarations these projects have, does not know it. */
  interface ArrayBufferConstructor {
    new (byteLength: number, options: { readonly maxByteLength: number }): ArrayBuffer;
  }

  interface ArrayBuffer {
    resize(byteLength: number): void;
  }
}

/** Memory comes and goes in steps of this, at least. */
const STEP = 256 * 1024;

export class GrowingBytes {
  readonly #most: number;
  #memory: ArrayBuffer | undefined;
  #length = 0;

  /** Addresses are set aside for `most` bytes, which is no memory yet. */
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

  /** Has room for so many bytes. They are given by `view`; what stands in them is kept. */
  reserve(bytes: number): void {
    const held = this.#memory?.byteLength ?? 0;
    if (bytes <= held) return;
    this.#memory ??= new ArrayBuffer(0, { maxByteLength: this.#most });
    // An eighth more than needed, so that many small parts do not each ask the system.
    this.#memory.resize(Math.min(this.#most, Math.max(bytes, held + Math.max(STEP, Math.floor(held / 8)))));
  }

  view(start: number, length: number): Uint8Array {
    return this.#memory === undefined ? new Uint8Array(0) : new Uint8Array(this.#memory, start, length);
  }

  /** Forgets what was appended, and gives back all memory beyond `keep` bytes. */
  clear(keep = STEP): void {
    this.#length = 0;
    if (this.#memory !== undefined && this.#memory.byteLength > keep) this.#memory.resize(keep);
  }
}
