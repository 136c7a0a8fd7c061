// Adds its arrival time to each line of JSON. Lines are passed through in pieces: only the last brace is held back.

import { NEWLINE } from '../base/lines.ts';
import { HELD, RECEIVED } from '../model/arrival.ts';

const OPEN = 123;
const CLOSE = 125;
const NOTHING = Buffer.alloc(0);

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

/** When a piece was read, and for how many milliseconds before that reading was blocked. */
export interface Arrival {
  readonly at: number;
  readonly heldMs: number;
}

function stamp({ at, heldMs }: Arrival, isFirstMember: boolean): Buffer {
  const held = heldMs > 0 ? `,"${HELD}":${Math.ceil(heldMs)}` : '';
  return Buffer.from(`${isFirstMember ? '' : ','}"${RECEIVED}":"${new Date(at).toISOString()}"${held}`);
}

/** Where trailing white space after a closing brace begins; -1 where there is no such brace. */
function closingAt(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at >= 0 && isSpace(bytes[at])) at--;
  return bytes[at] === CLOSE ? at : -1;
}

export class LineStamper {
  /** The possible end of the line: its closing brace, and white space after it. */
  #held: Buffer = NOTHING;
  /** Whether the line begins with an opening brace; undefined while it has only white space. */
  #isObject: boolean | undefined;
  /** The number of other characters in the line, up to two. */
  #weight = 0;

  /** Returns the bytes to write. */
  add(bytes: Buffer, arrival: Arrival): Buffer {
    const pieces: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      this.#take(bytes.subarray(from, end), pieces);
      this.#end(arrival, pieces);
      pieces.push(bytes.subarray(end, end + 1));
      from = end + 1;
    }
    this.#take(bytes.subarray(from), pieces);
    return Buffer.concat(pieces);
  }

  /** The rest, after the last piece: the last line may have no line end. */
  end(arrival: Arrival): Buffer {
    const pieces: Buffer[] = [];
    this.#end(arrival, pieces);
    return Buffer.concat(pieces);
  }

  #take(bytes: Buffer, pieces: Buffer[]): void {
    if (bytes.length === 0) return;
    const all = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const closing = closingAt(all);
    const sure = closing === -1 ? all : all.subarray(0, closing);
    this.#held = closing === -1 ? NOTHING : Buffer.from(all.subarray(closing));
    for (let i = 0; i < sure.length && this.#weight < 2; i++) {
      if (isSpace(sure[i])) continue;
      this.#isObject ??= sure[i] === OPEN;
      this.#weight++;
    }
    pieces.push(sure);
  }

  #end(arrival: Arrival, pieces: Buffer[]): void {
    if (this.#isObject === true && this.#held.length > 0) pieces.push(stamp(arrival, this.#weight === 1));
    pieces.push(this.#held);
    this.#held = NOTHING;
    this.#isObject = undefined;
    this.#weight = 0;
  }
}
