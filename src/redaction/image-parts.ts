// Where the parts of an image end: next to a comment stand bytes of its length and of a check sum, and any of them may be a
// letter, which would make a key the middle of a longer word.

/** Blank, and as long as before. */
function withBlanks(bytes: string, blanks: readonly (readonly [from: number, to: number])[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [from, to] of blanks) {
    parts.push(bytes.slice(at, from), '\n'.repeat(Math.min(to, bytes.length) - from));
    at = to;
  }
  parts.push(bytes.slice(at));
  return parts.join('');
}

function number(bytes: string, at: number, length: number): number {
  let sum = 0;
  for (let i = at; i < at + length; i++) sum = sum * 256 + bytes.charCodeAt(i);
  return sum;
}

/** Eight bytes of length and name before each chunk, four of a check sum behind it. */
function pngFrames(bytes: string): [number, number][] {
  const frames: [number, number][] = [];
  let from = 8;
  for (let at = 8; at + 8 <= bytes.length; ) {
    const end = at + 8 + number(bytes, at, 4);
    frames.push([from, at + 8]);
    from = end;
    at = end + 4;
  }
  if (from < bytes.length) frames.push([from, Math.min(from + 4, bytes.length)]);
  return frames;
}

/** A marker of two bytes and two of length before each segment; after the first scan there are only pixels. */
function jpegFrames(bytes: string): [number, number][] {
  const frames: [number, number][] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === '\xff'; at += 2 + number(bytes, at + 2, 2)) {
    frames.push([at, at + 4]);
    if (bytes[at + 1] === '\xda') break;
  }
  return frames;
}

/** The same bytes, with what frames the parts of an image blanked; other bytes as they are. */
export function partsApart(bytes: string): string {
  if (bytes.startsWith('\x89PNG')) return withBlanks(bytes, pngFrames(bytes));
  if (bytes.startsWith('\xff\xd8\xff')) return withBlanks(bytes, jpegFrames(bytes));
  // A comment of a GIF stands in blocks of up to 255 bytes, each behind its length.
  if (bytes.startsWith('GIF8')) return bytes.replace(/\x21\xfe./gs, '\n\n\n');
  return bytes;
}
