// Owns skimming: long strings that reading does not need are left out of a line before it is parsed. A fifth of Claude
// Code's bytes are copies of files as they were before an edit.

const QUOTE = 34;
const BACKSLASH = 92;

/** Shorter lines are parsed as fast as they could be searched. */
const WORTH_BYTES = 4096;
/** Shorter strings are cheaper to parse than to cut out. */
const WORTH_CUTTING = 1024;

/** `"key":"` as JSON writers without spaces spell it. Inside a string the quotes would be escaped, so this is a key. */
export function keyNeedles(keys: readonly string[]): readonly Buffer[] {
  return keys.map((key) => Buffer.from(`"${key}":"`));
}

/** The quote that ends the string which begins at `from`, or -1. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

/** The line's text with the named strings emptied, or undefined when there is nothing worth leaving out. */
export function skim(bytes: Buffer, needles: readonly Buffer[]): string | undefined {
  if (bytes.length < WORTH_BYTES) return undefined;
  let text: string | undefined;
  let kept = 0;
  for (const needle of needles) {
    const found = bytes.indexOf(needle, kept);
    if (found === -1) continue;
    const start = found + needle.length;
    const end = stringEnd(bytes, start);
    if (end - start < WORTH_CUTTING) continue;
    text = (text ?? '') + bytes.toString('utf8', kept, start);
    kept = end;
  }
  return text === undefined ? undefined : text + bytes.toString('utf8', kept);
}
