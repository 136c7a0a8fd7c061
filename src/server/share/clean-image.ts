// Removes metadata from images: anything a camera, an editor or a person wrote into the file next to the pixels. Only
// formats whose every part is known are cleaned; others are not shared.

import { imageType } from '../shape/packed-bytes.ts';

interface CleanImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Parts to keep, in order; undefined where the file is not valid. */
type Parts = Uint8Array[] | undefined;

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from)).toString('latin1');
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Chunks that draw pixels; every other chunk is metadata. */
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

function pngParts(bytes: Uint8Array): Parts {
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    const name = ascii(bytes, at + 4, at + 8);
    if (end > bytes.length) return undefined;
    if (PNG_CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    // What follows the end is not part of the image.
    if (name === 'IEND') return kept;
    at = end;
  }
  return undefined;
}

const SOS = 0xda;
const EOI = 0xd9;
/** How colours are encoded, in twelve bytes. */
const ADOBE = 0xee;

/** Application data and comments are removed; tables, frames and scans are kept. */
function isPixels(marker: number): boolean {
  return marker === ADOBE || !((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe);
}

/** The end of the scan that begins here: the next marker that does not occur inside scans. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

function jpegParts(bytes: Uint8Array): Parts {
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === EOI) return [...kept, bytes.subarray(at, at + 2)];
    if (at + 4 > bytes.length) return undefined;
    const length = view.getUint16(at + 2);
    const head = at + 2 + length;
    if (length < 2 || head > bytes.length) return undefined;
    const end = marker === SOS ? scanEnd(bytes, head) : head;
    if (marker === ADOBE ? length === 14 : isPixels(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

/** The end of a chain of blocks of up to 255 bytes. */
function blocksEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function gifParts(bytes: Uint8Array): Parts {
  let at = 13 + colours(bytes[10] ?? 0);
  const kept = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const from = at;
    const [introducer, label] = [bytes[at], bytes[at + 1]];
    if (introducer === 0x3b) return [...kept, bytes.subarray(at, at + 1)];
    if (introducer === 0x2c) at = blocksEnd(bytes, at + 11 + colours(bytes[at + 9] ?? 0));
    else if (introducer === 0x21) at = blocksEnd(bytes, at + 2);
    else return undefined;
    if (at > bytes.length) return undefined;
    // The only extension needed is the duration of a frame: comments and application data are removed.
    if (introducer === 0x2c || (label === 0xf9 && at - from === 8)) kept.push(bytes.subarray(from, at));
  }
  return undefined;
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);
/** Bits that announce a colour profile, EXIF and XMP. */
const WEBP_SAYS = 0x20 | 0x08 | 0x04;

function webpParts(bytes: Uint8Array): Parts {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [];
  const whole = Math.min(bytes.length, 8 + view.getUint32(4, true));
  for (let at = 12; at + 8 <= whole; ) {
    const name = ascii(bytes, at, at + 4);
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > whole) return undefined;
    // Animations nest chunks in chunks, which are not checked.
    if (name === 'ANMF' || name === 'ANIM') return undefined;
    if (WEBP_CHUNKS.has(name)) {
      const chunk = Uint8Array.from(bytes.subarray(at, Math.min(end, bytes.length)));
      if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_SAYS;
      kept.push(chunk);
    }
    at = end;
  }
  if (kept.length === 0) return undefined;
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return [head, ...kept];
}

const CLEANERS: Readonly<Record<string, (bytes: Uint8Array) => Parts>> = {
  'image/png': pngParts,
  'image/jpeg': jpegParts,
  'image/gif': gifParts,
  'image/webp': webpParts,
};

/** Undefined for other formats and damaged images. */
export function cleanImage(bytes: Uint8Array): CleanImage | undefined {
  const type = imageType(bytes);
  const parts = type === undefined ? undefined : CLEANERS[type]?.(bytes);
  return type === undefined || parts === undefined ? undefined : { type, bytes: Buffer.concat(parts) };
}
