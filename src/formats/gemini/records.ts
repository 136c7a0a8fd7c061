// The four kinds of lines in a chat of Gemini CLI, and whose a record is.

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

const SHARED_TYPES: ReadonlySet<unknown> = new Set(['user', 'info', 'warning', 'error']);

/** A message is known by the type of the model's; those of the others are written by many programs. */
export function recognise(record: JsonObject): number {
  if (asObject(record['$set']) !== undefined || typeof record['$rewindTo'] === 'string') return 1;
  if (isHead(record)) return typeof record['projectHash'] === 'string' ? 1 : 0.8;
  const { id, timestamp, type } = record;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || !('content' in record)) return 0;
  if ('message' in record || 'parentId' in record || 'payload' in record || 'uuid' in record) return 0;
  if (type === 'gemini') return 1;
  return SHARED_TYPES.has(type) ? 0.4 : 0;
}
