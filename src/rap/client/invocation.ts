// Owns an invocation as a tool receives it: checked, and renamed to this language's habits.

import { isObject, type JsonObject } from '../../base/json.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';

export interface Invocation {
  readonly operation: string;
  readonly arguments: JsonObject;
  readonly groupId: string;
  readonly id: string;
  readonly callId: string | null;
  /** Opaque, and a secret: whoever has it may answer. */
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

function optionalAt(record: JsonObject, field: string): string | null {
  const value = record[field] ?? null;
  if (value !== null && typeof value !== 'string') throw new Error(`${field} must be a string or null.`);
  return value;
}

/** Throws an Error with one sentence when the body is no invocation. */
export function parseInvocation(value: unknown): Invocation {
  if (!isObject(value)) throw new Error('The body must be a JSON object.');
  const args = value['arguments'] ?? {};
  if (!isObject(args)) throw new Error('arguments must be an object.');
  const callbackUrl = idAt(value, 'callback_url');
  if (parseHttpUrl(callbackUrl) === undefined) throw new Error('callback_url must be an absolute http or https URL.');
  const ancestors = value['thread_ancestors'] ?? [];
  if (!Array.isArray(ancestors)) throw new Error('thread_ancestors must be an array.');
  return {
    operation: idAt(value, 'operation'),
    arguments: args,
    groupId: idAt(value, 'group_id'),
    id: idAt(value, 'id'),
    callId: optionalAt(value, 'call_id'),
    callbackUrl,
    ancestors: ancestors.filter((item): item is string => typeof item === 'string'),
    userId: optionalAt(value, 'user_id'),
  };
}
