// The envelope: what a line is, when, in which turn, whether it is wrapped (since late 2025) or bare (before).

import { asName, asNumber, asObject, isObject, type JsonObject, memberOf } from '../../base/json.ts';
import { isImpossibleInstant, parseInstant, possibleInstant } from '../../base/time.ts';
import type { ThreadId } from '../../model/observation.ts';
import { IMPOSSIBLE_TIME, type Reading, withFinding } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import { isResponseItem } from './records.ts';

/** What every observation of a line starts with. */
export interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: ThreadId;
}

export interface Line {
  readonly seen: Seen;
  /** The envelope's type; bare ResponseItems are `response_item`, the bare first line is `session_meta`. */
  readonly type: string;
  readonly payload: JsonObject;
  /** JSON pointer from the record to the payload. */
  readonly base: string;
  /** Paginated files only (B2). */
  readonly ordinal: number | null;
}

/** What is on a line without a payload. */
export type Odd =
  | { readonly odd: 'no-payload'; readonly type: string }
  | { readonly odd: 'state-marker' }
  | { readonly odd: 'unknown'; readonly type: string }
  | { readonly odd: 'foreign' };

const MS_FROM = 1e11;

/** A number, also when it is written as a string (`subagent_history_start_ordinal` is, in some builds). */
export function looseNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return asNumber(Number(value));
  return asNumber(value);
}

/** ISO text, or epoch seconds or milliseconds. */
export function instant(value: unknown): number | null {
  const number = typeof value === 'number' ? asNumber(value) : undefined;
  if (number !== undefined) return possibleInstant(number >= MS_FROM ? number : number * 1000);
  return parseInstant(value);
}

/** Reports an impossible time. */
export function withTimeChecked(reading: Reading, { at }: Seen, record: JsonObject): Reading {
  return at === null && isImpossibleInstant(record['timestamp']) ? withFinding(reading, IMPOSSIBLE_TIME) : reading;
}

function turnIn(metadata: unknown): string | undefined {
  return asName(asObject(metadata)?.['turn_id']);
}

/**
 * The turn a line names, if any: `turn_id` of events, contexts and usage; response items keep it in their metadata (B4). Needed for few
 * lines.
 */
export function turnOf({ payload }: Line): string | null {
  return (
    asName(memberOf(payload, 'turn_id')) ??
    asName(memberOf(payload, 'turnId')) ??
    turnIn(memberOf(payload, 'internal_chat_message_metadata_passthrough')) ??
    turnIn(memberOf(payload, 'metadata')) ??
    null
  );
}

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The time inside an id: threads and turns are named by UUIDs of version 7, which begin with milliseconds. */
export function timeOfId(id: string | null | undefined): number | null {
  const match = id === null || id === undefined ? null : UUID_V7.exec(id);
  return match === null ? null : possibleInstant(Number.parseInt(`${match[1]}${match[2]}`, 16));
}

/** The bare first line of 2025: `{id, timestamp, instructions, git}`, without a type. */
export function isBareMeta(record: JsonObject): boolean {
  return (
    record['type'] === undefined &&
    asName(record['id']) !== undefined &&
    ('instructions' in record || 'git' in record) &&
    !('message' in record)
  );
}

/** A message without a type: role and content are enough. */
function isBareMessage(record: JsonObject): boolean {
  const { role, content } = record;
  return (
    record['type'] === undefined && typeof role === 'string' && (typeof content === 'string' || Array.isArray(content))
  );
}

export function openLine(record: JsonObject, ref: LineRef, thread: ThreadId, bareFile: boolean): Line | Odd {
  const seen: Seen = { ref, at: instant(record['timestamp']), thread };
  const type = asName(record['type']);
  const ordinal = looseNumber(record['ordinal']) ?? null;
  const payload = record['payload'];
  if (type !== undefined && isObject(payload)) return { seen, type, payload, base: '/payload', ordinal };
  return openBare(record, seen, type, ordinal, bareFile);
}

/** A line without a payload. */
function openBare(
  record: JsonObject,
  seen: Seen,
  type: string | undefined,
  ordinal: number | null,
  bareFile: boolean,
): Line | Odd {
  if (type !== undefined && 'payload' in record) return { odd: 'no-payload', type };
  const bare = { seen, payload: record, base: '', ordinal };
  if (type === undefined) {
    if (isBareMeta(record)) return { ...bare, type: 'session_meta' };
    if (isBareMessage(record)) return { ...bare, type: 'response_item' };
    const marker = asName(record['record_type']);
    if (marker === 'state') return { odd: 'state-marker' };
    return marker === undefined ? { odd: 'foreign' } : { odd: 'unknown', type: marker };
  }
  if (isResponseItem(type)) return { ...bare, type: 'response_item' };
  return bareFile ? { odd: 'unknown', type } : { odd: 'foreign' };
}
