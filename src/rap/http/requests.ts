// Parses the agent's requests: JSON bodies and query strings, turned into what the runtime takes.

import { AppError } from '../../base/app-error.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { SEGMENT_TYPES, type SegmentType } from '../protocol/messages.ts';
import type { Answer } from '../runtime/answer-choice.ts';
import type { Move } from '../runtime/migrate.ts';
import type { ThreadRequest } from '../runtime/open-thread.ts';
import type { CallRequest } from '../runtime/register-call.ts';

function wrong(field: string, wanted: string): AppError {
  return new AppError('bad-usage', `${field} must be ${wanted}.`);
}

function textAt(record: JsonObject, field: string): string | undefined {
  const value = record[field] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw wrong(field, 'a string');
  return value;
}

function textsAt(record: JsonObject, field: string): string[] | undefined {
  const value = record[field] ?? undefined;
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw wrong(field, 'an array of strings');
  return value.map((item: unknown) => {
    if (typeof item !== 'string') throw wrong(field, 'an array of strings');
    return item;
  });
}

export function threadRequest(record: JsonObject): ThreadRequest {
  const groupId = textAt(record, 'group_id');
  const title = textAt(record, 'title');
  const userId = textAt(record, 'user_id');
  const ancestors = textsAt(record, 'thread_ancestors');
  const toolsets = textsAt(record, 'toolsets');
  return {
    ...(groupId === undefined ? {} : { groupId }),
    ...(title === undefined ? {} : { title }),
    ...(userId === undefined ? {} : { userId }),
    ...(ancestors === undefined ? {} : { ancestors }),
    ...(toolsets === undefined ? {} : { toolsets }),
  };
}

export function toolsetsRequest(record: JsonObject): string[] {
  const toolsets = textsAt(record, 'toolsets');
  if (toolsets === undefined || toolsets.length === 0) throw wrong('toolsets', 'an array of base addresses');
  return toolsets;
}

export function movesRequest(record: JsonObject): Move[] {
  const { moves } = record;
  if (!Array.isArray(moves)) throw wrong('moves', 'an array of {from, to}');
  return moves.map((move: unknown) => {
    const from = isObject(move) ? textAt(move, 'from') : undefined;
    const to = isObject(move) ? textAt(move, 'to') : undefined;
    if (from === undefined || to === undefined) throw wrong('moves', 'an array of {from, to}');
    return { from, to };
  });
}

export function callRequest(record: JsonObject): CallRequest {
  const operation = textAt(record, 'operation');
  if (operation === undefined) throw wrong('operation', 'the name of a tool');
  const args = record['arguments'] ?? {};
  if (!isObject(args)) throw wrong('arguments', 'an object');
  const send = record['send'] ?? undefined;
  if (send !== undefined && typeof send !== 'boolean') throw wrong('send', 'true or false');
  const deadlineMs = record['deadline_ms'];
  if (deadlineMs !== undefined && deadlineMs !== null && typeof deadlineMs !== 'number')
    throw wrong('deadline_ms', 'a number or null');
  const id = textAt(record, 'id');
  const callId = textAt(record, 'call_id');
  const endpoint = textAt(record, 'endpoint');
  const base = textAt(record, 'base');
  return {
    operation,
    arguments: args,
    ...(id === undefined ? {} : { id }),
    ...(callId === undefined ? {} : { callId }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(base === undefined ? {} : { base }),
    ...(send === undefined ? {} : { send }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}

export function choiceAnswer(record: JsonObject): Answer {
  if (record['dismissed'] === true) return null;
  const { selected } = record;
  if (typeof selected !== 'number') throw wrong('selected', 'the number of a choice, from 0 (or send dismissed: true)');
  return selected;
}

/** An integer from the query string, clamped to its bounds. */
export function wholeIn(query: URLSearchParams, name: string, fallback: number, max: number): number {
  return Math.floor(numberIn(query, name, fallback, max));
}

/** A number from the query string, clamped to its bounds. */
export function numberIn(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(value)) throw wrong(name, 'a number');
  return Math.min(value, max);
}

export function segmentTypes(query: URLSearchParams): readonly SegmentType[] {
  const text = query.get('supports');
  if (text === null) return SEGMENT_TYPES;
  const wanted = text.split(',');
  return SEGMENT_TYPES.filter((type) => wanted.includes(type));
}
