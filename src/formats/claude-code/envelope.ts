// Owns the envelope every conversation record shares: who, when, where in the tree, in which thread.

import { asName, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import type { RecordNode, SessionFields, ThreadId } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

/** What every observation of a line starts with. */
export interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: ThreadId;
}

export function nodeOf(record: JsonObject, thread: ThreadId): RecordNode | null {
  const id = asName(record['uuid']);
  if (id === undefined) return null;
  const type = record['type'];
  const compaction = type === 'system' && record['subtype'] === 'compact_boundary';
  const parent = asName(record['parentUuid']) ?? (compaction ? asName(record['logicalParentUuid']) : undefined) ?? null;
  const message = record['message'];
  const group =
    type === 'assistant' && typeof message === 'object' && message !== null
      ? asName((message as JsonObject)['id'])
      : undefined;
  return { id, parent, thread, canBeLeaf: type === 'user' || type === 'assistant', compaction, group: group ?? null };
}

export function instantOf(record: JsonObject): number | null {
  return parseInstant(record['timestamp']);
}

const CARRIED = [
  ['cwd', 'cwd'],
  ['gitBranch', 'gitBranch'],
  ['version', 'version'],
  ['entrypoint', 'entrypoint'],
  ['permissionMode', 'permissionMode'],
] as const;

/** The session's circumstances as this record has them, reported only where they changed. */
export function changedFields(record: JsonObject, known: SessionFields): SessionFields | undefined {
  let changed: SessionFields | undefined;
  for (const [key, field] of CARRIED) {
    const value = record[key];
    if (typeof value === 'string' && value !== '' && value !== known[field]) {
      changed ??= {};
      changed[field] = value;
      known[field] = value;
    }
  }
  return changed;
}
