// Recognises Droid's records: the lines of a session's log, and those that `droid exec --output-format stream-json` prints.

import { asArray, asObject, type JsonObject } from '../../base/json.ts';
import { parseInstant, possibleInstant } from '../../base/time.ts';

/** ISO text in logs and early streams, milliseconds in later ones. */
export function instantOf(value: unknown): number | null {
  return typeof value === 'number' ? possibleInstant(value) : parseInstant(value);
}

function holdsTools(message: JsonObject): boolean {
  return (asArray(message['content']) ?? []).some((block) => {
    const type = asObject(block)?.['type'];
    return type === 'tool_use' || type === 'tool_result';
  });
}

function recogniseStream(type: string, record: JsonObject): number {
  if (type === 'tool_call') return typeof record['toolName'] === 'string' && 'parameters' in record ? 1 : 0;
  if (type === 'tool_result') return 'value' in record ? 0.9 : 0;
  if (type === 'completion') return 'finalText' in record ? 0.9 : 0;
  if (type === 'message') return typeof record['role'] === 'string' && typeof record['text'] === 'string' ? 0.8 : 0;
  return type === 'system' && typeof record['timestamp'] === 'number' && 'subtype' in record ? 0.8 : 0;
}

export function recognise(record: JsonObject): number {
  const type = record['type'];
  if (typeof type !== 'string' || 'payload' in record || 'uuid' in record || 'data' in record) return 0;
  if (typeof record['sessionId'] === 'string' || typeof record['session_id'] === 'string')
    return recogniseStream(type, record);
  if (type === 'session_start') return typeof record['id'] === 'string' && 'cwd' in record ? 1 : 0;
  if (type === 'todo_state' || type === 'compaction_state') return typeof record['id'] === 'string' ? 0.8 : 0;
  const message = asObject(record['message']);
  if (type !== 'message' || message === undefined || typeof record['id'] !== 'string') return 0;
  // pi and its relatives write messages in the same envelope, with other block names. A log begins with `session_start`.
  return holdsTools(message) ? 0.6 : 0;
}
