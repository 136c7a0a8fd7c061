// Owns the head of a command's output: exit code, wall time, and what goes on running. Evidence: B6.

import { asObject, asString, parseJson } from '../../base/json.ts';
import { looseNumber } from './envelope.ts';

export interface ExecHead {
  /** Which of the encodings it is. */
  readonly encoding: 'metadata' | 'exit-code' | 'unified' | 'script' | 'wall-time';
  readonly exitCode: number | null;
  /** Null also for a time that rounds to nothing. */
  readonly wallMs: number | null;
  /** `session:<n>` or `cell:<n>`: the work goes on under this handle. */
  readonly handle: string | null;
  readonly script: 'completed' | 'failed' | 'terminated' | null;
  /** What follows the head. */
  readonly body: string;
}

type Ended = ExecHead['script'];

/** Written out, so that all heads are of one shape. */
function head(
  encoding: ExecHead['encoding'],
  exitCode: number | null,
  wallMs: number | null,
  handle: string | null,
  script: Ended,
  body: string,
): ExecHead {
  return { encoding, exitCode, wallMs, handle, script, body };
}

/** A time that its digits round to nothing is none: tenths of a second, or a clock that was started too late (B6). */
const NOTHING_MS = 1;

/** Seconds as written, in milliseconds without the noise of binary fractions. */
function toMs(seconds: number | undefined): number | null {
  const ms = seconds === undefined || !Number.isFinite(seconds) ? 0 : Math.round(seconds * 1e6) / 1e3;
  return ms < NOTHING_MS ? null : ms;
}

/** `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}`: `shell` and `apply_patch` until May 2026. */
function readMetadata(text: string): ExecHead | undefined {
  if (!text.includes('"metadata"')) return undefined;
  const parsed = parseJson(text);
  const value = parsed.ok ? asObject(parsed.value) : undefined;
  const metadata = asObject(value?.['metadata']);
  const exitCode = looseNumber(metadata?.['exit_code']);
  if (metadata === undefined || exitCode === undefined) return undefined;
  const wallMs = toMs(looseNumber(metadata['duration_seconds']));
  return head('metadata', exitCode, wallMs, null, null, asString(value?.['output']) ?? '');
}

/** `shell_command`, `apply_patch`. */
const EXIT_CODE = /^Exit code: (-?\d{1,12})\r?\nWall time: ([\d.]{1,20}) seconds?\r?\n/;
/** `exec_command`, `write_stdin`: chunk, time, then how the process is. */
const UNIFIED =
  /^(?:Chunk ID: [^\n]{0,80}\n)?Wall time: ([\d.]{1,20}) seconds?\n(?:Process exited with code (-?\d{1,12})(?:\n|$))?(?:Process running with session ID (\S{1,40})(?:\n|$))?/;
/** Code mode, `exec` and `wait`: no colon after the time. */
const SCRIPT =
  /^Script (?:(completed|failed|terminated)|running with cell ID (\S{1,40}))(?:\n|$)(?:Wall time:? ([\d.]{1,20}) seconds?(?:\n|$))?/;

const OUTPUT = 'Output:\n';
/** What may stand between the head and the output. */
const COUNTS = /^(?:(?:Total output lines|Original token count): [^\n]{0,40}\n){0,2}Output:(?:\n|$)/;

function bodyAfter(text: string, headLength: number): string {
  if (text.startsWith(OUTPUT, headLength)) return text.slice(headLength + OUTPUT.length);
  const counts = COUNTS.exec(text.slice(headLength, headLength + 400));
  return text.slice(headLength + (counts === null ? 0 : counts[0].length));
}

function readExitCode(text: string): ExecHead | undefined {
  const match = EXIT_CODE.exec(text);
  if (match === null) return undefined;
  const body = bodyAfter(text, match[0].length);
  return head('exit-code', Number(match[1]), toMs(Number(match[2])), null, null, body);
}

function readUnified(text: string): ExecHead | undefined {
  const match = UNIFIED.exec(text);
  if (match === null) return undefined;
  const exitCode = match[2] === undefined ? null : Number(match[2]);
  const handle = match[3] === undefined ? null : `session:${match[3]}`;
  const encoding = exitCode === null && handle === null ? 'wall-time' : 'unified';
  return head(encoding, exitCode, toMs(Number(match[1])), handle, null, bodyAfter(text, match[0].length));
}

function readScript(text: string): ExecHead | undefined {
  const match = SCRIPT.exec(text);
  if (match === null) return undefined;
  const ended = match[1];
  const cell = match[2];
  const seconds = match[3];
  const script = ended === 'completed' || ended === 'failed' || ended === 'terminated' ? ended : null;
  const wallMs = toMs(seconds === undefined ? undefined : Number(seconds));
  const handle = cell === undefined ? null : `cell:${cell}`;
  return head('script', null, wallMs, handle, script, bodyAfter(text, match[0].length));
}

/** Undefined when the text is in none of the encodings, which their first letters tell apart. */
export function readExecHead(text: string): ExecHead | undefined {
  switch (text[0]) {
    case 'E':
      return readExitCode(text);
    case 'S':
      return readScript(text);
    case 'C':
    case 'W':
      return readUnified(text);
    case '{':
      return readMetadata(text);
    default:
      return undefined;
  }
}
