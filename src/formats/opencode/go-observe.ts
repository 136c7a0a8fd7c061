// Turns one record of the older OpenCode into observations. Its times are whole seconds, and a call has none of its own.

import {
  asArray,
  asName,
  asNumber,
  asObject,
  asString,
  isObject,
  type JsonObject,
  parseJson,
} from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import type { CallRequested, CallResulted, Observation, SessionFields, SpokenKind } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';
import type { Seen } from './records.ts';

const MESSAGE_MAX = 240;

/** Inputs and the data next to a result are JSON texts. */
export function parsedText(value: unknown): unknown {
  const parsed = parseJson(asString(value) ?? '');
  return parsed.ok && isObject(parsed.value) ? parsed.value : value;
}

/** It only says that something went wrong; a refused permission has its own text. */
function verdictOf(isError: boolean, content: string): Verdict {
  if (!isError) return { status: 'ok', rule: 'no-error-flag', failure: null };
  const message = clip(firstLine(content), MESSAGE_MAX);
  if (/^permission denied/i.test(content)) {
    return {
      status: 'rejected',
      rule: 'error-text:permission',
      failure: { code: 'user-rejected', blame: 'user', message },
    };
  }
  if (/^Tool execution canceled by user/i.test(content)) {
    return {
      status: 'interrupted',
      rule: 'error-text:canceled',
      failure: { code: 'interrupted', blame: 'user', message },
    };
  }
  return { status: 'error', rule: 'error-flag', failure: { code: 'error', blame: 'unknown', message } };
}

interface Message {
  readonly id: string | null;
  readonly role: string;
  readonly model: string | null;
  readonly seen: Seen;
}

function requestOf(data: JsonObject, { id, model, seen }: Message, pointer: string): CallRequested[] {
  const callId = asName(data['id']);
  const tool = asName(data['name']);
  if (callId === undefined || tool === undefined) return [];
  const input = parsedText(data['input']);
  return [
    {
      kind: 'call-requested',
      ...seen,
      callId,
      tool,
      input,
      record: null,
      group: id,
      model,
      pointer: `${pointer}/data/input`,
    },
  ];
}

function resultOf(data: JsonObject, { seen }: Message, pointer: string): CallResulted[] {
  const callId = asName(data['tool_call_id']);
  if (callId === undefined) return [];
  const content = asString(data['content']) ?? '';
  const structured = asName(data['metadata']) === undefined ? undefined : parsedText(data['metadata']);
  return [
    {
      kind: 'call-resulted',
      ...seen,
      callId,
      verdict: verdictOf(data['is_error'] === true, content),
      content,
      structured,
      record: null,
      requestRecord: null,
      background: null,
      agentId: null,
      runId: null,
      pointers: {
        content: `${pointer}/data/content`,
        structured: structured === undefined ? null : `${pointer}/data/metadata`,
      },
      // Truncated seconds are not a bound.
      isWrittenWithRequest: true,
    },
  ];
}

function spokenOf(data: JsonObject, what: SpokenKind, field: string, message: Message, pointer: string): Observation[] {
  const text = asName(data[field]);
  if (text === undefined) return [];
  const at = `${pointer}/data/${field}`;
  return [{ kind: 'message-spoken', ...message.seen, what, text, pointer: at, model: message.model, callId: null }];
}

function observePartOf(part: JsonObject, message: Message, pointer: string): Observation[] {
  const data = asObject(part['data']) ?? {};
  switch (part['type']) {
    case 'text':
      return spokenOf(data, message.role === 'user' ? 'prompt' : 'answer', 'text', message, pointer);
    case 'reasoning':
      return spokenOf(data, 'thinking', 'thinking', message, pointer);
    case 'tool_call':
      return requestOf(data, message, pointer);
    case 'tool_result':
      return resultOf(data, message, pointer);
    case 'finish':
    case 'binary':
    case 'image_url':
      return [];
    default:
      return [{ kind: 'unrecognised', ...message.seen, what: `part ${clip(asName(part['type']) ?? '', 80)}` }];
  }
}

/** The database is in a folder of the project. */
function projectOf(path: string): string | undefined {
  return /^(.+)[/\\]\.opencode[/\\]opencode\.db[/\\]/.exec(path)?.[1];
}

export class GoReader implements LineReader {
  readonly #file: OpenFile;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  state(): unknown {
    return null;
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const seen: Seen = { ref, at: asNumber(record['at']) ?? null, thread: this.#file.thread };
    switch (record['type']) {
      case 'session':
        return this.#describe(seen, { cwd: projectOf(this.#file.path), parentSession: asName(record['parent']) });
      case 'session-state':
        return this.#describe(seen, { title: asName(record['title']), costUsd: asNumber(record['cost']) });
      case 'message': {
        const id = asName(record['id']) ?? null;
        const message: Message = {
          id,
          role: asName(record['role']) ?? '',
          model: asName(record['model']) ?? null,
          seen,
        };
        const parts = asArray(record['parts']) ?? [];
        const made = parts.flatMap((part, i) => observePartOf(asObject(part) ?? {}, message, `/parts/${i}`));
        return made.length === 0 ? ignored('a message without words') : observed(made);
      }
      default:
        return misread('not-a-record', 'The line is not a record of OpenCode.');
    }
  }

  #describe(seen: Seen, told: { readonly [Key in keyof SessionFields]: SessionFields[Key] | undefined }): Reading {
    const fields: SessionFields = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
    if (Object.keys(fields).length === 0) return ignored('state: session');
    return observed([{ kind: 'session-described', ...seen, fields }]);
  }
}
