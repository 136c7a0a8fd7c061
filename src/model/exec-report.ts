// The header with which a Codex command or script reports itself, before its output: exit code, wall time, what keeps running. One
// parser for the format, which judges by it, and for the tools, which show it: that is why it is below both. Labels may come in any
// order and newer versions add some, so a header is recognised by its content, not by one pattern per version.

import { asNumber, asObject, asString, parseJson } from '../base/json.ts';

export interface ExecReport {
  /** What made it a report. */
  readonly encoding: 'metadata' | 'exit-code' | 'unified' | 'script' | 'wall-time';
  readonly exitCode: number | null;
  /** Null also for a time that is rounded to zero. */
  readonly wallMs: number | null;
  /** The session in which the process continues. */
  readonly sessionId: string | null;
  readonly script: 'completed' | 'failed' | 'terminated' | 'running' | null;
  /** The cell in which a script continues. */
  readonly cellId: string | null;
  /** Lines, or tokens, of the whole output, if the text says that it was longer. */
  readonly totalLines: number | null;
  readonly totalTokens: number | null;
  /** What follows the head. */
  readonly output: string;
}

type Mutable = { -readonly [Key in keyof ExecReport]: ExecReport[Key] };

/** Written out, so that all reports have one shape. */
function nothing(): Mutable {
  return {
    encoding: 'wall-time',
    exitCode: null,
    wallMs: null,
    sessionId: null,
    script: null,
    cellId: null,
    totalLines: null,
    totalTokens: null,
    output: '',
  };
}

/**
 * Most forms state tenths of a second, and the clock of a session starts when its process has: a time rounded to zero was too short to
 * measure, and the time between the records says more.
 */
const NOTHING_MS = 1;

/** Seconds as written, in milliseconds without the noise of binary fractions. */
function toMs(seconds: number | undefined): number | null {
  const ms = seconds === undefined || !Number.isFinite(seconds) ? 0 : Math.round(seconds * 1e6) / 1e3;
  return ms < NOTHING_MS ? null : ms;
}

/** One known line of a header: a label and its value, or the outcome of a script. */
const KNOWN_LINE =
  /(?:(Exit code:|Wall time:?|Process exited with code|Process running with session ID|Total output lines:|Original token count:|Chunk ID:) (\S{1,64})(?: seconds?)?|Script (?:(completed|failed|terminated)|running with cell ID (\S{1,64})))\r?(?:\n|$)/y;

/** A label that newer versions may add; only before `Output:`, and never first. */
const OTHER_LINE = /[A-Z][A-Za-z -]{1,40}: [^\n]{0,400}\n/y;

/** 0.118 repeats the command before its header, as it was sent: it may have any number of lines. */
const COMMAND = 'Command: ';
/** Where the header continues after a command: two lines that a command is unlikely to contain in sequence. */
const AFTER_COMMAND =
  /\n(?=(?:Chunk ID: \S{1,64}\r?\n)?(?:Exit code: -?\d{1,12}\r?\nWall time|Wall time: [\d.]{1,20} seconds?\r?\n(?:Process |Output:|Original token count: |Total output lines: )))/g;
const COMMAND_MAX = 64 * 1024;

const LINES_MAX = 12;
/** The maximum length of a header without a repeated command. */
export const HEAD_MAX = LINES_MAX * 512;

function setValue(label: string, value: string, into: Mutable): void {
  const number = Number(value);
  switch (label) {
    case 'Exit code:':
      into.exitCode = Number.isInteger(number) ? number : null;
      into.encoding = 'exit-code';
      return;
    case 'Process exited with code':
      into.exitCode = Number.isInteger(number) ? number : null;
      into.encoding = 'unified';
      return;
    case 'Process running with session ID':
      into.sessionId = value;
      into.encoding = 'unified';
      return;
    case 'Wall time:':
    case 'Wall time':
      into.wallMs = toMs(number);
      return;
    case 'Total output lines:':
      into.totalLines = Number.isFinite(number) ? number : null;
      return;
    case 'Original token count:':
      into.totalTokens = Number.isFinite(number) ? number : null;
      return;
  }
}

/** Reads the line at this place. Returns where the next one begins; -1 when it is not a known line. */
function readKnownLine(text: string, at: number, into: Mutable): number {
  KNOWN_LINE.lastIndex = at;
  const match = KNOWN_LINE.exec(text);
  if (match === null) return -1;
  const label = match[1];
  if (label !== undefined) setValue(label, match[2] ?? '', into);
  else {
    const ended = match[3];
    into.cellId = match[4] ?? null;
    into.script = ended === 'completed' || ended === 'failed' || ended === 'terminated' ? ended : 'running';
    into.encoding = 'script';
  }
  return KNOWN_LINE.lastIndex;
}

/** Where the header continues after the command that begins here; -1 when it does not. */
function afterCommand(text: string, at: number): number {
  if (!text.startsWith(COMMAND, at)) return -1;
  AFTER_COMMAND.lastIndex = 0;
  const match = AFTER_COMMAND.exec(text.slice(at, at + COMMAND_MAX));
  return match === null ? -1 : at + match.index + 1;
}

/** The command that a report repeats before its header. Null if it does not. */
export function reportedCommand(text: string): string | null {
  const end = afterCommand(text, 0);
  return end === -1 ? null : text.slice(COMMAND.length, end - 1);
}

function afterOther(text: string, at: number): number {
  OTHER_LINE.lastIndex = at;
  return OTHER_LINE.test(text) ? OTHER_LINE.lastIndex : -1;
}

const OUTPUT = 'Output:';

/** Where the output begins, if this is the line that announces it; -1 otherwise. */
function outputAt(text: string, at: number): number {
  if (!text.startsWith(OUTPUT, at)) return -1;
  const end = at + OUTPUT.length;
  if (end === text.length) return end;
  if (text[end] === '\n') return end + 1;
  return text.startsWith('\r\n', end) ? end + 2 : -1;
}

/** Newer versions put the number of lines at the head of the output itself, when they cut it. */
function withOutput(found: Mutable, output: string): ExecReport {
  const lines = output.startsWith('Total') ? /^Total output lines: (\d{1,9})\n\n?/.exec(output.slice(0, 60)) : null;
  if (lines !== null) found.totalLines = Number(lines[1]);
  found.output = lines === null ? output : output.slice(lines[0].length);
  return found;
}

/** A header without the line that announces the output needs more than one line that any text could begin with. */
function isTelling(text: string, found: ExecReport, known: number, at: number): boolean {
  return known > 1 || found.script !== null || at === text.length || text.startsWith('Wall time');
}

function readHead(text: string): ExecReport | undefined {
  const found = nothing();
  let known = 0;
  /** Where the last known line ended: unknown lines count only if `Output:` follows them. */
  let knownEnd = 0;
  let at = 0;
  for (let line = 0; line < LINES_MAX; line++) {
    if (known > 0) {
      const output = outputAt(text, at);
      if (output !== -1) return withOutput(found, text.slice(output));
    }
    let next = readKnownLine(text, at, found);
    if (next !== -1) {
      known++;
      knownEnd = next;
    } else {
      next = afterCommand(text, at);
      if (next === -1 && known > 0) next = afterOther(text, at);
      if (next === -1) break;
    }
    at = next;
  }
  if (known === 0 || !isTelling(text, found, known, knownEnd)) return undefined;
  found.output = text.slice(knownEnd);
  return found;
}

/** A number, also if written as text. */
function looseNumber(value: unknown): number | undefined {
  const text = asString(value);
  if (text === undefined || text.trim() === '') return asNumber(value);
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}`: `shell` and `apply_patch` until May 2026. */
function readMetadata(text: string): ExecReport | undefined {
  if (!text.slice(-400).includes('"metadata"') && !text.slice(0, 400).includes('"metadata"')) return undefined;
  const parsed = parseJson(text);
  const value = parsed.ok ? asObject(parsed.value) : undefined;
  const metadata = asObject(value?.['metadata']);
  const exitCode = looseNumber(metadata?.['exit_code']);
  if (metadata === undefined || exitCode === undefined) return undefined;
  const found = nothing();
  found.encoding = 'metadata';
  found.exitCode = exitCode;
  found.wallMs = toMs(looseNumber(metadata['duration_seconds']));
  found.output = asString(value?.['output']) ?? '';
  return found;
}

/** Undefined when the text is not a report, which the first letter decides nearly always. */
export function readExecReport(text: string): ExecReport | undefined {
  switch (text[0]) {
    case 'C':
    case 'E':
    case 'O':
    case 'P':
    case 'S':
    case 'T':
    case 'W':
      return readHead(text);
    case '{':
      return readMetadata(text);
    default:
      return undefined;
  }
}
