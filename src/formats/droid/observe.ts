// From one line of Droid to observations: messages with the blocks of Anthropic's API, or steps of a stream.

import { asArray, asBoolean, asCount, asName, asObject, asString, isObject, type JsonObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import { contentText, type ResultContent } from '../../model/content.ts';
import type { CallRequested, CallResulted, Observation, SessionFields, SpokenKind } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { ignored, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader, OpenFile } from '../format.ts';
import { contentOf } from './bodies.ts';
import { instantOf } from './records.ts';

interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: string;
}

const MESSAGE_MAX = 240;

function say(seen: Seen, what: SpokenKind, text: string, pointer: string): Observation[] {
  if (text === '') return [];
  return [{ kind: 'message-spoken', ...seen, what, text, pointer, model: null, callId: null }];
}

function orIgnored(made: readonly Observation[], reason: string): Reading {
  return made.length === 0 ? ignored(reason) : observed(made);
}

/** It is unknown how refusals and interruptions are written: the flag only says that it failed. */
function verdictOf(isError: boolean, text: string): Verdict {
  if (!isError) return { status: 'ok', rule: 'error-flag', failure: null };
  const message = clip(firstLine(text), MESSAGE_MAX);
  return { status: 'error', rule: 'error-flag', failure: { code: 'error', blame: 'unknown', message } };
}

function requestOf(
  seen: Seen,
  callId: string,
  asked: Pick<CallRequested, 'tool' | 'input' | 'group' | 'pointer'>,
): CallRequested {
  return { kind: 'call-requested', ...seen, callId, ...asked, record: null, model: null };
}

function resultOf(seen: Seen, callId: string, isError: boolean, content: ResultContent, pointer: string): CallResulted {
  return {
    kind: 'call-resulted',
    ...seen,
    callId,
    verdict: verdictOf(isError, contentText(content)),
    content,
    structured: undefined,
    record: null,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: pointer, structured: null },
  };
}

/** Text around what a person typed. */
const INJECTED = /^\s*<(?:system-reminder|system-notification)\b/;

function observeBlock(value: unknown, i: number, record: JsonObject, isUser: boolean, seen: Seen): Observation[] {
  const block = asObject(value);
  const base = `/message/content/${i}`;
  const type = asString(block?.['type']) ?? '';
  if (block === undefined) return [];
  switch (type) {
    case 'text': {
      const text = asString(block['text']) ?? '';
      return say(seen, isUser ? (INJECTED.test(text) ? 'injected' : 'prompt') : 'answer', text, `${base}/text`);
    }
    case 'thinking':
      return say(seen, 'thinking', asString(block['thinking']) ?? '', `${base}/thinking`);
    case 'tool_use': {
      const group = asName(record['id']) ?? null;
      const callId = asName(block['id']) ?? `no-id:${group ?? seen.ref.line}:${i}`;
      const tool = asString(block['name']) ?? '';
      return [requestOf(seen, callId, { tool, input: block['input'], group, pointer: `${base}/input` })];
    }
    case 'tool_result': {
      const callId = asName(block['tool_use_id']);
      if (callId === undefined) return [{ kind: 'unrecognised', ...seen, what: 'tool_result without id' }];
      const pointer = `${base}/content`;
      return [resultOf(seen, callId, block['is_error'] === true, contentOf(block['content']), pointer)];
    }
    case 'image':
    case 'document':
      return say(seen, 'injected', `[${type}]`, base);
    default:
      return [{ kind: 'unrecognised', ...seen, what: `block ${clip(type, 80)}` }];
  }
}

function observeMessage(record: JsonObject, seen: Seen): Reading {
  const message = asObject(record['message']);
  // Streams have the text next to the role.
  if (message === undefined) {
    const what = asName(record['role']) === 'user' ? 'prompt' : 'answer';
    return orIgnored(say(seen, what, asString(record['text']) ?? '', '/text'), 'a message without words');
  }
  const isUser = asName(message['role']) === 'user';
  const content = message['content'];
  if (typeof content === 'string')
    return orIgnored(say(seen, isUser ? 'prompt' : 'answer', content, '/message/content'), 'a message without words');
  const blocks = asArray(content) ?? [];
  return orIgnored(
    blocks.flatMap((block, i) => observeBlock(block, i, record, isUser, seen)),
    'a message without words',
  );
}

/** The title is the first prompt, until the model has found a better one. */
function observeStart(record: JsonObject, seen: Seen): Reading {
  const cwd = asName(record['cwd']);
  const found = asName(record['sessionTitle']);
  const title = found === undefined || found === 'New Session' ? asName(record['title']) : found;
  const titleBy = title === found ? 'model' : 'prompt';
  const fields: SessionFields = {
    ...(cwd === undefined ? {} : { cwd }),
    ...(title === undefined ? {} : { title, titleBy }),
  };
  return orIgnored(
    Object.keys(fields).length === 0 ? [] : [{ kind: 'session-described', ...seen, fields }],
    'state: session',
  );
}

function observeCall(record: JsonObject, seen: Seen): Reading {
  const callId = asName(record['toolCallId']) ?? asName(record['id']) ?? `no-id:${seen.ref.line}`;
  const tool = asString(record['toolName']) ?? '';
  const group = asName(record['messageId']) ?? null;
  return observed([requestOf(seen, callId, { tool, input: record['parameters'], group, pointer: '/parameters' })]);
}

function observeResult(record: JsonObject, seen: Seen): Reading {
  const callId = asName(record['toolCallId']) ?? asName(record['id']);
  if (callId === undefined) return observed([{ kind: 'unrecognised', ...seen, what: 'tool_result without id' }]);
  const content = contentOf(record['value']);
  return observed([resultOf(seen, callId, asBoolean(record['isError']) === true, content, '/value')]);
}

function observeCompletion(record: JsonObject, seen: Seen): Reading {
  const used = asObject(record['usage']);
  if (used === undefined) return ignored('end of the run');
  const count = (name: string): number => asCount(used[name]) ?? 0;
  const usage = {
    input: count('input_tokens'),
    output: count('output_tokens'),
    cacheRead: count('cache_read_input_tokens'),
    cacheWrite: count('cache_creation_input_tokens'),
    reasoning: 0,
  };
  return observed([{ kind: 'usage-counted', ...seen, key: 'run', model: null, usage }]);
}

function observeCompaction(record: JsonObject, seen: Seen): Reading {
  const summary = record['summary'];
  const text = isObject(summary) ? '' : (asString(summary) ?? '');
  return observed([
    { kind: 'context-compacted', ...seen, trigger: 'unknown', preTokens: null, postTokens: null },
    ...say(seen, 'compact-summary', text, '/summary'),
  ]);
}

function observeInit(record: JsonObject, seen: Seen): Reading {
  const cwd = asName(record['cwd']);
  return cwd === undefined
    ? ignored('state: session')
    : observed([{ kind: 'session-described', ...seen, fields: { cwd } }]);
}

type Branch = (record: JsonObject, seen: Seen) => Reading;

const BRANCHES: ReadonlyMap<string, Branch> = new Map<string, Branch>([
  ['session_start', observeStart],
  ['message', observeMessage],
  ['tool_call', observeCall],
  ['tool_result', observeResult],
  ['completion', observeCompletion],
  ['compaction_state', observeCompaction],
  ['system', observeInit],
  [
    'error',
    (record, seen) =>
      orIgnored(say(seen, 'api-error', asString(record['message']) ?? '', '/message'), 'an error without words'),
  ],
  ['todo_state', () => ignored('told by its call')],
  ['session_event', () => ignored('state: session')],
]);

export class DroidReader implements LineReader {
  readonly #file: OpenFile;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  state(): unknown {
    return null;
  }

  read(record: JsonObject, ref: LineRef): Reading {
    const type = asName(record['type']) ?? '';
    const seen: Seen = { ref, at: instantOf(record['timestamp']), thread: this.#file.thread };
    const branch = BRANCHES.get(type);
    if (branch !== undefined) return branch(record, seen);
    return observed([{ kind: 'unrecognised', ...seen, what: clip(type === '' ? 'no type' : type, 80) }]);
  }
}
