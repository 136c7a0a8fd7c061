// Records that only the stream of a headless run has (`claude -p --output-format stream-json`): its beginning, its end with cost
// and refusals, and the steps between.

import { asArray, asCount, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { receivedBy, receivedFrom } from '../../model/arrival.ts';
import { MAIN_THREAD, type Observation, type SessionFields } from '../../model/observation.ts';
import type { TokenUsage } from '../../model/usage.ts';
import { spoken } from './assistant.ts';
import { instantOf, type Seen } from './envelope.ts';
import { observeHookResponse } from './hooks.ts';
import { endStatus } from './notification.ts';
import { type StreamMemory, without } from './stream-memory.ts';

const MESSAGE_MAX = 240;

/** Types and subtypes of `system` that are skipped, with the reason. */
const IGNORED: ReadonlyMap<string, string> = new Map([
  ['stream_event', 'stream: step of a message'],
  ['tool_use_summary', 'stream: repeats calls'],
  ['rate_limit_event', 'state: limits'],
  ['auth_status', 'state: sign-in'],
  ['prompt_suggestion', 'state: display'],
  ['keep_alive', 'stream: control'],
  ['control_request', 'stream: control'],
  ['control_response', 'stream: control'],
  ['control_cancel_request', 'stream: control'],
  ['system/status', 'state: what it is doing'],
  ['system/session_state_changed', 'state: what it is doing'],
  ['system/hook_started', 'start of a hook: told at its end'],
  ['system/hook_progress', 'start of a hook: told at its end'],
  ['system/task_started', 'state: background work'],
  ['system/task_updated', 'state: background work'],
  ['system/files_persisted', 'state: file backups'],
  ['system/plugin_install', 'state: client set-up'],
]);

export function isStreamBeginning(type: string | undefined, record: JsonObject): boolean {
  return (type === 'result' && 'subtype' in record) || (type === 'system' && record['subtype'] === 'init');
}

/**
 * When a line of a stream was written, between when it was read and when reading began. A call's time is at most that between the
 * earliest time of its request and the latest of its result.
 */
export function streamInstant(record: JsonObject): number | null {
  return (record['type'] === 'assistant' ? receivedFrom(record) : receivedBy(record)) ?? instantOf(record);
}

function described(seen: Seen, fields: SessionFields): Observation {
  return { kind: 'session-described', ...seen, fields };
}

function observeInit(record: JsonObject, seen: Seen, memory: StreamMemory): Observation[] | string {
  memory.model = asName(record['model']) ?? memory.model;
  const version = asName(record['claude_code_version']);
  return version === undefined ? 'state: beginning of a run' : [described(seen, { version })];
}

/** Work that continued after its call was answered, or the call itself. */
function observeTaskEnd(record: JsonObject, seen: Seen): Observation[] | string {
  const status = endStatus(record['status']);
  const taskId = asName(record['task_id']) ?? null;
  const callId = asName(record['tool_use_id']) ?? null;
  if (status === 'unknown' || (taskId === null && callId === null)) return 'state: background work';
  const usage = asObject(record['usage']);
  const tokens = asCount(usage?.['total_tokens']);
  const toolCalls = asCount(usage?.['tool_uses']);
  const message = asName(record['summary']);
  return [
    {
      kind: 'background-ended',
      ...seen,
      callId,
      taskId,
      status,
      exitCode: null,
      message: message === undefined ? null : clip(message, MESSAGE_MAX),
      reportedMs: asNumber(usage?.['duration_ms']) ?? null,
      used: { ...(tokens === undefined ? {} : { tokens }), ...(toolCalls === undefined ? {} : { toolCalls }) },
      via: 'notification',
    },
  ];
}

function observeProgress(record: JsonObject, seen: Seen, what: string): Observation[] | string {
  const callId = asName(record['tool_use_id']);
  if (callId === undefined) return 'state: background work';
  const seconds = asNumber(record['elapsed_time_seconds']);
  const elapsedMs = seconds === undefined ? null : seconds * 1000;
  return [{ kind: 'progress-made', ...seen, callId, what, elapsedMs, agentId: null }];
}

function observeDenial(record: JsonObject, seen: Seen): Observation[] | string {
  const callId = asName(record['tool_use_id']);
  if (callId === undefined) return 'state: a refusal of no call';
  const message = asName(record['message']) ?? asName(record['decision_reason']);
  return [
    {
      kind: 'permission-decided',
      ...seen,
      callId,
      decision: 'denied',
      by: 'unknown',
      message: message === undefined ? null : clip(message, MESSAGE_MAX),
    },
  ];
}

/**
 * Refusals listed at the end of a run. A call that the stream had needs no more than that; if only the end of a run was kept, they are
 * the only calls there are.
 */
function observeDenials(record: JsonObject, seen: Seen, memory: StreamMemory): Observation[] {
  return (asArray(record['permission_denials']) ?? []).flatMap((item, i): Observation[] => {
    const denial = asObject(item);
    const callId = asName(denial?.['tool_use_id']);
    if (denial === undefined || callId === undefined || memory.isDecided(callId)) return [];
    const decided: Observation = {
      kind: 'permission-decided',
      ...seen,
      callId,
      decision: 'denied',
      by: 'unknown',
      message: null,
    };
    if (memory.isAsked(callId)) return [decided];
    const place = { ...seen, thread: MAIN_THREAD, at: null };
    const base = `/permission_denials/${i}`;
    const failure = {
      code: 'permission-not-granted',
      blame: 'policy',
      message: 'Permission was not granted.',
    } as const;
    return [
      {
        kind: 'call-requested',
        ...place,
        callId,
        tool: asString(denial['tool_name']) ?? '',
        input: denial['tool_input'],
        record: null,
        group: null,
        model: null,
        pointer: `${base}/tool_input`,
        implied: true,
      },
      {
        kind: 'call-resulted',
        ...place,
        callId,
        verdict: { status: 'denied', rule: 'permission-denials', failure, placeholder: true },
        content: '',
        structured: undefined,
        record: null,
        requestRecord: null,
        background: null,
        agentId: null,
        runId: null,
        pointers: { content: `${base}/-`, structured: null },
        isWrittenWithRequest: true,
      },
      decided,
    ];
  });
}

function tokens(used: JsonObject, names: readonly [string, string, string, string]): TokenUsage {
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = names.map((name) => asCount(used[name]) ?? 0);
  return { input, output, cacheRead, cacheWrite, reasoning: 0 };
}

const BY_MODEL = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'] as const;
const IN_ALL = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const;

/** Sums over the run: what messages reported is subtracted. Those have only the initial tokens of a message. */
function observeUsage(record: JsonObject, seen: Seen, memory: StreamMemory): Observation[] {
  const models = Object.entries(asObject(record['modelUsage']) ?? {});
  const sums =
    models.length > 0
      ? models.map(([model, used]) => ({ model, used: tokens(asObject(used) ?? {}, BY_MODEL) }))
      : [{ model: memory.model ?? '', used: tokens(asObject(record['usage']) ?? {}, IN_ALL) }];
  return sums.flatMap(({ model, used }): Observation[] => {
    const usage = without(used, memory.toldOf(model));
    if (usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0) return [];
    const place = { ...seen, thread: MAIN_THREAD };
    return [{ kind: 'usage-counted', ...place, key: `run:${model}`, model: model === '' ? null : model, usage }];
  });
}

function complaintOf(record: JsonObject): { readonly text: string; readonly pointer: string } | undefined {
  if (record['is_error'] !== true && record['subtype'] === 'success') return undefined;
  const errors = (asArray(record['errors']) ?? []).filter((error) => typeof error === 'string');
  if (errors.length > 0) return { text: errors.join('\n'), pointer: '/errors' };
  const text = asName(record['result']);
  return text === undefined
    ? { text: asName(record['subtype']) ?? 'error', pointer: '/subtype' }
    : { text, pointer: '/result' };
}

function observeResult(record: JsonObject, seen: Seen, memory: StreamMemory): Observation[] | string {
  const observations: Observation[] = [];
  const complaint = complaintOf(record);
  if (complaint !== undefined) observations.push(spoken(seen, 'api-error', complaint.text, complaint.pointer, null));
  const total = asNumber(record['total_cost_usd']) ?? asNumber(record['cost_usd']);
  if (total !== undefined && total >= 0) observations.push(described(seen, { costUsd: memory.costWith(total) }));
  const durationMs = asCount(record['duration_ms']);
  if (durationMs !== undefined) observations.push({ kind: 'turn-measured', ...seen, durationMs });
  observations.push(...observeUsage(record, seen, memory), ...observeDenials(record, seen, memory));
  return observations.length === 0 ? 'end of the run' : observations;
}

/** Observations, or the reason why there are none; undefined for what a log on disk may have too. */
export function observeStream(
  type: string,
  record: JsonObject,
  seen: Seen,
  memory: StreamMemory | undefined,
): Observation[] | string | undefined {
  const name = type === 'system' ? `system/${asString(record['subtype']) ?? ''}` : type;
  switch (name) {
    case 'system/init':
      return memory === undefined ? undefined : observeInit(record, seen, memory);
    case 'result':
      // Journals of workflows have such records too.
      return memory === undefined || !('subtype' in record) ? undefined : observeResult(record, seen, memory);
    case 'system/task_notification':
      return observeTaskEnd(record, seen);
    case 'system/task_progress':
      return observeProgress(record, seen, 'task_progress');
    case 'tool_progress':
      return observeProgress(record, seen, asName(record['tool_name']) ?? 'tool_progress');
    case 'system/permission_denied':
      return observeDenial(record, seen);
    case 'system/hook_response':
      return observeHookResponse(record, seen);
    case 'system/api_retry':
      return [spoken(seen, 'api-error', asName(record['error']) ?? 'API error', '/error', null)];
    default:
      return IGNORED.get(name);
  }
}
