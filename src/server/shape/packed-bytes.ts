// Base64 in logs: recognises it, decodes it, and detects images by their first bytes.

const DATA_URL = /^data:[\w.+-]{1,80}\/[\w.+-]{1,80};base64,/;

/** Shorter texts are sent as they are. */
const SHORTEST = 1000;

/** Images that browsers draw and that cannot contain scripts, by their first bytes. */
const IMAGES: readonly { readonly type: string; readonly matches: (bytes: Uint8Array) => boolean }[] = [
  { type: 'image/png', matches: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  { type: 'image/gif', matches: (bytes) => /^GIF8[79]a/.test(ascii(bytes, 0, 6)) },
  { type: 'image/webp', matches: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP' },
  { type: 'image/avif', matches: (bytes) => /^ftypavi[fs]/.test(ascii(bytes, 4, 12)) },
  { type: 'image/bmp', matches: (bytes) => ascii(bytes, 0, 2) === 'BM' && bytes.length > 26 },
];

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.subarray(from, to)).toString('latin1');
}

function payloadOf(text: string): string {
  const match = DATA_URL.exec(text.slice(0, 200));
  return match === null ? text : text.slice(match[0].length);
}

/** Long, and only base64 characters, without the line breaks that people use. */
export function looksPacked(text: string): boolean {
  if (text.length < SHORTEST) return false;
  const payload = payloadOf(text);
  // Checks both ends first: nearly every text fails there.
  if (!/^[A-Za-z0-9+/]{64}/.test(payload) || !/[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]{2}\s*$/.test(payload.slice(-64)))
    return false;
  return /^[A-Za-z0-9+/]+={0,2}\s*$/.test(payload) && !/^(.)\1*$/.test(payload.slice(0, 64));
}

/** The bytes, or undefined when the text is not base64. */
export function unpackBytes(text: string): Uint8Array | undefined {
  const payload = payloadOf(text);
  if (payload === '' || !/^[A-Za-z0-9+/]+={0,2}\s*$/.test(payload)) return undefined;
  return Buffer.from(payload, 'base64');
}

/** The type of an image that may be shown, by its bytes and not by what is said about it. */
export function imageType(bytes: Uint8Array): string | undefined {
  return IMAGES.find(({ matches }) => matches(bytes))?.type;
}
