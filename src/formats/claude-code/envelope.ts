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

/** Circumstances that records repeat over and over: after the first one, records come without them (`UNREAD`). */
export const REPEATED = ['cwd', 'gitBranch', 'version', 'entrypoint'] as const;
const CARRIED = [...REPEATED, 'permissionMode'] as const;

/** The session's circumstances as this record has them, reported only where they changed. */
export function changedFields(
  record: JsonObject,
  known: SessionFields,
  names: readonly (typeof CARRIED)[number][] = CARRIED,
): SessionFields | undefined {
  let changed: SessionFields | undefined;
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value !== '' && value !== known[name]) {
      changed ??= {};
      changed[name] = value;
      known[name] = value;
    }
  }
  return changed;
}
