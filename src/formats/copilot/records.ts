// The envelope of Copilot's events, and which of them are ignored, with the reason.

import { asName, asObject, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { MAIN_THREAD, type ThreadId } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

/** One event: what every one of them says, and its data. */
export interface Event {
  readonly type: string;
  readonly id: string | null;
  readonly data: JsonObject;
  readonly seen: { readonly ref: LineRef; readonly at: number | null; readonly thread: ThreadId };
}

/** Events of a subagent carry the id of the call that started it; those of 1.0.5 only where a call is named. */
function threadOf(record: JsonObject, data: JsonObject): ThreadId {
  return asName(record['agentId']) ?? asName(data['parentToolCallId']) ?? MAIN_THREAD;
}

export function openEvent(record: JsonObject, ref: LineRef): Event | undefined {
  const type = asName(record['type']);
  const data = asObject(record['data']);
  if (type === undefined || data === undefined) return undefined;
  const seen = { ref, at: parseInstant(record['timestamp']), thread: threadOf(record, data) };
  return { type, id: asName(record['id']) ?? null, data, seen };
}

/** Ignored: what they say is said elsewhere, or is not shown. */
export const IGNORED: ReadonlyMap<string, string> = new Map([
  ['assistant.turn_start', 'start of a turn'],
  ['assistant.turn_end', 'end of a turn'],
  ['assistant.reasoning', 'twin of its message'],
  ['hook.progress', 'told at the end of the hook'],
  ['session.auto_mode_resolved', 'state: model'],
  ['session.binary_asset', 'bytes of an attachment'],
  ['session.compaction_start', 'told when it is complete'],
  ['session.permissions_changed', 'state: permissions'],
  ['session.plan_changed', 'state: plan'],
  ['session.schedule_created', 'state: schedule'],
  ['session.schedule_cancelled', 'state: schedule'],
  ['session.task_complete', 'told by its call'],
  ['session.truncation', 'state: context'],
  ['session.usage_checkpoint', 'running totals without tokens'],
  ['session.workspace_file_changed', 'told by its call'],
  ['skill.invoked', 'told by its call'],
  ['subagent.configured', 'state: agent'],
  ['subagent.selected', 'state: agent'],
  ['subagent.deselected', 'state: agent'],
  ['system.message', 'system prompt'],
]);

const OWN_TYPE =
  /^(?:session|user|assistant|model|tool|permission|hook|subagent|skill|system|external_tool|user_input|pending_messages|elicitation|sampling|command)\.[a-z_]+$/;
/** VS Code's extension writes these too. */
const SHARED = /^(?:user\.message|assistant\.(?:turn_start|turn_end|message)|tool\.execution_(?:start|complete))$/;

/** Whether a record has the envelope, and its type is one of Copilot's. */
export function isEvent(record: JsonObject): boolean {
  const type = record['type'];
  if (typeof type !== 'string' || asObject(record['data']) === undefined) return false;
  if (typeof record['id'] !== 'string' || !('parentId' in record) || typeof record['timestamp'] !== 'string')
    return false;
  return type === 'abort' || OWN_TYPE.test(type);
}

function isVscodeStart(record: JsonObject): boolean {
  return asObject(record['data'])?.['vscodeVersion'] !== undefined;
}

export function recognise(record: JsonObject): number {
  if (!isEvent(record)) return 0;
  const type = String(record['type']);
  if (type === 'session.start') return isVscodeStart(record) ? 0 : 1;
  return SHARED.test(type) ? 0.9 : 1;
}

/** Without its first line a transcript looks like the beginning of a log of the command line. */
export function recogniseVscode(record: JsonObject): number {
  if (!isEvent(record)) return 0;
  if (record['type'] === 'session.start') return isVscodeStart(record) ? 1 : 0;
  return SHARED.test(String(record['type'])) ? 0.5 : 0;
}
