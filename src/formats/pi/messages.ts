// Messages of the conversation: what was said, the model's calls, their results, and tokens with their cost.

import { asArray, asCount, asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { contentText } from '../../model/content.ts';
import type { CallRequested, CallResulted, MessageSpoken, Observation, SpokenKind } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import { neutralContent } from './content.ts';
import { verdictOf, verdictOfStop } from './outcome.ts';
import type { Entry } from './records.ts';

interface Said {
  readonly what: SpokenKind;
  readonly text: string;
  readonly pointer: string;
  readonly model?: string | null;
}

export function spoken({ seen }: Entry, { what, text, pointer, model = null }: Said): MessageSpoken[] {
  if (text.trim() === '') return [];
  return [{ kind: 'message-spoken', ...seen, what, text, pointer, model, callId: null }];
}

export function orIgnored(made: readonly Observation[], reason: string, { node }: Entry): Reading {
  return made.length === 0 ? ignored(reason, node) : observed(made, node);
}

/** A text, or one message for each block of text. */
export function said(entry: Entry, what: SpokenKind, content: unknown, pointer: string): MessageSpoken[] {
  if (typeof content === 'string') return spoken(entry, { what, text: content, pointer });
  return (asArray(content) ?? []).flatMap((block, i) => {
    const text = asString(asObject(block)?.['text']) ?? '';
    return spoken(entry, { what, text, pointer: `${pointer}/${i}/text` });
  });
}

/** `input` is what was not cached; not all versions separate thinking from the output. */
export function usageOf(entry: Entry, value: unknown, model: string | null, key: string | null): Observation[] {
  const used = asObject(value);
  if (used === undefined || key === null) return [];
  const count = (name: string): number => asCount(used[name]) ?? 0;
  const usage = {
    input: count('input'),
    output: count('output'),
    cacheRead: count('cacheRead'),
    cacheWrite: count('cacheWrite'),
    reasoning: count('reasoning'),
  };
  const costUsd = asNumber(asObject(used['cost'])?.['total']);
  return [{ kind: 'usage-counted', ...entry.seen, key, model, usage, costUsd }];
}

function request(call: JsonObject, entry: Entry, pointer: string, message: JsonObject): CallRequested[] {
  const callId = asName(call['id']);
  const tool = asName(call['name']);
  if (callId === undefined || tool === undefined) return [];
  const { id, seen } = entry;
  return [
    {
      kind: 'call-requested',
      ...seen,
      callId,
      tool,
      input: call['arguments'],
      record: id,
      group: id ?? asName(message['responseId']) ?? null,
      model: asName(message['model']) ?? null,
      pointer: `${pointer}/arguments`,
    },
  ];
}

function result(
  entry: Entry,
  callId: string,
  verdict: Verdict,
  body: Pick<CallResulted, 'content' | 'structured' | 'pointers'>,
): CallResulted {
  return {
    kind: 'call-resulted',
    ...entry.seen,
    callId,
    verdict,
    record: entry.id,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    ...body,
  };
}

const NOTHING = { content: '', structured: undefined, pointers: { content: '/nothing', structured: null } } as const;

/** The calls of an unfinished message were never run. */
function stopped(calls: readonly CallRequested[], entry: Entry, message: JsonObject): Observation[] {
  const reason = asName(message['stopReason']);
  if (reason !== 'error' && reason !== 'aborted') return [];
  const error = asName(message['errorMessage']);
  const verdict = verdictOfStop(reason, error ?? reason);
  const what = reason === 'aborted' ? 'interrupt' : 'api-error';
  return [
    ...spoken(entry, { what, text: error ?? reason, pointer: `/message/${error ? 'errorMessage' : 'stopReason'}` }),
    ...calls.map(({ callId }) => result({ ...entry, id: null }, callId, verdict, NOTHING)),
  ];
}

function observeAssistant(entry: Entry, message: JsonObject): Reading {
  const model = asName(message['model']) ?? null;
  const made: Observation[] = [];
  const calls: CallRequested[] = [];
  const content = message['content'];
  if (typeof content === 'string')
    made.push(...spoken(entry, { what: 'answer', text: content, pointer: '/message/content', model }));
  for (const [i, value] of (asArray(content) ?? []).entries()) {
    const block = asObject(value) ?? {};
    const pointer = `/message/content/${i}`;
    const type = asName(block['type']) ?? '';
    if (type === 'text' || type === 'thinking') {
      const what = type === 'text' ? 'answer' : 'thinking';
      made.push(...spoken(entry, { what, text: asString(block[type]) ?? '', pointer: `${pointer}/${type}`, model }));
    } else if (type === 'toolCall') {
      const asked = request(block, entry, pointer, message);
      calls.push(...asked);
      made.push(...asked);
    } else made.push({ kind: 'unrecognised', ...entry.seen, what: `block ${clip(type, 80)}` });
  }
  made.push(...stopped(calls, entry, message));
  const key = entry.id ?? asName(message['responseId']) ?? null;
  made.push(...usageOf(entry, message['usage'], model, key));
  return orIgnored(made, 'a message without words', entry);
}

function observeResult(entry: Entry, message: JsonObject): Reading {
  const callId = asName(message['toolCallId']);
  if (callId === undefined) return misread('no-call-id', 'The result of a call without its id.');
  const pointer = '/message/content';
  const content = neutralContent(message['content'], pointer);
  const details = asObject(message['details']);
  const structured = details === undefined || Object.keys(details).length === 0 ? undefined : details;
  const verdict = verdictOf(message['isError'] === true, contentText(content));
  const pointers = { content: pointer, structured: structured === undefined ? null : '/message/details' };
  return observed([result(entry, callId, verdict, { content, structured, pointers })], entry.node);
}

export function observeMessage(entry: Entry): Reading {
  const message = asObject(entry.record['message']);
  const role = asName(message?.['role']);
  if (message === undefined || role === undefined) return misread('no-message', 'The entry of a message holds none.');
  const content = message['content'];
  switch (role) {
    case 'user':
      return orIgnored(said(entry, 'prompt', content, '/message/content'), 'a prompt without words', entry);
    case 'assistant':
      return observeAssistant(entry, message);
    case 'toolResult':
      return observeResult(entry, message);
    case 'bashExecution':
      // A command that the person typed: not a call of the agent.
      return orIgnored(said(entry, 'shell', message['command'], '/message/command'), 'a command without words', entry);
    case 'custom':
    case 'hookMessage':
      return orIgnored(said(entry, 'injected', content, '/message/content'), 'state of an extension', entry);
    case 'branchSummary':
      return orIgnored(said(entry, 'injected', message['summary'], '/message/summary'), 'an empty summary', entry);
    case 'compactionSummary':
      return orIgnored(
        said(entry, 'compact-summary', message['summary'], '/message/summary'),
        'an empty summary',
        entry,
      );
    default:
      return observed([{ kind: 'unrecognised', ...entry.seen, what: `message of ${clip(role, 80)}` }], entry.node);
  }
}
