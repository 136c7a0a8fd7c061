// Base64 inside a text, decoded: secrets in the metadata of an image, or in a file that was sent encoded.

import { partsApart } from './image-parts.ts';

const LEAST = 64;

/** `A-Z a-z 0-9 + /` by character code. */
const DIGITS = new Uint8Array(128);
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') DIGITS[digit.charCodeAt(0)] = 1;

function isDigit(text: string, at: number): boolean {
  return DIGITS[text.charCodeAt(at)] === 1;
}

export interface Base64Run {
  readonly bytes: string;
  /** The characters of the encoded text that these bytes are in, four by four. */
  rangeOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** One character per byte. Looks at every 64th character only: a shorter run is of no interest. */
export function* base64Runs(text: string): Generator<Base64Run> {
  for (let look = LEAST - 1; look < text.length; look += LEAST) {
    if (!isDigit(text, look)) continue;
    let start = look;
    while (start > 0 && isDigit(text, start - 1)) start--;
    let end = look + 1;
    while (end < text.length && isDigit(text, end)) end++;
    look += Math.floor((end - 1 - look) / LEAST) * LEAST;
    if (end - start < LEAST) continue;
    const bytes = partsApart(Buffer.from(text.slice(start, end), 'base64').toString('latin1'));
    const limit = end;
    yield {
      bytes,
      rangeOf: (from, to) => ({
        start: start + Math.floor(from / 3) * 4,
        end: Math.min(limit, start + Math.ceil(to / 3) * 4),
      }),
    };
  }
}
