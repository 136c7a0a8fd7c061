// Lines of a hunk, free of line ends. A line that held one would be two lines to every program that applies the diff, and
// the second could be the head of another file.

export interface HunkText {
  /** Each begins with ' ' (unchanged), '-' (removed), '+' (added) or '\' (a remark, not a line of the file). */
  readonly lines: readonly string[];
  /** Which of them end in CR LF, by index, in order. Absent when none does. */
  readonly crlf?: readonly number[];
  /** A line held a line end where none can be: these lines are for people to read, and never to be applied. */
  readonly isBroken?: true;
}

const LINE_END = /[\r\n]/;

/** Stands for a line end that is no end of a line. */
const SHOWN_END = '␤';

/** `raw`: lines as a log holds them. The very list comes back when there is nothing wrong with it. */
export function hunkText(raw: readonly string[]): HunkText {
  if (!raw.some((line) => LINE_END.test(line))) return { lines: raw };
  const lines: string[] = [];
  const crlf: number[] = [];
  let isBroken = false;
  for (const line of raw) {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (LINE_END.test(bare)) {
      isBroken = true;
      lines.push(bare.replace(/\r\n|\n|\r/g, SHOWN_END));
      continue;
    }
    if (bare.length < line.length) crlf.push(lines.length);
    lines.push(bare);
  }
  return { lines, ...(crlf.length > 0 ? { crlf } : {}), ...(isBroken ? { isBroken } : {}) };
}

/** The lines as they are in the file, each with the CR that belongs to its end. */
export function linesWithReturns({ lines, crlf }: HunkText): readonly string[] {
  if (crlf === undefined) return lines;
  const returns = new Set(crlf);
  return lines.map((line, at) => (returns.has(at) ? `${line}\r` : line));
}
