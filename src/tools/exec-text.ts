// Owns the texts in which a Codex command reports itself: exit code, wall time, session or cell id, then its output.

import { asNumber, asObject, asString, parseJson } from '../base/json.ts';

export interface ExecText {
  readonly output: string;
  readonly exitCode: number | null;
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

const SECONDS_TO_MS = 1000;

/** What the lines of a head begin with, before their value. */
const LABELS = [
  'Exit code:',
  'Wall time:',
  'Wall time',
  'Process exited with code',
  'Process running with session ID',
  'Total output lines:',
  'Original token count:',
  'Chunk ID:',
] as const;
const UNIT = ' seconds';
const VALUE = /^\S{1,64}$/;

/** The value behind a label, without its unit; undefined when the line is something else. */
function valueAfter(line: string, label: string): string | undefined {
  const start = label.length + 1;
  if (!line.startsWith(label) || line[label.length] !== ' ') return undefined;
  const end = line.endsWith(UNIT) && line.length - UNIT.length > start ? line.length - UNIT.length : line.length;
  const value = line.slice(start, end);
  return VALUE.test(value) ? value : undefined;
}

/** Sets what one line of the head says; false when it is no line of a head. */
function readHeadLine(line: string, into: Mutable): boolean {
  for (const label of LABELS) {
    const value = valueAfter(line, label);
    if (value === undefined) continue;
    setValue(label, value, into);
    return true;
  }
  return readScriptLine(line, into);
}

function setValue(label: (typeof LABELS)[number], value: string, into: Mutable): void {
  const number = Number(value);
  switch (label) {
    case 'Exit code:':
    case 'Process exited with code':
      into.exitCode = Number.isInteger(number) ? number : null;
      return;
    case 'Wall time:':
    case 'Wall time':
      into.wallMs = Number.isFinite(number) ? Math.round(number * SECONDS_TO_MS * 1000) / 1000 : null;
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
    case 'Chunk ID:':
      return;
  }
}

const SCRIPT = /^Script (?:(completed|failed|terminated)|running with cell ID (\S{1,64}))$/;

function readScriptLine(line: string, into: Mutable): boolean {
  const match = line.startsWith('Script ') ? SCRIPT.exec(line) : null;
  if (match === null) return false;
  into.cellId = match[2] ?? null;
  into.script = match[1] === 'completed' || match[1] === 'failed' || match[1] === 'terminated' ? match[1] : 'running';
  return true;
}

const HEAD_LINES_MAX = 8;
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

function readHead(text: string): ExecText | undefined {
  const found = nothing();
  let at = 0;
  let seen = 0;
  while (seen < HEAD_LINES_MAX && at < text.length) {
    const stop = text.indexOf('\n', at);
    const end = stop === -1 ? text.length : stop;
    if (end - at > LINE_MAX) break;
    const line = text.slice(at, end);
    if (line === 'Output:' && seen > 0) return withOutput(found, stop === -1 ? '' : text.slice(stop + 1));
    if (!readHeadLine(line, found)) break;
    seen++;
    at = end + 1;
  }
  if (seen === 0) return undefined;
  found.output = text.slice(Math.min(at, text.length));
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
  const seconds = asNumber(metadata['duration_seconds']);
  const found = nothing();
  found.output = output;
  found.exitCode = asNumber(metadata['exit_code']) ?? null;
  found.wallMs = seconds === undefined ? null : Math.round(seconds * SECONDS_TO_MS * 1000) / 1000;
  return found;
}

/** Undefined when the text is in none of the forms. */
export function readExecText(text: string): ExecText | undefined {
  return readJson(text) ?? readHead(text);
}
