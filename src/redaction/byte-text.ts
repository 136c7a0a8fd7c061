// Texts as the scanner sees them: UTF-8 with one character per byte. Offsets are bytes, ASCII is itself, and V8 searches such
// strings twice as fast as those with wide characters. What is no ASCII is a character from \x80 to \xff in every rule.

import type { Range } from './rule.ts';

export function byteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

export function byteTextOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Whether this byte continues a character. */
function isInside(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at] ?? 0) & 0xc0) === 0x80;
}

/** The same place, so large that no character of several bytes is cut. */
export function wholeCharacters(bytes: Uint8Array, { start, end }: Range): Range {
  let [from, to] = [start, end];
  while (from > 0 && isInside(bytes, from)) from--;
  while (to < bytes.length && isInside(bytes, to)) to++;
  return { start: from, end: to };
}
