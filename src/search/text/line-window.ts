// The part of a log that is being looked at: whole lines at the front of a room, and the line that is not whole yet behind
// them, which stays when the next piece is read.

import { GrowingBytes } from '../../base/growing-bytes.ts';
import { type LogBytes, Scratch } from './log-bytes.ts';

const LF = 10;
const CR = 13;

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
  /** For a line that does not fit into the room that was given. */
  readonly #larger: GrowingBytes;
  #room: Buffer;
  #held = 0;
  #offset: number;
  #line: number;

  /** `room` is used as long as lines fit into it. Lines longer than `longest` are to be skipped as soon as they are seen. */
  constructor(log: LogBytes, room: Buffer, from: { readonly offset: number; readonly line: number }, longest: number) {
    this.#log = log;
    this.#larger = new GrowingBytes(longest + 2 * room.length);
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
    const isSmall = rest.length < this.#own.length;
    (isSmall ? this.#own : this.#room).set(rest);
    this.#held = rest.length;
    if (isSmall) this.#shrink();
    this.#offset += bytes;
    this.#line += lines;
  }

  /**
   * Passes over the line at the front, of which no more than its length is of use. The length without the line end, or
   * undefined when it does not end before `end`.
   */
  skipLine(end: number): number | undefined {
    let last = this.#held > 0 ? this.#room[this.#held - 1] : undefined;
    this.#shrink();
    for (let at = this.end; at < end; ) {
      this.#place.target = this.#own.subarray(0, Math.min(this.#own.length, end - at));
      const piece = this.#log.read(at, this.#place.target.length, this.#place);
      if (piece.length === 0) break;
      const stop = piece.indexOf(LF);
      if (stop > 0) last = piece[stop - 1];
      if (stop !== -1) {
        const length = at + stop - this.#offset;
        this.#offset += length + 1;
        this.#line++;
        this.#held = 0;
        return last === CR ? length - 1 : length;
      }
      last = piece[piece.length - 1];
      at += piece.length;
    }
    return undefined;
  }

  /** A line that does not fit gets a room of its own. */
  #grow(): void {
    const length = this.#room.length + this.#own.length;
    this.#larger.reserve(length);
    const room = Buffer.from(this.#larger.view(0, length).buffer, 0, length);
    if (this.#room === this.#own) room.set(this.#own);
    this.#room = room;
  }

  /** Back to the room that was given. */
  #shrink(): void {
    this.#room = this.#own;
    this.#larger.clear(0);
  }
}
