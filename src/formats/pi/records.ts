// The entries of a session of pi: their common fields, their place in the tree, and how they are recognised.

import { asArray, asName, asObject, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { MAIN_THREAD, type RecordNode } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';

/** What every observation of a line starts with. */
export interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: string;
}

export interface Entry {
  readonly type: string;
  readonly record: JsonObject;
  /** Null in the first version, whose entries had none. */
  readonly id: string | null;
  readonly seen: Seen;
  readonly node: RecordNode | null;
}

/**
 * The parent of every entry is the one that was last when it was written, so the very last one is the leaf. Those without a parent
 * belong to the session itself: going back to the very beginning starts a second branch there.
 */
function nodeOf(record: JsonObject, id: string | null, session: string): RecordNode | null {
  if (id === null) return null;
  const isHead = record['type'] === 'session';
  const parent = isHead ? null : (asName(record['parentId']) ?? session);
  const compaction = record['type'] === 'compaction';
  return { id: isHead ? session : id, parent, thread: MAIN_THREAD, canBeLeaf: !isHead, compaction, group: null };
}

export function openEntry(record: JsonObject, ref: LineRef, session: string): Entry | undefined {
  const type = asName(record['type']);
  if (type === undefined) return undefined;
  const id = asName(record['id']) ?? null;
  const seen = { ref, at: parseInstant(record['timestamp']), thread: MAIN_THREAD };
  return { type, record, id, seen, node: nodeOf(record, id, session) };
}

/** Ignored: what they say is not shown. */
export const IGNORED: ReadonlyMap<string, string> = new Map([
  ['model_change', 'state: model'],
  ['thinking_level_change', 'state: thinking'],
  ['label', 'a bookmark'],
  ['custom', 'state of an extension'],
]);

const OWN_TYPES: ReadonlySet<string> = new Set([
  ...IGNORED.keys(),
  'branch_summary',
  'compaction',
  'custom_message',
  'session_info',
]);

/** Roles that only pi and its relatives have. */
const OWN_ROLES: ReadonlySet<unknown> = new Set([
  'toolResult',
  'bashExecution',
  'custom',
  'hookMessage',
  'branchSummary',
  'compactionSummary',
]);

/** Droid wraps the blocks of another vendor in the same envelope. */
const FOREIGN_BLOCKS: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result']);

function recogniseMessage(record: JsonObject): number {
  const message = asObject(record['message']);
  if (message === undefined) return 0;
  if (OWN_ROLES.has(message['role'])) return 1;
  if (message['role'] !== 'user' && message['role'] !== 'assistant') return 0;
  const blocks = (asArray(message['content']) ?? []).map((block) => asObject(block)?.['type']);
  if (blocks.some((type) => FOREIGN_BLOCKS.has(type))) return 0;
  if (blocks.includes('toolCall')) return 1;
  // A message is dated twice: as an entry, and in milliseconds by itself.
  if (typeof message['timestamp'] !== 'number') return 0;
  return 'parentId' in record ? 1 : 0.9;
}

/** The line that a log begins with. */
export function isHead(record: JsonObject): boolean {
  const { type, id, timestamp, cwd } = record;
  return type === 'session' && typeof id === 'string' && typeof timestamp === 'string' && typeof cwd === 'string';
}

export function recognise(record: JsonObject): number {
  const type = record['type'];
  if (typeof type !== 'string' || typeof record['timestamp'] !== 'string' || 'payload' in record) return 0;
  if (type === 'session') return isHead(record) ? 1 : 0;
  if (type === 'message') return recogniseMessage(record);
  const isEntry = typeof record['id'] === 'string' && 'parentId' in record;
  return isEntry && OWN_TYPES.has(type) ? 1 : 0;
}
