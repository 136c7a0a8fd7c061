// The envelope of Qwen Code's records, which is Claude Code's around messages in parts; and which are ignored.

import { asArray, asName, asObject, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import type { RecordNode, ThreadId } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

/** What every observation of a line starts with. */
export interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: ThreadId;
}

export interface Entry {
  readonly type: string;
  readonly subtype: string;
  readonly record: JsonObject;
  readonly id: string | null;
  readonly parts: readonly unknown[];
  readonly payload: JsonObject;
  readonly seen: Seen;
  readonly node: RecordNode | null;
}

/** The program's own notes are not part of the conversation, but a rewind is. */
function canBeLeaf(type: string, subtype: string): boolean {
  return type !== 'system' || subtype === 'rewind';
}

export function openEntry(record: JsonObject, ref: LineRef, thread: ThreadId): Entry | undefined {
  const type = asName(record['type']);
  if (type === undefined) return undefined;
  const subtype = asName(record['subtype']) ?? '';
  const id = asName(record['uuid']) ?? null;
  const parent = asName(record['parentUuid']) ?? null;
  const compaction = subtype === 'chat_compression';
  return {
    type,
    subtype,
    record,
    id,
    parts: asArray(asObject(record['message'])?.['parts']) ?? [],
    payload: asObject(record['systemPayload']) ?? {},
    seen: { ref, at: parseInstant(record['timestamp']), thread },
    node: id === null ? null : { id, parent, thread, canBeLeaf: canBeLeaf(type, subtype), compaction, group: null },
  };
}

/** Ignored kinds of `system` records: what they say is said elsewhere, or is not shown. */
export const IGNORED: ReadonlyMap<string, string> = new Map([
  ['agent_bootstrap', 'copy of a history'],
  ['agent_launch_prompt', 'told by its call'],
  ['agent_retry', 'state: agent'],
  ['agent_session_ready', 'state: agent'],
  ['at_command', 'files of a prompt'],
  ['attribution_snapshot', 'state: attribution'],
  ['background_task_completed', 'told by its notice'],
  ['branch_checkpoint', 'state: branches'],
  ['file_history_snapshot', 'state: files'],
  ['goal_runtime', 'state: goal'],
  ['goal_state', 'state: goal'],
  ['goal_turn_end', 'state: goal'],
  ['omni_recall', 'state: memory'],
  ['rewind', 'went back'],
  ['session_artifact_event', 'state: artifacts'],
  ['session_artifact_snapshot', 'state: artifacts'],
  ['session_execution_engine', 'state: session'],
  ['session_model', 'state: model'],
  ['session_notes', 'state: notes'],
  ['session_source', 'state: session'],
  ['session_sources_snapshot', 'state: session'],
  ['user_text_elements', 'twin of its prompt'],
]);

const TYPES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool_result', 'system']);

/** Distinguished from Claude Code's by messages in parts, by results of their own type, and by its system records. */
export function recognise(record: JsonObject): number {
  const { type, uuid, sessionId } = record;
  if (!TYPES.has(type) || typeof uuid !== 'string' || typeof sessionId !== 'string') return 0;
  const hasParts = Array.isArray(asObject(record['message'])?.['parts']);
  return hasParts || 'systemPayload' in record || 'toolCallResult' in record ? 1 : 0;
}
