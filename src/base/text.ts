// Owns short texts cut out of long ones: clipped, on one line, and never holding the long one in memory.

/**
 * A copy that shares no memory with its origin. V8 keeps a whole string alive for any slice of it; a summary of
 * 80 characters must not pin a body of 10 MB.
 */
export function detach(text: string): string {
  // The sum is flattened into a string of its own, and the slice then points to that one.
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

/** At most `max` characters, on one line, cut with an ellipsis, not inside a surrogate pair. */
export function clip(text: string, max: number): string {
  const head = text.length > max * 4 ? text.slice(0, max * 4) : text;
  const line = head.replace(/\s+/g, ' ').trim();
  if (line.length <= max && head.length === text.length) return detach(line);
  let end = Math.min(line.length, max - 1);
  const last = line.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return detach(`${line.slice(0, end)}…`);
}

/** The first line that says something. */
export function firstLine(text: string): string {
  let start = 0;
  while (start < text.length) {
    const stop = text.indexOf('\n', start);
    const end = stop === -1 ? text.length : stop;
    const line = text.slice(start, end).trim();
    if (line !== '') return line;
    if (stop === -1) return '';
    start = stop + 1;
  }
  return '';
}

export function countLines(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return text.endsWith('\n') ? count - 1 : count;
}
