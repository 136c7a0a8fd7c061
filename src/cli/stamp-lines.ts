// Adds to each line of JSON when it came in. Lines pass through in pieces: no more of one is held back than its last brace.

import { NEWLINE } from '../base/lines.ts';
import { HELD, RECEIVED } from '../model/arrival.ts';

const OPEN = 123;
const CLOSE = 125;
const NOTHING = Buffer.alloc(0);

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

/** When a piece was read, and for how many milliseconds before that nothing could be. */
export interface Arrival {
  readonly at: number;
  readonly heldMs: number;
}

function stamp({ at, heldMs }: Arrival, isFirstMember: boolean): Buffer {
  const held = heldMs > 0 ? `,"${HELD}":${Math.ceil(heldMs)}` : '';
  return Buffer.from(`${isFirstMember ? '' : ','}"${RECEIVED}":"${new Date(at).toISOString()}"${held}`);
}

/** Where the blank end of the bytes begins, with a closing brace before it; -1 where there is no such brace. */
function closingAt(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at >= 0 && isSpace(bytes[at])) at--;
  return bytes[at] === CLOSE ? at : -1;
}

export class LineStamper {
  /** What may turn out to be the end of the line: its closing brace, and blanks behind it. */
  #held: Buffer = NOTHING;
  /** The line begins with an opening brace; undefined while it has had nothing but blanks. */
  #isObject: boolean | undefined;
  /** How much of the line there is but blanks, up to two. */
  #weight = 0;

  /** The bytes as they are to be written. */
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

  /** The rest, when no more will come: the last line may have no end. */
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
