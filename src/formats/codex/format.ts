// Codex CLI as a format: the entry point of this folder.

import { asArray, asName, asObject, asString, atPointer, type JsonObject } from '../../base/json.ts';
import { receivedFrom } from '../../model/arrival.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentAt, inputAt } from './bodies.ts';
import { instant, isBareMeta, timeOfId } from './envelope.ts';
import { unknownFields } from './fields.ts';
import { AGENT, role, roots, threadOfFile } from './locate.ts';
import { ARRIVAL_RULE } from './outcome.ts';
import { CodexFileReader } from './reader.ts';
import { CALL_ITEMS, IGNORED_RECORDS, OBSERVED_RECORDS, OUTPUT_ITEMS, STREAM_CAPTURE } from './records.ts';
import { metaFields, threadOfMeta } from './session.ts';
import { UNREAD } from './unread.ts';

const CODEX_BLOCK: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'input_image', 'input_audio']);

/** Only Codex names the blocks of a bare message this way. */
function hasCodexContent(record: JsonObject): boolean {
  const blocks = asArray(record['content']) ?? [];
  return blocks.some((block) => CODEX_BLOCK.has(asObject(block)?.['type']));
}

function recogniseBare(type: string, record: JsonObject): number {
  if (CALL_ITEMS.has(type) || OUTPUT_ITEMS.has(type)) {
    return 'call_id' in record || 'action' in record || 'revised_prompt' in record ? 1 : 0.5;
  }
  if (type === 'message') return hasCodexContent(record) ? 1 : 0;
  // Not by `reasoning`: other agents write such items too, and a rollout never has only those.
  if (type === 'thread.started') return asName(record['thread_id']) === undefined ? 0.7 : 1;
  return STREAM_CAPTURE.test(type) ? 0.7 : 0;
}

function recognise(record: JsonObject): number {
  // The first three are Claude Code's and its relatives', the last is pi's.
  if ('sessionId' in record || 'uuid' in record || 'parentUuid' in record || 'parentId' in record) return 0;
  const type = asString(record['type']);
  if (type === undefined) {
    if (record['record_type'] === 'state' || isBareMeta(record)) return 1;
    return hasCodexContent(record) ? 0.8 : 0;
  }
  if (!('payload' in record)) return 'message' in record ? 0 : recogniseBare(type, record);
  if (OBSERVED_RECORDS.has(type) || IGNORED_RECORDS.has(type)) return 1;
  return 'timestamp' in record ? 0.5 : 0.2;
}

/** The thread a meta names; undefined for any other record. */
function threadOf(record: JsonObject): string | undefined {
  if (record['type'] === 'session_meta') return threadOfMeta(asObject(record['payload']) ?? {});
  if (isBareMeta(record)) return asName(record['id']);
  return record['type'] === 'thread.started' ? asName(record['thread_id']) : undefined;
}

/** What `codex exec --json` prints has no times but the one inside the name of its thread. */
function startOf(record: JsonObject): number | null {
  const at = instant(record['timestamp']) ?? receivedFrom(record);
  return at ?? (record['type'] === 'thread.started' ? timeOfId(asName(record['thread_id'])) : null);
}

/**
 * The thread of the file's own first meta; the parent's, copied into forks, come later. No lineage: copied lines are recognised inside
 * the file, and have new times, which match nothing.
 */
function identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  let session: string | undefined;
  let startedAt: number | null = null;
  for (const record of records) {
    startedAt ??= startOf(record);
    session ??= threadOf(record);
    if (session !== undefined && startedAt !== null) break;
  }
  const id = session ?? threadOfFile(path);
  return id === null || id === undefined ? undefined : { session: id, thread: MAIN_THREAD, startedAt, lineage: null };
}

/**
 * The thread that was forked, or that started this one, according to the thread's own meta. In 2025 it does not say, and the meta of
 * the other thread follows.
 */
function originOf(record: JsonObject): string | undefined {
  if (record['type'] !== 'session_meta') return undefined;
  const { forkedFrom, parentSession } = metaFields(asObject(record['payload']) ?? {});
  return forkedFrom ?? parentSession ?? threadOf(record);
}

/** A thread's own meta says all there is. */
function isIdentified(records: readonly JsonObject[]): boolean {
  const isDated = records.some((record) => startOf(record) !== null);
  return isDated && records.some((record) => threadOf(record) !== undefined);
}

export const codex: Format = {
  agent: AGENT,
  title: 'Codex CLI',
  logs: {
    requested: 'always',
    permission: 'sometimes',
    'hooks-before': 'never',
    running: 'sometimes',
    'hooks-after': 'never',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'sometimes',
    tokens: 'always',
    subagents: 'always',
    live: 'always',
  },
  unread: UNREAD,
  callIds: { token: 'call_id"', between: ':"' },
  resume: (session) => ['codex', 'resume', session],
  roots,
  role,
  recognise,
  identify,
  isIdentified,
  originOf,
  open: (file, state) => new CodexFileReader(file, state),
  unknownFields,
  arrivalRule: ARRIVAL_RULE,
  inputAt,
  contentAt,
  structuredAt: atPointer,
  readSide: () => [],
};
