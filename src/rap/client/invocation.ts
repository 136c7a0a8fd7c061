// An invocation as a tool receives it: checked, and with idiomatic names.

import { asArray, asString, isObject, type JsonObject } from '../../base/json.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';

export interface Invocation {
  readonly operation: string;
  readonly arguments: JsonObject;
  readonly groupId: string;
  readonly id: string;
  readonly callId: string | null;
  /** Opaque and secret: anyone who has it may answer. */
  readonly callbackUrl: string;
  /** Group ids of the threads above, root first. */
  readonly ancestors: readonly string[];
  readonly userId: string | null;
}

function idAt(record: JsonObject, field: string): string {
  const value = record[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${field} must be a string.`);
}

export interface ReadInvocation {
  readonly invocation: Invocation;
  /** One sentence about why it cannot be run. It still has to be answered. */
  readonly wrong: string | undefined;
}

/** Throws an Error with one sentence when it is not known which call to answer, or where. */
export function readInvocation(value: unknown): ReadInvocation {
  if (!isObject(value)) throw new Error('The body must be a JSON object.');
  const callbackUrl = idAt(value, 'callback_url');
  if (parseHttpUrl(callbackUrl) === undefined) throw new Error('callback_url must be an absolute http or https URL.');
  const { operation, call_id: callId = null, user_id: userId = null } = value;
  const args = value['arguments'] ?? {};
  const ancestors = value['thread_ancestors'] ?? [];
  const wrong = [
    typeof operation === 'string' && operation !== '' ? undefined : 'operation must be a string.',
    isObject(args) ? undefined : 'arguments must be an object.',
    callId === null || typeof callId === 'string' ? undefined : 'call_id must be a string or null.',
    userId === null || typeof userId === 'string' ? undefined : 'user_id must be a string or null.',
    Array.isArray(ancestors) ? undefined : 'thread_ancestors must be an array.',
  ].find((sentence) => sentence !== undefined);
  const invocation = {
    operation: asString(operation) ?? '',
    arguments: isObject(args) ? args : {},
    groupId: idAt(value, 'group_id'),
    id: idAt(value, 'id'),
    callId: asString(callId) ?? null,
    callbackUrl,
    ancestors: (asArray(ancestors) ?? []).filter((item): item is string => typeof item === 'string'),
    userId: asString(userId) ?? null,
  };
  return { invocation, wrong };
}

/** Throws an Error with one sentence when the body is not an invocation that can be run. */
export function parseInvocation(value: unknown): Invocation {
  const { invocation, wrong } = readInvocation(value);
  if (wrong !== undefined) throw new Error(wrong);
  return invocation;
}
