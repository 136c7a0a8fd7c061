// Short texts cut out of long ones: clipped, on one line, and never keeping the long one in memory.

/**
 * A copy that shares no memory with its origin. V8 keeps a whole string alive for any slice of it; a summary of
 * 80 characters must not pin a body of 10 MB.
 */
export function detach(text: string): string {
  // The sum is flattened into its own string, and the slice then points to that one.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

/** White space that is not a single blank between two words. */
const UNFOLDED = /[^\S ]| {2}|^ | $/;
const UNFOLDED_START = /[^\S ]| {2}|^ /;
/** Runs of white space that are not a single blank already. */
const FOLDABLE = / ?[^\S ]\s*| \s+/g;

/** All of the text on one line, with single blanks between the words. */
export function foldSpace(text: string): string {
  // Testing is several times cheaper than replacing, and most short texts need nothing replaced.
  return UNFOLDED.test(text) ? text.replace(FOLDABLE, ' ').trim() : text;
}

/** Longer lines are not cached. */
const REMEMBERED_MAX = 1024;
let lastText = '';
let lastLine = '';

/**
 * The text on one line, sharing no memory with it. The last one is cached: a command is clipped for its summary, its facts and its
 * target, one after the other, and all three then hold one string.
 */
export function lineOf(text: string): string {
  // Most often the identical string: known without comparing its content. It may keep one body in memory, until the next one. A line
  // that was just made is one already: gists are clipped, and then again as summaries.
  if (text === lastText || text === lastLine) return lastLine;
  const line = detach(foldSpace(text));
  if (text.length > REMEMBERED_MAX) return line;
  lastText = text;
  lastLine = line;
  return line;
}

/** Enough of a long text, on one line, to cut `max` characters from: no more of it is read than necessary. */
function startOf(text: string, max: number): string {
  const start = text.slice(0, max + 1);
  if (!UNFOLDED_START.test(start) && text.length > max * 4) return start;
  const line = foldSpace(text.slice(0, max * 2));
  return line.length > max ? line : foldSpace(text.slice(0, max * 4));
}

/** At most `max` characters, on one line, cut with an ellipsis, not inside a surrogate pair. */
export function clip(text: string, max: number): string {
  const isLong = text.length > max * 4;
  const line = text.length > max * 2 ? startOf(text, max) : lineOf(text);
  if (line.length <= max && !isLong) return text.length > max * 2 ? detach(line) : line;
  let end = Math.min(line.length, max - 1);
  const last = line.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return detach(`${line.slice(0, end)}…`);
}

/** A line that only separates others: `=====`. */
const DECORATION = /^([=*~#_-])\1{4,}$/;
const BEHIND_BLANKS = /\s*/y;

/** The first meaningful line. */
export function firstLine(text: string): string {
  let start = 0;
  for (;;) {
    BEHIND_BLANKS.lastIndex = start;
    BEHIND_BLANKS.test(text);
    start = BEHIND_BLANKS.lastIndex;
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end).trimEnd();
    if (end === -1 || !DECORATION.test(line)) return line;
    start = end;
  }
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Bytes of the text in UTF-8. Half a surrogate pair counts as the three bytes of its replacement. */
export function utf8Bytes(text: string): number {
  const first = text.search(BEYOND_ASCII);
  if (first === -1) return text.length;
  let bytes = text.length;
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      // Four bytes for two units.
      bytes += 2;
      at++;
    } else bytes += 2;
  }
  return bytes;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** The text without any of these characters at its end. A pattern such as `_+$` would try every run of them, wherever it is. */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function countLines(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return text.endsWith('\n') ? count - 1 : count;
}

/** The line of a text that contains this position. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end === -1 ? text.length : end).trim();
}
