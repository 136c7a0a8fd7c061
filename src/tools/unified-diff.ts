// Parses the unified diff of one file into hunks. The counts in the headers, not the lines, determine where a hunk ends.

import { hunkText } from './hunk-text.ts';
import { diffOfHunks, type FileChange, type FileDiff, type Hunk } from './hunks.ts';

/** Numbers with more digits are not line numbers. */
const HEAD = /^@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@ ?(.*)\r?$/;

interface OpenHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: string[];
  readonly section: string | undefined;
  oldLeft: number;
  newLeft: number;
}

function closed(open: OpenHunk): Hunk {
  const { oldStart, oldLines, newStart, newLines, lines, section } = open;
  return { oldStart, oldLines, newStart, newLines, ...hunkText(lines), ...(section === undefined ? {} : { section }) };
}

/** Adds a line to the hunk. False when the line is no longer part of it. */
function take(open: OpenHunk, line: string): boolean {
  const mark = line[0];
  if (mark === '\\') {
    open.lines.push(line);
    return true;
  }
  if (open.oldLeft <= 0 && open.newLeft <= 0) return false;
  if (mark === '-') open.oldLeft--;
  else if (mark === '+') open.newLeft--;
  else if (mark === ' ' || mark === undefined) {
    open.oldLeft--;
    open.newLeft--;
  } else return false;
  // An empty line is an unchanged empty line that lost its leading space.
  open.lines.push(line === '' ? ' ' : line);
  return true;
}

export function readUnifiedDiff(text: string): Hunk[] {
  const hunks: Hunk[] = [];
  let open: OpenHunk | null = null;
  let start = 0;
  while (start < text.length) {
    const stop = text.indexOf('\n', start);
    const line = text.slice(start, stop === -1 ? text.length : stop);
    start = stop === -1 ? text.length : stop + 1;

    if (open !== null && take(open, line)) continue;
    const head = line.startsWith('@@') ? HEAD.exec(line) : null;
    if (head === null) continue;
    if (open !== null) hunks.push(closed(open));
    const oldLines = head[2] === undefined ? 1 : Number(head[2]);
    const newLines = head[4] === undefined ? 1 : Number(head[4]);
    open = {
      oldStart: Number(head[1]),
      oldLines,
      newStart: Number(head[3]),
      newLines,
      lines: [],
      section: head[5] === '' ? undefined : head[5],
      oldLeft: oldLines,
      newLeft: newLines,
    };
  }
  if (open !== null) hunks.push(closed(open));
  return hunks;
}

/** The diff of one file; a text without hunks has unknown counts, unless the file was only moved. */
export function diffOfUnified(
  path: string,
  text: string,
  rest: { change?: FileChange; movedTo?: string | undefined } = {},
): FileDiff {
  const diff = diffOfHunks(path, readUnifiedDiff(text), rest);
  if (diff.hunks.length > 0 || text.trim() === '') return diff;
  return { ...diff, linesAdded: null, linesRemoved: null };
}
