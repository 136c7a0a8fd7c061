// What records say about the session: its folder, its title, whose subagent it is, tokens, errors of the model.

import { asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { MAIN_THREAD, type SessionFields } from '../../model/observation.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import type { Memory } from './memory.ts';
import type { PartSeen, Seen } from './records.ts';

/** A subagent's session is a thread of the topmost one: it says nothing about that. */
export function observeHead(record: JsonObject, seen: Seen): Reading {
  const root = asName(record['root']);
  const parent = asName(record['parent']);
  if (seen.thread !== MAIN_THREAD) {
    const parentAgentId = parent === undefined || parent === root ? null : parent;
    const nothing = { callId: null, runId: null, agentType: null, description: null, promptHash: null };
    return observed([{ kind: 'subagent-linked', ...seen, agentId: seen.thread, parentAgentId, ...nothing }]);
  }
  const fields: SessionFields = {};
  const cwd = asName(record['directory']);
  const version = asName(record['version']);
  if (cwd !== undefined) fields.cwd = cwd;
  if (version !== undefined) fields.version = version;
  return observed([{ kind: 'session-described', ...seen, fields }]);
}

/** The title of a session that has no better name yet. */
const NO_TITLE = /^(?:New|Child) session - \d{4}-\d\d-\d\dT/;

export function observeState(record: JsonObject, seen: Seen): Reading {
  const title = asName(record['title']);
  if (title === undefined || NO_TITLE.test(title)) return ignored('a session without a title');
  if (seen.thread !== MAIN_THREAD) return ignored('title of a subagent: told by its call');
  return observed([{ kind: 'session-described', ...seen, fields: { title, titleBy: 'model' } }]);
}

function errorOf(value: unknown): { readonly name: string; readonly text: string; readonly at: string } | undefined {
  const error = asObject(value);
  const name = asName(error?.['name']);
  if (name === undefined) return undefined;
  const text = asString(asObject(error?.['data'])?.['message']);
  return text === undefined ? { name, text: name, at: '/name' } : { name, text, at: '/data/message' };
}

/** The content of a message is in its parts; only the message itself says that the model failed, or was stopped. */
export function observeMessage(record: JsonObject, seen: Seen, memory: Memory): Reading {
  const info = asObject(record['info']) ?? {};
  const error = errorOf(info['error']);
  if (error === undefined || !memory.isNews(`error ${asName(record['id']) ?? ''}`)) {
    return ignored('a message: told by its parts');
  }
  return observed([
    {
      kind: 'message-spoken',
      ...seen,
      at: asNumber(asObject(info['time'])?.['completed']) ?? seen.at,
      what: error.name === 'MessageAbortedError' ? 'interrupt' : 'api-error',
      text: error.text,
      pointer: `/info/error${error.at}`,
      model: null,
      callId: null,
    },
  ]);
}

export function observeRetry({ part, seen, model }: PartSeen): Reading {
  const error = errorOf(part['error']);
  if (error === undefined) return ignored('another try');
  const { text, at } = error;
  const pointer = `/part/error${at}`;
  return observed([{ kind: 'message-spoken', ...seen, what: 'api-error', text, pointer, model, callId: null }]);
}

/** A step is one request to the model. The message only repeats its last step. */
export function observeUsage({ part, seen, record, model }: PartSeen): Reading {
  const tokens = asObject(part['tokens']);
  if (tokens === undefined) return ignored('end of a step');
  const cache = asObject(tokens['cache']);
  const reasoning = asNumber(tokens['reasoning']) ?? 0;
  const usage = {
    input: asNumber(tokens['input']) ?? 0,
    // Reported next to the output, but elsewhere it is part of it.
    output: (asNumber(tokens['output']) ?? 0) + reasoning,
    cacheRead: asNumber(cache?.['read']) ?? 0,
    cacheWrite: asNumber(cache?.['write']) ?? 0,
    reasoning,
  };
  const costUsd = asNumber(part['cost']);
  return observed([{ kind: 'usage-counted', ...seen, key: record, model, usage, costUsd }]);
}

export function observeCompaction({ part, seen }: PartSeen): Reading {
  const trigger = part['auto'] === true ? 'auto' : 'manual';
  return observed([{ kind: 'context-compacted', ...seen, trigger, preTokens: null, postTokens: null }]);
}
