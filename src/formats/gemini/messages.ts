// Messages of a chat: what was said, tokens, and the calls, which are written when they have ended.

import { asArray, asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { parseInstant } from '../../base/time.ts';
import { contentText } from '../../model/content.ts';
import type { CallRequested, CallResulted, MessageSpoken, Observation, SpokenKind } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { contentOfParts, textsIn, usageOfCounts, verdictOfStatus } from '../gemini-parts.ts';
import type { Memory } from './memory.ts';
import type { Seen } from './records.ts';

/** A message, and the pointer to it from its line. */
export interface MessageSeen {
  readonly id: string;
  readonly message: JsonObject;
  readonly seen: Seen;
  readonly pointer: string;
  /** Written as part of a whole history: its messages are not new. */
  readonly isHistory: boolean;
}

function spoken(of: MessageSeen, what: SpokenKind, text: string, pointer: string, gist?: string): MessageSpoken[] {
  if (text.trim() === '') return [];
  const model = asName(of.message['model']) ?? null;
  return [{ kind: 'message-spoken', ...of.seen, what, text, pointer, model, callId: null, gist }];
}

/** Replaces a history that was summarised. */
const SNAPSHOT = /^.{0,2000}?<state_snapshot>/s;
/** What the program tells the model about the machine and the folder. */
const CONTEXT = /^\s{0,20}<session_context>/;

export function isSnapshot({ type, content }: JsonObject): boolean {
  return type === 'user' && textsIn(content, '').some(({ text }) => SNAPSHOT.test(text));
}

/** What was typed comes first; files that it names come after it. */
function promptOf(of: MessageSeen): Observation[] {
  const shown = textsIn(of.message['displayContent'], `${of.pointer}/displayContent`);
  const texts = shown.length > 0 ? shown : textsIn(of.message['content'], `${of.pointer}/content`);
  return texts.flatMap(({ text, pointer }, i) => {
    const isTyped = i === 0 && !of.isHistory && !CONTEXT.test(text);
    const what = of.isHistory && SNAPSHOT.test(text) ? 'compact-summary' : isTyped ? 'prompt' : 'injected';
    return spoken(of, what, text, pointer);
  });
}

function thoughtsOf(of: MessageSeen): Observation[] {
  return (asArray(of.message['thoughts']) ?? []).flatMap((value, i) => {
    const thought = asObject(value) ?? {};
    const key = asString(thought['description']) === undefined ? 'summary' : 'description';
    const text = asString(thought[key]) ?? '';
    return spoken(of, 'thinking', text, `${of.pointer}/thoughts/${i}/${key}`, asName(thought['subject']));
  });
}

function usageOf({ id, message, seen }: MessageSeen): Observation[] {
  const tokens = asObject(message['tokens']);
  if (tokens === undefined) return [];
  const usage = usageOfCounts({
    prompt: tokens['input'],
    answer: tokens['output'],
    cached: tokens['cached'],
    thoughts: tokens['thoughts'],
    tool: tokens['tool'],
    total: tokens['total'],
  });
  return [{ kind: 'usage-counted', ...seen, key: id, model: asName(message['model']) ?? null, usage }];
}

/** Known from its end alone; the message that holds it may be older, or was made with it. */
function requestOf(call: JsonObject, callId: string, of: MessageSeen, pointer: string): CallRequested {
  return {
    kind: 'call-requested',
    ...of.seen,
    callId,
    tool: asName(call['name']) ?? 'unknown',
    input: call['args'],
    record: of.id,
    group: of.id,
    model: asName(of.message['model']) ?? null,
    pointer: `${pointer}/args`,
    implied: true,
  };
}

function resultOf(call: JsonObject, callId: string, verdict: Verdict, of: MessageSeen, pointer: string): CallResulted {
  const structured = asObject(call['resultDisplay']);
  return {
    kind: 'call-resulted',
    ...of.seen,
    at: parseInstant(call['timestamp']),
    callId,
    verdict,
    content: contentOfParts(call['result'], `${pointer}/result`),
    structured,
    record: of.id,
    requestRecord: of.id,
    background: null,
    agentId: asName(call['agentId']) ?? null,
    runId: null,
    pointers: {
      content: `${pointer}/result`,
      structured: structured === undefined ? null : `${pointer}/resultDisplay`,
    },
  };
}

const NOT_LOGGED: Verdict = { status: 'unknown', rule: 'result-not-logged', failure: null, placeholder: true };

function verdictOf(call: JsonObject, pointer: string): Verdict | undefined {
  const status = asName(call['status']);
  const hasResult = (call['result'] ?? null) !== null;
  const verdict = verdictOfStatus(status, contentText(contentOfParts(call['result'], pointer)));
  if (verdict !== undefined) return verdict;
  // An unknown status with a result means that it ended; without one it is still running.
  if (hasResult) return { status: 'ok', rule: `status:${clip(status ?? 'none', 40)}`, failure: null };
  return status === undefined ? NOT_LOGGED : undefined;
}

function callsOf(of: MessageSeen, memory: Memory): Observation[] {
  return (asArray(of.message['toolCalls']) ?? []).flatMap((value, i) => {
    const call = asObject(value) ?? {};
    const callId = asName(call['id']);
    if (callId === undefined) return [];
    const pointer = `${of.pointer}/toolCalls/${i}`;
    const made: Observation[] = [];
    if (memory.isNews(`asked ${of.id} ${callId}`)) made.push(requestOf(call, callId, of, pointer));
    const verdict = verdictOf(call, pointer);
    const isPlaceholder = verdict?.placeholder === true;
    if (verdict !== undefined && memory.isNews(`${isPlaceholder ? 'held' : 'ended'} ${of.id} ${callId}`)) {
      made.push(resultOf(call, callId, verdict, of, pointer));
    }
    return made;
  });
}

const NOTICES: ReadonlyMap<unknown, SpokenKind> = new Map<unknown, SpokenKind>([
  ['info', 'notice'],
  ['warning', 'notice'],
  ['error', 'api-error'],
]);

function wordsOf(of: MessageSeen): Observation[] {
  const { message, pointer } = of;
  if (message['type'] === 'user') return promptOf(of);
  const what = NOTICES.get(message['type']) ?? 'answer';
  const texts = textsIn(message['content'], `${pointer}/content`);
  const said = texts.flatMap((one) => spoken(of, what, one.text, one.pointer));
  return [...thoughtsOf(of), ...said];
}

const TYPES: ReadonlySet<unknown> = new Set(['user', 'gemini', ...NOTICES.keys()]);

/** The new parts of a message. */
export function observeMessage(of: MessageSeen, memory: Memory): Observation[] {
  const { message, seen, id } = of;
  if (!TYPES.has(message['type'])) {
    const what = `message ${clip(asName(message['type']) ?? 'without a type', 80)}`;
    return memory.isNews(`odd ${id}`) ? [{ kind: 'unrecognised', ...seen, what }] : [];
  }
  const made: Observation[] = [];
  const words = wordsOf(of);
  if (words.length > 0 && memory.isNews(`said ${id}`)) made.push(...words);
  made.push(...callsOf(of, memory));
  const usage = usageOf(of);
  if (usage.length > 0 && memory.isNews(`used ${id}`)) made.push(...usage);
  return made;
}
