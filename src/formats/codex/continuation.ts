// Commands that outlive their call: sessions of `exec_command`, cells of `exec`, and the calls that continue them. One command is one
// lifecycle: `write_stdin` and `wait` report, the first call ends. Evidence: B6, last paragraph.

import { asName, asObject } from '../../base/json.ts';
import type { ResultContent } from '../../model/content.ts';
import type { BackgroundEnded } from '../../model/observation.ts';
import { looseNumber, type Seen } from './envelope.ts';
import type { Memory, Running } from './memory.ts';
import type { Judged } from './outcome.ts';

/** Tools in which other tools run. */
export const SCRIPT_TOOLS: ReadonlySet<string> = new Set(['exec', 'js_repl']);

function handle(kind: string, value: unknown): string | null {
  const id = asName(value) ?? looseNumber(value)?.toString();
  return id === undefined ? null : `${kind}:${id}`;
}

/** The handle a call continues. The `wait` of older builds waits for agents: it names no cell. */
function handleOf(tool: string, input: unknown): string | null {
  if (tool === 'write_stdin') return handle('session', asObject(input)?.['session_id']);
  return tool === 'wait' ? handle('cell', asObject(input)?.['cell_id']) : null;
}

/** The task a call continues. Work started before the file's first line keeps its bare handle. */
export function taskOf(tool: string, input: unknown, memory: Memory): string | null {
  const named = handleOf(tool, input);
  return named === null ? null : (memory.running.get(named)?.task ?? named);
}

const CTRL_C = '\u0003';

/** Input for a running command: Ctrl-C is meant to end it, anything else to use it. */
export function noteTyped(tool: string, input: unknown, memory: Memory): void {
  const typed = tool === 'write_stdin' ? asName(asObject(input)?.['chars']) : undefined;
  const handle = typed === undefined ? null : handleOf(tool, input);
  const work = handle === null ? undefined : memory.running.get(handle);
  if (work !== undefined) work.isStopped = typed?.endsWith(CTRL_C) === true;
}

/** Numbers of sessions and cells are reused: the opening call makes the task's name unique. */
export function begin(handle: string, call: string, memory: Memory, inner = false): Running {
  const work: Running = { handle, call, task: `${handle}@${call}`, inner, isStopped: false };
  memory.keepNamed(memory.running, handle, work);
  return work;
}

export function workOf(task: string, memory: Memory): Running | undefined {
  for (const work of memory.running.values()) if (work.task === task) return work;
  return undefined;
}

export function runningOf(call: string, memory: Memory): Running | undefined {
  for (const work of memory.running.values()) if (work.call === call && !work.inner) return work;
  return undefined;
}

/** Forgets work that has ended, and the script it was. */
export function end(work: Running, memory: Memory): void {
  memory.running.delete(work.handle);
  if (!work.inner) memory.scripts.delete(work.call);
}

const INNER_SESSION = /"chunk_id":"[^"]{0,40}","wall_time_seconds":[\d.]{1,24},"session_id":(\d{1,12})\b/g;
const INNER_SCAN_MAX = 100_000;

function beginAll(text: string, call: string, memory: Memory): void {
  if (!text.includes('"session_id":')) return;
  for (const [, id] of text.matchAll(INNER_SESSION)) begin(`session:${id}`, call, memory, true);
}

/** Sessions that a script left running: its commands are not on record, but what it prints about them may be. */
export function beginInner(content: ResultContent, call: string, memory: Memory): void {
  if (typeof content === 'string') {
    beginAll(content.slice(0, INNER_SCAN_MAX), call, memory);
    return;
  }
  let left = INNER_SCAN_MAX;
  for (const block of content) {
    if (block.type !== 'text') continue;
    if (left <= 0) return;
    beginAll(block.text.slice(0, left), call, memory);
    left -= block.text.length + 1;
  }
}

/** What a poll that saw the end says about the first call. */
export function endSeen(work: Running, judged: Judged, seen: Seen): BackgroundEnded {
  const { verdict, exitCode } = judged;
  const isKilled = verdict.status === 'interrupted' || work.isStopped;
  const status = verdict.status === 'ok' ? 'completed' : isKilled ? 'killed' : 'failed';
  return {
    kind: 'background-ended',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId: work.call,
    taskId: work.task,
    status,
    exitCode,
    message: verdict.failure?.message ?? null,
    // The time a poll reports is its own; the command's is from its call to here.
    reportedMs: null,
    via: 'poll',
  };
}
