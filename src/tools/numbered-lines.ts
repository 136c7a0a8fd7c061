// Text numbered as by `cat -n`: arrow and tab forms, with the agent's own remarks before and after.

import { utf8Bytes } from '../base/text.ts';
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

/** The arrow decoded with the wrong character set; published logs contain it. */
const MANGLED = '‚Üí';
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

/** All consecutive remarks from `start` on, ignoring white space. */
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

const HEAD_MAX = 40;
const ARROW = 0x2192;
const TAB = 0x09;
const BLANK = 0x20;
const ZERO = 0x30;

/** Where the line's own text begins, after its number; -1 if it has another number, or none. */
function afterNumber(text: string, start: number, end: number, number: number): number {
  const stop = Math.min(end, start + HEAD_MAX);
  let at = start;
  while (at < stop && (text.charCodeAt(at) === BLANK || text.charCodeAt(at) === TAB)) at++;
  const first = at;
  let found = 0;
  while (at < stop && at - first < 9) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    found = found * 10 + digit;
    at++;
  }
  if (at === first || found !== number || at >= stop) return -1;
  const mark = text.charCodeAt(at);
  if (mark === TAB || mark === ARROW) return at + 1;
  return text.startsWith(MANGLED, at) && at + MANGLED.length <= stop ? at + MANGLED.length : -1;
}

/** Called with the start and end of every line, and of pieces that belong to the line before. */
type Take = (from: number, to: number, isMore: boolean) => void;

interface Walked {
  readonly startLine: number;
  readonly count: number;
  readonly remarks: string[];
}

/** The number of the line that begins there; undefined if it has none. */
function numberAt(text: string, at: number): number | undefined {
  const head = NUMBERED.exec(text.slice(at, Math.min(lineEnd(text, at), at + HEAD_MAX)));
  return head === null ? undefined : Number(head[1]);
}

/** Processes text between numbered lines, from `at` on; returns where it ends. */
function walkBetween(text: string, at: number, take: Take, remarks: string[]): number {
  const solid = skipBlank(text, at);
  if (solid >= text.length) return text.length;
  const after = readRemarks(text, solid);
  for (const remark of after.remarks) remarks.push(remark);
  if (after.remarks.length > 0) return after.end;
  // Neither numbered nor a remark: a line end inside a line of the file.
  const end = lineEnd(text, solid);
  take(at, end, true);
  return end + 1;
}

/** Undefined when the text does not begin with a numbered line. Every step moves on, so the time is linear. */
function walkNumbered(text: string, take: Take): Walked | undefined {
  const { remarks, end: top } = readRemarks(text, 0);
  let at = top;
  while (text[at] === '\n' || text[at] === '\r') at++;
  const startLine = numberAt(text, at);
  if (startLine === undefined) return undefined;
  let count = 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const own = afterNumber(text, at, end, startLine + count);
    if (own === -1) at = walkBetween(text, at, take, remarks);
    else {
      take(own, end, false);
      count++;
      at = end + 1;
    }
  }
  return { startLine, count, remarks };
}

/** The numbered text, or undefined if it does not begin with a numbered line. */
export function readNumbered(text: string): NumberedText | undefined {
  const lines: string[] = [];
  const walked = walkNumbered(text, (from, to, isMore) => {
    if (isMore) lines[lines.length - 1] += `\n${text.slice(from, to)}`;
    else lines.push(text.slice(from, to));
  });
  return walked === undefined ? undefined : { startLine: walked.startLine, lines, remarks: walked.remarks };
}

/** The same without the lines themselves: their number and total length. */
export function countNumbered(text: string): (Walked & { readonly bytes: number }) | undefined {
  // For ASCII, positions are enough; otherwise every line is examined.
  const isPlain = utf8Bytes(text) === text.length;
  let bytes = -1;
  const walked = walkNumbered(text, (from, to) => {
    bytes += 1 + (isPlain ? to - from : utf8Bytes(text.slice(from, to)));
  });
  return walked === undefined ? undefined : { ...walked, bytes: Math.max(0, bytes) };
}

/** Numbered lines anywhere in a text: the snippet below a confirmation. */
export function readSnippet(text: string): NumberedLine[] {
  const lines: NumberedLine[] = [];
  let at = 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const head = NUMBERED.exec(text.slice(at, Math.min(end, at + HEAD_MAX)));
    if (head !== null) lines.push({ number: Number(head[1]), text: text.slice(at + head[0].length, end) });
    at = end + 1;
  }
  return lines;
}
