// Turns one span of VS Code's traces into observations. A transcript of the same chat may contain the same calls: its requests come
// first, and the results, which it does not have, come from here.

import { fingerprint } from '../../base/hash.ts';
import {
  asArray,
  asName,
  asNumber,
  asObject,
  asString,
  isObject,
  type JsonObject,
  parseJson,
} from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import {
  type CallHeard,
  type CallRequested,
  type CallResulted,
  type HookOutcome,
  MAIN_THREAD,
  type Observation,
} from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import { inputOf } from './bodies.ts';

const MESSAGE_MAX = 240;
const TITLE_MAX = 200;

/** Some models restart their numbering with every request: such an id alone does not identify a call. */
const SHORTEST_ID = 16;

/** Inside VS Code, call ids have a number appended. */
export function bareId(id: string): string {
  return id.replace(/__vscode-\d{1,20}$/, '');
}

/** Identifies a call in a transcript and in the traces as the same; null if its id is not enough. */
export function recordOf(callId: string): string | null {
  return callId.length >= SHORTEST_ID ? callId : null;
}

export function isSpan(record: JsonObject): boolean {
  return typeof record['chat'] === 'string' && asName(asObject(record['span'])?.['span_id']) !== undefined;
}

export function startOfSpan(record: JsonObject): number | null {
  return millis(asObject(record['span'])?.['start_time_ms']);
}

/** The text in a part of a prompt: a tree of pieces. */
function* wordsIn(node: unknown, depth: number): Generator<string> {
  if (!isObject(node) || depth > 100) return;
  if (typeof node['text'] === 'string') yield node['text'];
  for (const child of asArray(node['children']) ?? []) yield* wordsIn(child, depth + 1);
}

/** For tools that build their answer as a prompt, the text in it; else the value itself. */
export function resultText(value: unknown): string {
  const text = asString(value) ?? '';
  if (!text.startsWith('{"node":')) return text;
  const parsed = parseJson(text);
  const words = parsed.ok ? [...wordsIn(asObject(parsed.value)?.['node'], 0)].join('') : '';
  return words === '' ? text : words;
}

interface Span {
  readonly row: JsonObject;
  readonly seen: { readonly ref: LineRef; readonly at: number | null; readonly thread: string };
  readonly startMs: number | null;
  readonly endMs: number | null;
}

function millis(value: unknown): number | null {
  const ms = asNumber(value);
  return ms === undefined ? null : Math.round(ms);
}

const ERROR = 2;

/** A span says whether the tool threw an error. A call that was stopped has not failed. */
function verdictOf(row: JsonObject): Verdict {
  if (row['status_code'] !== ERROR) {
    return typeof row['result'] === 'string'
      ? { status: 'ok', rule: 'span-status', failure: null }
      : { status: 'unknown', rule: 'result-not-logged', failure: null };
  }
  const message = clip(firstLine(asString(row['status_message']) ?? ''), MESSAGE_MAX);
  if (row['error_type'] === 'CancellationError' || message === 'Canceled') {
    return { status: 'interrupted', rule: 'span-status', failure: { code: 'interrupted', blame: 'user', message } };
  }
  return { status: 'error', rule: 'span-status', failure: { code: 'error', blame: 'unknown', message } };
}

function observeTool({ row, seen, startMs, endMs }: Span): Reading {
  const id = asName(row['tool_call_id']);
  if (id === undefined) return ignored('a tool that the program ran by itself');
  const callId = bareId(id);
  const record = recordOf(callId);
  if (record === null) return ignored('a call whose id is used again');
  const tool = asName(row['tool_name']) ?? 'unknown';
  const input = inputOf(row['arguments']);
  const verdict = verdictOf(row);
  const requested: CallRequested = {
    kind: 'call-requested',
    ...seen,
    at: startMs,
    callId,
    tool,
    input,
    record,
    group: null,
    model: null,
    pointer: '/span/arguments',
    implied: true,
  };
  const hasResult = typeof row['result'] === 'string';
  const resulted: CallResulted = {
    kind: 'call-resulted',
    ...seen,
    at: endMs,
    callId,
    verdict,
    content: hasResult ? resultText(row['result']) : (asString(row['status_message']) ?? ''),
    structured: undefined,
    record,
    requestRecord: record,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: hasResult ? '/span/result' : '/span/status_message', structured: null },
  };
  const word = (stage: CallHeard['stage'], at: number): CallHeard => ({
    kind: 'call-heard',
    ...seen,
    at,
    id: `${asString(row['span_id']) ?? ''}:${stage}`,
    callId,
    stage,
    doneAt: at,
    tool,
    fingerprint: fingerprint(input),
    pointers: { input: null, result: null },
    // The span includes the time in which a person was asked for permission.
    runMs: null,
    verdict: null,
    background: null,
    isLogged: true,
  });
  const times: CallHeard[] = [];
  if (startMs !== null && endMs !== null && endMs >= startMs) {
    times.push(word('before', startMs), word(verdict.status === 'error' ? 'failed' : 'after', endMs));
  }
  return observed([requested, resulted, ...times]);
}

const OUTCOMES: ReadonlyMap<string, HookOutcome> = new Map([
  ['success', 'ok'],
  ['error', 'blocked'],
  ['non_blocking_error', 'failed-open'],
]);

function observeHook({ row, seen, startMs, endMs }: Span): Reading {
  const told = asObject(parsedOf(row['told']));
  const call = asName(told?.['call']);
  const event = asName(row['hook']) ?? 'hook';
  const message = asName(row['status_message']);
  const exitCode = Number(asName(row['hook_exit_code']));
  const outcome = OUTCOMES.get(asName(row['hook_result']) ?? '') ?? 'ok';
  const cwd = asName(told?.['cwd']);
  const where: Observation[] =
    cwd === undefined ? [] : [{ kind: 'session-described', ...seen, fields: { cwd }, isHint: true }];
  return observed([
    {
      kind: 'hook-ran',
      ...seen,
      at: endMs,
      callId: call === undefined ? null : bareId(call),
      event,
      name: event,
      command: asName(row['hook_command']) ?? null,
      outcome,
      exitCode: row['hook_exit_code'] === undefined || Number.isNaN(exitCode) ? null : exitCode,
      durationMs: startMs === null || endMs === null ? null : Math.max(0, endMs - startMs),
      decision: outcome === 'blocked' ? 'deny' : null,
      message: message === undefined ? null : clip(firstLine(message), MESSAGE_MAX),
    },
    ...where,
  ]);
}

function parsedOf(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}

/** The input includes what came from the cache. */
function observeChat({ row, seen }: Span): Reading {
  const sent = asNumber(row['input_tokens']);
  const output = asNumber(row['output_tokens']);
  const key = asName(row['span_id']);
  if ((sent === undefined && output === undefined) || key === undefined) return ignored('a request without tokens');
  const cacheRead = asNumber(row['cached_tokens']) ?? 0;
  return observed([
    {
      kind: 'usage-counted',
      ...seen,
      key: `span:${key}`,
      model: asName(row['response_model']) ?? asName(row['request_model']) ?? null,
      usage: {
        input: Math.max(0, (sent ?? 0) - cacheRead),
        output: output ?? 0,
        cacheRead,
        cacheWrite: 0,
        reasoning: asNumber(row['reasoning_tokens']) ?? 0,
      },
    },
  ]);
}

/** A turn: its tokens are the sum of its requests'. */
function observeTurn({ row, seen }: Span): Reading {
  const asked = asName(row['asked']);
  const gitBranch = asName(row['branch']);
  if (asked === undefined && gitBranch === undefined) return ignored('a turn: told by its spans');
  const fields = {
    ...(asked === undefined ? {} : { title: clip(firstLine(asked), TITLE_MAX), titleBy: 'prompt' as const }),
    ...(gitBranch === undefined ? {} : { gitBranch }),
  };
  return observed([{ kind: 'session-described', ...seen, fields, isHint: true }]);
}

export function readSpan(record: JsonObject, ref: LineRef): Reading {
  const row = asObject(record['span']) ?? {};
  const startMs = millis(row['start_time_ms']);
  const span: Span = {
    row,
    seen: { ref, at: startMs, thread: MAIN_THREAD },
    startMs,
    endMs: millis(row['end_time_ms']),
  };
  const operation = asName(row['operation_name']) ?? '';
  if (operation === 'execute_tool') return observeTool(span);
  if (operation === 'execute_hook') return observeHook(span);
  if (operation === 'chat') return observeChat(span);
  if (operation === 'invoke_agent') return observeTurn(span);
  if (operation === 'content_event' || operation === 'embeddings') return ignored('told by its turn');
  return observed([{ kind: 'unrecognised', ...span.seen, what: clip(`span ${operation}`, 80) }]);
}
