// What a byte of a log means to the text index: what it folds to, what breaks a run, what base64 is made of.

/** What a byte folds to that no trigram reaches across: control characters, the quote and the backslash. */
export const BREAK = 0x100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function foldOf(byte: number): number {
  if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) return BREAK;
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

/**
 * Each byte with ASCII capitals made small; `BREAK` for the bytes that JSON writes as an escape. Because escapes are
 * exactly where the spelling in the file differs from the text, and because texts are often JSON inside JSON, runs that
 * end at them are the same however deep the text is quoted.
 */
export const FOLD: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => foldOf(byte));

const BASE64 = /[A-Za-z0-9+/=_-]/;

/** 1 for the letters of base64, its URL form, and hexadecimal. */
export const OPAQUE_LETTER: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 && BASE64.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * From this many letters of base64 in a row, a run is data (an image, a signature, a cipher text), not text: neither
 * indexed nor searched.
 */
export const OPAQUE_RUN = 512;

/**
 * What the index skips is longer than what the search leaves out: in the file a run can look longer than in the text
 * by the letters of an escape before it (`\n`, `\u0041`).
 */
export const OPAQUE_RUN_IN_FILE: number = OPAQUE_RUN + 8;

/** The value of a hexadecimal digit, or -1. */
function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1;
}

/** The code unit of the four hexadecimal digits at `at`, or -1. */
export function hexUnit(bytes: Uint8Array, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    const digit = hexValue(bytes[i]);
    if (digit < 0) return -1;
    unit = (unit << 4) | digit;
  }
  return unit;
}
