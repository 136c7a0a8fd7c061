// The records a session of OpenCode is rendered as, the same from its database, its events and an export.

import { asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import type { ThreadId } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';
import type { PlacedRecord } from '../source.ts';
import { AGENT } from './locate.ts';

/** What does not change during a session. */
export interface SessionHead {
  readonly id: string;
  /** The session that it is a subagent of, if it is one. */
  readonly parent: string | null;
  /** The topmost session: this one, or the one all its ancestors come from. */
  readonly root: string;
  readonly directory: string | null;
  readonly version: string | null;
  readonly created: number | null;
}

export function headRecord(head: SessionHead): JsonObject {
  const { id, parent, root, directory, version, created } = head;
  return { type: 'session', agent: AGENT, session: id, root, parent, directory, version, at: created };
}

/** What people and the agent change about a session. */
export function stateRecord(session: string, at: number | null, state: JsonObject): JsonObject {
  const { title } = state;
  return { type: 'session-state', agent: AGENT, session, at, title };
}

/** What a part needs to know about its message. */
export interface MessageHead {
  readonly role: string | null;
  readonly model: string | null;
  readonly isSummary: boolean;
  readonly created: number | null;
}

export function messageHead(info: JsonObject): MessageHead {
  return {
    role: asName(info['role']) ?? null,
    model: asName(info['modelID']) ?? asName(asObject(info['model'])?.['modelID']) ?? null,
    isSummary: info['summary'] === true,
    created: asNumber(asObject(info['time'])?.['created']) ?? null,
  };
}

/** `isLast`: the current state. An event has a past state, and another may follow. */
interface Version {
  readonly session: string;
  readonly id: string;
  readonly isLast: boolean;
}

export function messageRecord({ session, id, isLast }: Version, info: JsonObject): JsonObject {
  const at = messageHead(info).created;
  return { type: 'message', agent: AGENT, session, id, isLast, at, info };
}

/** The time of the part, if it has one. */
function timeOf(part: JsonObject): number | undefined {
  const time = asObject(asObject(part['state'])?.['time'] ?? part['time']);
  return asNumber(time?.['end']) ?? asNumber(time?.['start']);
}

export function partRecord(
  { session, id, isLast }: Version,
  of: { readonly message: string; readonly head: MessageHead | undefined; readonly created: number | null },
  part: JsonObject,
): JsonObject {
  const { message, head, created } = of;
  return {
    type: 'part',
    agent: AGENT,
    session,
    id,
    isLast,
    message,
    role: head?.role ?? null,
    model: head?.model ?? null,
    isSummary: head?.isSummary ?? false,
    created,
    at: timeOf(part) ?? created ?? head?.created ?? null,
    part,
  };
}

export function placed(record: JsonObject, where: string): PlacedRecord {
  return { record, where };
}

export function recognise(record: JsonObject): number {
  return record['agent'] === AGENT && asString(record['session']) !== undefined ? 1 : 0;
}

export interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: ThreadId;
}

/** A part, and what its record says about it. */
export interface PartSeen {
  readonly part: JsonObject;
  readonly seen: Seen;
  /** The part's id. */
  readonly record: string;
  readonly created: number | null;
  readonly message: string | null;
  readonly role: string | null;
  readonly model: string | null;
  readonly isSummary: boolean;
  readonly isLast: boolean;
}
