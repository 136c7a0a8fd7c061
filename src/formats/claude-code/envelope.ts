// The envelope every conversation record shares: who, when, where in the tree, in which thread.

import { asName, isObject, type JsonObject, memberOf } from '../../base/json.ts';
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
  const compaction = type === 'system' && memberOf(record, 'subtype') === 'compact_boundary';
  const parent = asName(record['parentUuid']) ?? (compaction ? asName(record['logicalParentUuid']) : undefined) ?? null;
  const group = type === 'assistant' ? groupOf(memberOf(record, 'message')) : null;
  return { id, parent, thread, canBeLeaf: type === 'user' || type === 'assistant', compaction, group };
}

/** The id of the model's message, which several records can share. */
export function groupOf(message: unknown): string | null {
  return isObject(message) ? (asName(memberOf(message, 'id')) ?? null) : null;
}

export function instantOf(record: JsonObject): number | null {
  return parseInstant(record['timestamp']);
}

type Carried = 'cwd' | 'gitBranch' | 'version' | 'entrypoint' | 'permissionMode';

/** Notes a circumstance that differs from the known one, both there and among those that changed. */
function noted(
  changed: SessionFields | undefined,
  known: SessionFields,
  name: Carried,
  value: unknown,
): SessionFields | undefined {
  if (typeof value !== 'string' || value === '' || value === known[name]) return changed;
  const fields = changed ?? {};
  fields[name] = value;
  known[name] = value;
  return fields;
}

/**
 * Circumstances that records repeat over and over, reported only if they changed: after the first one, records come without them
 * (`UNREAD`). Each by its name: in a loop, looking for absent keys takes 75 ns a record instead of 40.
 */
export function changedRepeated(record: JsonObject, known: SessionFields): SessionFields | undefined {
  let changed = noted(undefined, known, 'cwd', record['cwd']);
  changed = noted(changed, known, 'gitBranch', record['gitBranch']);
  changed = noted(changed, known, 'version', record['version']);
  return noted(changed, known, 'entrypoint', record['entrypoint']);
}

/** The session's circumstances in a record of the conversation, reported only if they changed. */
export function changedFields(record: JsonObject, known: SessionFields): SessionFields | undefined {
  return noted(changedRepeated(record, known), known, 'permissionMode', record['permissionMode']);
}
