// Owns the part of a log that is being looked at: whole lines at the front of a room, and the line that is not whole yet behind
// them, which stays when the next piece is read.

import { type LogBytes, Scratch } from './log-bytes.ts';

/** Lets a piece be read to a place in the window. */
class Place extends Scratch {
  target: Buffer = Buffer.alloc(0);

  override take(): Buffer {
    return this.target;
  }
}

export class LineWindow {
  readonly #log: LogBytes;
  readonly #own: Buffer;
  readonly #place = new Place();
  #room: Buffer;
  #held = 0;
  #offset: number;
  #line: number;

  /** `room` is used as long as lines fit into it. */
  constructor(log: LogBytes, room: Buffer, from: { readonly offset: number; readonly line: number }) {
    this.#log = log;
    this.#own = room;
    this.#room = room;
    this.#offset = from.offset;
    this.#line = from.line;
  }

  /** Valid until the next call of `read` or `drop`. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.#held);
  }

  /** Where in the log the window starts: a place where a line starts. */
  get start(): { readonly offset: number; readonly line: number } {
    return { offset: this.#offset, line: this.#line };
  }

  /** Where in the log it ends. */
  get end(): number {
    return this.#offset + this.#held;
  }

  /** Reads on, not beyond `end` of the log. False when there is nothing more. */
  read(end: number): boolean {
    if (this.#held === this.#room.length) this.#grow();
    const length = Math.min(this.#room.length - this.#held, end - this.end);
    const target = this.#room.subarray(this.#held, this.#held + length);
    this.#place.target = target;
    const piece = this.#log.read(this.end, length, this.#place);
    // A log that is in memory as a whole is not read anywhere.
    if (piece.byteOffset !== target.byteOffset || piece.buffer !== target.buffer) target.set(piece);
    this.#held += piece.length;
    return piece.length > 0;
  }

  /** Lets go of whole lines at the front. */
  drop(bytes: number, lines: number): void {
    if (lines === 0) return;
    const rest = this.#room.subarray(bytes, this.#held);
    const room = rest.length < this.#own.length ? this.#own : this.#room;
    room.set(rest);
    this.#room = room;
    this.#held = rest.length;
    this.#offset += bytes;
    this.#line += lines;
  }

  /** A line that does not fit gets a room of its own. */
  #grow(): void {
    const room = Buffer.allocUnsafeSlow(2 * this.#room.length);
    room.set(this.#room);
    this.#room = room;
  }
}
