// Owns the texts in which a Codex command reports itself: exit code, wall time, session or cell id, then its output.

import { asNumber, asObject, asString, parseJson } from '../base/json.ts';

export interface ExecText {
  readonly output: string;
  readonly exitCode: number | null;
  /** Null also for a time that its digits round to nothing. */
  readonly wallMs: number | null;
  /** The session under which the process goes on. */
  readonly sessionId: string | null;
  readonly script: 'completed' | 'failed' | 'terminated' | 'running' | null;
  /** The cell under which a script goes on. */
  readonly cellId: string | null;
  /** Lines, or tokens, of the whole output, where the text says that it was longer. */
  readonly totalLines: number | null;
  readonly totalTokens: number | null;
}

type Mutable = { -readonly [Key in keyof ExecText]: ExecText[Key] };

function nothing(): Mutable {
  return {
    output: '',
    exitCode: null,
    wallMs: null,
    sessionId: null,
    script: null,
    cellId: null,
    totalLines: null,
    totalTokens: null,
  };
}

/**
 * Most forms state tenths of a second, and the clock of a session is started when its process has been: what rounds to
 * nothing was too short to be told, and the time between the records says more.
 */
const NOTHING_MS = 1;

function toMs(seconds: number | undefined): number | null {
  const ms = seconds === undefined || !Number.isFinite(seconds) ? 0 : Math.round(seconds * 1e6) / 1e3;
  return ms < NOTHING_MS ? null : ms;
}

/** One line of a head: a label and its value, or what became of a script. */
const HEAD_LINE =
  /(?:(Exit code:|Wall time:?|Process exited with code|Process running with session ID|Total output lines:|Original token count:|Chunk ID:) (\S{1,64})(?: seconds)?|Script (?:(completed|failed|terminated)|running with cell ID (\S{1,64})))(?:\n|$)/y;

/** Takes in what the line at this place says. Returns where the next one begins; -1 when it is no line of a head. */
function readHeadLine(text: string, at: number, into: Mutable): number {
  HEAD_LINE.lastIndex = at;
  const match = HEAD_LINE.exec(text);
  if (match === null) return -1;
  const label = match[1];
  if (label !== undefined) setValue(label, match[2] ?? '', into);
  else {
    const ended = match[3];
    into.cellId = match[4] ?? null;
    into.script = ended === 'completed' || ended === 'failed' || ended === 'terminated' ? ended : 'running';
  }
  return HEAD_LINE.lastIndex;
}

function setValue(label: string, value: string, into: Mutable): void {
  const number = Number(value);
  switch (label) {
    case 'Exit code:':
    case 'Process exited with code':
      into.exitCode = Number.isInteger(number) ? number : null;
      return;
    case 'Wall time:':
    case 'Wall time':
      into.wallMs = toMs(number);
      return;
    case 'Process running with session ID':
      into.sessionId = value;
      return;
    case 'Total output lines:':
      into.totalLines = Number.isFinite(number) ? number : null;
      return;
    case 'Original token count:':
      into.totalTokens = Number.isFinite(number) ? number : null;
      return;
  }
}

const HEAD_LINES_MAX = 8;
/** More than any label and its value take. */
const LINE_MAX = 200;
/** No head is longer than this. */
export const HEAD_MAX = HEAD_LINES_MAX * (LINE_MAX + 1);

/** Newer versions put the number of lines at the head of the output itself, when they cut it. */
function withOutput(found: Mutable, output: string): ExecText {
  const lines = output.startsWith('Total') ? /^Total output lines: (\d{1,9})\n\n?/.exec(output.slice(0, 60)) : null;
  if (lines !== null) found.totalLines = Number(lines[1]);
  found.output = lines === null ? output : output.slice(lines[0].length);
  return found;
}

const OUTPUT = 'Output:';

function isOutputLine(text: string, at: number): boolean {
  const end = at + OUTPUT.length;
  return text.startsWith(OUTPUT, at) && (end === text.length || text[end] === '\n');
}

function readHead(text: string): ExecText | undefined {
  const found = nothing();
  let at = 0;
  for (let seen = 0; seen < HEAD_LINES_MAX; seen++) {
    if (seen > 0 && isOutputLine(text, at)) return withOutput(found, text.slice(at + OUTPUT.length + 1));
    const next = readHeadLine(text, at, found);
    if (next === -1) break;
    at = next;
  }
  if (at === 0) return undefined;
  found.output = text.slice(at);
  return found;
}

/** `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}`, the oldest form. */
function readJson(text: string): ExecText | undefined {
  if (!text.startsWith('{')) return undefined;
  const tail = text.slice(-400);
  if (!tail.includes('"metadata"') && !text.slice(0, 400).includes('"metadata"')) return undefined;
  const parsed = parseJson(text);
  const value = parsed.ok ? asObject(parsed.value) : undefined;
  const metadata = asObject(value?.['metadata']);
  const output = asString(value?.['output']);
  if (metadata === undefined || output === undefined) return undefined;
  const found = nothing();
  found.output = output;
  found.exitCode = asNumber(metadata['exit_code']) ?? null;
  found.wallMs = toMs(asNumber(metadata['duration_seconds']));
  return found;
}

/** Undefined when the text is in none of the forms. */
export function readExecText(text: string): ExecText | undefined {
  return readJson(text) ?? readHead(text);
}
