// Lines of a hunk, without line ends in them. Otherwise a line would be two lines to every program that applies the diff,
// and the second could be the header of another file.

export interface HunkText {
  /** Each begins with ' ' (unchanged), '-' (removed), '+' (added) or '\' (a remark, not a line of the file). */
  readonly lines: readonly string[];
  /** Which of them end in CR LF, by index, in order. Absent when none does. */
  readonly crlf?: readonly number[];
  /** A line contained a line end where none can be: these lines are for reading only, and must never be applied. */
  readonly isBroken?: true;
}

const LINE_END = /[\r\n]/;

/** Shown for a line end inside a line. */
const SHOWN_END = '␤';

/** `raw`: lines as in the log. Returns the same array when nothing is wrong with it. */
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

/** The lines as in the file, each with its CR. */
export function linesWithReturns({ lines, crlf }: HunkText): readonly string[] {
  if (crlf === undefined) return lines;
  const returns = new Set(crlf);
  return lines.map((line, at) => (returns.has(at) ? `${line}\r` : line));
}
