// The four kinds of lines in a chat of Gemini CLI, and how they are recognised.

import { asObject, type JsonObject } from '../../base/json.ts';
import type { ThreadId } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

/** What every observation of a line starts with. */
export interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: ThreadId;
}

/** The line that a chat begins with. */
export function isHead(record: JsonObject): boolean {
  const { sessionId, projectHash, startTime, type } = record;
  if (typeof sessionId !== 'string' || type !== undefined || 'uuid' in record) return false;
  return typeof projectHash === 'string' || typeof startTime === 'string';
}

/** Members of a change; databases write changes under the same name, about anything. */
const CHANGED: readonly string[] = [
  'lastUpdated',
  'summary',
  'messages',
  'directories',
  'memoryScratchpad',
  'sessionId',
];

function isChange(record: JsonObject): boolean {
  const changes = asObject(record['$set']);
  return changes !== undefined && CHANGED.some((name) => name in changes) && !('id' in record);
}

/** A message is recognised by the type of the model's: the others could belong to any agent. */
export function recognise(record: JsonObject): number {
  if (isChange(record)) return 0.9;
  if (typeof record['$rewindTo'] === 'string') return 1;
  if (isHead(record)) return typeof record['projectHash'] === 'string' ? 1 : 0.8;
  const { id, timestamp, type } = record;
  if (type !== 'gemini' || typeof id !== 'string' || typeof timestamp !== 'string' || !('content' in record)) return 0;
  return 'message' in record || 'parentId' in record || 'payload' in record || 'uuid' in record ? 0 : 1;
}
