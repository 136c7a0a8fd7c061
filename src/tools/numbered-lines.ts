// Owns text numbered as `cat -n` does it: arrow and tab forms, with the agent's own remarks before and after.

export interface NumberedText {
  readonly startLine: number;
  readonly lines: readonly string[];
  /** Remarks that the agent put around the file: not part of it. */
  readonly remarks: readonly string[];
}

export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

// The third form is the arrow after a round trip through the wrong character set; published logs hold it.
const NUMBERED = /^[ \t]*(\d{1,9})(?:→|\t|‚Üí)/;
const OPEN = '<system-reminder>';
const CLOSE = '</system-reminder>';

function lineEnd(text: string, start: number): number {
  const stop = text.indexOf('\n', start);
  return stop === -1 ? text.length : stop;
}

function skipBlank(text: string, start: number): number {
  let at = start;
  while (at < text.length && (text[at] === '\n' || text[at] === '\r' || text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}

/** All remarks from `start` on, as long as one follows another, blanks aside. */
export function readRemarks(text: string, start: number): { remarks: string[]; end: number } {
  const remarks: string[] = [];
  let end = start;
  for (let at = skipBlank(text, start); text.startsWith(OPEN, at); at = skipBlank(text, end)) {
    const close = text.indexOf(CLOSE, at);
    const stop = close === -1 ? text.length : close;
    remarks.push(text.slice(at + OPEN.length, stop).trim());
    end = close === -1 ? text.length : close + CLOSE.length;
  }
  return { remarks, end };
}

/** The numbered text, or undefined when no numbered line begins it. Every step moves on, so the time is linear. */
export function readNumbered(text: string): NumberedText | undefined {
  const { remarks, end: top } = readRemarks(text, 0);
  let at = top;
  while (text[at] === '\n' || text[at] === '\r') at++;

  const lines: string[] = [];
  let startLine = 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const head = NUMBERED.exec(text.slice(at, Math.min(end, at + 40)));
    const number = head === null ? -1 : Number(head[1]);
    if (head !== null && (lines.length === 0 || number === startLine + lines.length)) {
      if (lines.length === 0) startLine = number;
      lines.push(text.slice(at + head[0].length, end));
      at = end + 1;
      continue;
    }
    if (lines.length === 0) return undefined;
    const solid = skipBlank(text, at);
    if (solid >= text.length) break;
    const after = readRemarks(text, solid);
    if (after.remarks.length > 0) {
      for (const remark of after.remarks) remarks.push(remark);
      at = after.end;
      continue;
    }
    // Not numbered and no remark: a line end inside a line of the file.
    const solidEnd = lineEnd(text, solid);
    lines[lines.length - 1] += `\n${text.slice(at, solidEnd)}`;
    at = solidEnd + 1;
  }
  return lines.length === 0 ? undefined : { startLine, lines, remarks };
}

/** Numbered lines anywhere in a text: the snippet below a confirmation. */
export function readSnippet(text: string): NumberedLine[] {
  const lines: NumberedLine[] = [];
  let at = 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const head = NUMBERED.exec(text.slice(at, Math.min(end, at + 40)));
    if (head !== null) lines.push({ number: Number(head[1]), text: text.slice(at + head[0].length, end) });
    at = end + 1;
  }
  return lines;
}
