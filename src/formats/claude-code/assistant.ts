// Assistant records: spoken text, thinking, tool requests, and the results of tools the API itself ran.

import {
  asArray,
  asCount,
  asName,
  asNumber,
  asObject,
  asString,
  isObject,
  type JsonObject,
  memberOf,
} from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { contentText } from '../../model/content.ts';
import type { CallRequested, Observation, SpokenKind } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { NO_USAGE, type TokenUsage } from '../../model/usage.ts';
import { neutralContent } from './content.ts';
import { groupOf, type Seen } from './envelope.ts';
import { type BlockPointers, blockPointers } from './pointers.ts';
import { promptHash } from './prompt-hash.ts';

/** Blocks in which the API reports what its own tools did: the result is in the assistant message. */
const SERVER_RESULT =
  /^(?:web_search|web_fetch|code_execution|bash_code_execution|text_editor_code_execution|advisor|mcp|tool_search|tool_search_tool)_(?:tool_)?result$/;

export function spoken(
  seen: Seen,
  what: SpokenKind,
  text: string,
  pointer: string,
  model: string | null,
  callId: string | null = null,
): Observation {
  return {
    kind: 'message-spoken',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    what,
    text,
    pointer,
    model,
    callId,
  };
}

/** The usage last reported: each record of a message repeats it, and only growth counts. */
export class ToldUsage {
  #message = '';
  #request = '';
  #usage = NO_USAGE;

  /** Whether it was the same message's, and nothing in it was smaller; if not, this one is reported. */
  isTold(message: string, request: string, usage: TokenUsage): boolean {
    const known = this.#usage;
    if (
      message === this.#message &&
      request === this.#request &&
      usage.output <= known.output &&
      usage.input <= known.input &&
      usage.cacheRead <= known.cacheRead &&
      usage.cacheWrite <= known.cacheWrite
    )
      return true;
    this.#message = message;
    this.#request = request;
    this.#usage = usage;
    return false;
  }
}

/** A message without an id uses its record's, and a record without one its line's: its usage counts nevertheless. */
function usageKey({ seen: { ref }, group, uuid }: AssistantContext): string {
  return group ?? uuid ?? `line ${ref.source}:${ref.offset}`;
}

function usageOf(context: AssistantContext, usage: JsonObject, told: ToldUsage | undefined): Observation | undefined {
  const { record, seen, model } = context;
  const key = usageKey(context);
  const request = asName(memberOf(record, 'requestId')) ?? '';
  const tokens = tokensOf(usage);
  if (tokens === undefined) return undefined;
  if (told?.isTold(key, request, tokens) === true) return undefined;
  return {
    kind: 'usage-counted',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    key: `${key}|${request}`,
    model,
    usage: tokens,
    ...costDetails(record, usage),
  };
}

/** What the cache keeps for an hour costs more; the price itself was in records until version 1.0.17. */
function costDetails(
  record: JsonObject,
  usage: JsonObject,
): { readonly cacheWriteLong?: number; readonly costUsd?: number } {
  const cacheWriteLong = asCount(asObject(memberOf(usage, 'cache_creation'))?.['ephemeral_1h_input_tokens']);
  const costUsd = asNumber(memberOf(record, 'costUSD'));
  return {
    ...(cacheWriteLong === undefined || cacheWriteLong === 0 ? {} : { cacheWriteLong }),
    ...(costUsd === undefined || costUsd < 0 ? {} : { costUsd }),
  };
}

/** Undefined when a count in it is impossible: then none of them is trusted. */
function tokensOf(usage: JsonObject): TokenUsage | undefined {
  const input = countIn(usage, 'input_tokens');
  const output = countIn(usage, 'output_tokens');
  const cacheRead = countIn(usage, 'cache_read_input_tokens');
  const cacheWrite = countIn(usage, 'cache_creation_input_tokens');
  if (input === null || output === null || cacheRead === null || cacheWrite === null) return undefined;
  return { input, output, cacheRead, cacheWrite, reasoning: 0 };
}

/** 0 if there is none, null if it is impossible. */
function countIn(usage: JsonObject, name: string): number | null {
  const value = usage[name];
  return typeof value === 'number' ? (asCount(value) ?? null) : 0;
}

/** Whether the usage of a record cannot be right. */
export function hasImpossibleUsage(record: JsonObject): boolean {
  const usage = memberOf(asObject(memberOf(record, 'message')) ?? {}, 'usage');
  return isObject(usage) && tokensOf(usage) === undefined;
}

function serverVerdict(block: JsonObject): Verdict {
  const content = asObject(block['content']);
  const errorCode = asName(content?.['error_code']);
  const isError =
    block['is_error'] === true || errorCode !== undefined || /_error$/.test(asString(content?.['type']) ?? '');
  if (!isError) return { status: 'ok', rule: 'server-result', failure: null };
  const message = errorCode ?? clip(contentText(neutralContent(block['content'], '')), 240);
  return { status: 'error', rule: 'server-error', failure: { code: 'server-tool-error', blame: 'tool', message } };
}

interface AssistantContext {
  readonly seen: Seen;
  readonly record: JsonObject;
  readonly group: string | null;
  readonly model: string | null;
  readonly uuid: string | null;
}

/** A request without an id is still a call; nothing can answer it. */
function callIdOf(context: AssistantContext, block: JsonObject, { block: pointer }: BlockPointers): string {
  return (
    asName(block['id']) ??
    `no-id:${context.uuid ?? `line-${context.seen.ref.line}`}:${pointer.slice(pointer.lastIndexOf('/') + 1)}`
  );
}

function requested(context: AssistantContext, block: JsonObject, pointers: BlockPointers): CallRequested {
  const { seen } = context;
  const callId = callIdOf(context, block, pointers);
  const server = asName(block['server_name']);
  const name = asString(block['name']) ?? '';
  // `input` may be cleaned up before it is written; newer versions keep what the model really sent next to it.
  const wire = asObject(memberOf(context.record, 'wireToolInputs'));
  const sent = wire !== undefined && Object.hasOwn(wire, callId) ? wire[callId] : undefined;
  const input = block['input'];
  const prompt = isObject(input) ? asName(input['prompt']) : undefined;
  return {
    kind: 'call-requested',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId,
    tool: block['type'] === 'mcp_tool_use' && server !== undefined ? `mcp__${server}__${name}` : name,
    input,
    record: context.uuid,
    group: context.group,
    model: context.model,
    pointer: pointers.input,
    parentCall: undefined,
    implied: undefined,
    promptHash: prompt === undefined ? undefined : promptHash(prompt),
    wirePointer:
      sent === undefined ? undefined : `/wireToolInputs/${callId.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  };
}

function serverResult(
  context: AssistantContext,
  block: JsonObject,
  { content: pointer }: BlockPointers,
): Observation | undefined {
  const { seen } = context;
  const callId = asName(block['tool_use_id']);
  if (callId === undefined) return undefined;
  return {
    kind: 'call-resulted',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId,
    verdict: serverVerdict(block),
    content: neutralContent(block['content'], pointer),
    structured: asArray(block['content']) === undefined ? asObject(block['content']) : block['content'],
    record: context.uuid,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: pointer, structured: pointer },
    reportedMs: undefined,
    continues: undefined,
    isWrittenWithRequest: undefined,
  };
}

function observeBlock(
  context: AssistantContext,
  block: unknown,
  pointers: BlockPointers,
  synthetic: boolean,
): Observation {
  const { seen, model } = context;
  if (typeof block === 'string') return spoken(seen, 'answer', block, pointers.block, model);
  if (!isObject(block)) return { kind: 'unrecognised', ...seen, what: 'assistant block' };
  const type = asString(block['type']) ?? '';
  switch (type) {
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return requested(context, block, pointers);
    case 'text': {
      const isError = memberOf(context.record, 'isApiErrorMessage') === true;
      return spoken(
        seen,
        isError ? 'api-error' : synthetic ? 'notice' : 'answer',
        asString(block['text']) ?? '',
        pointers.text,
        model,
      );
    }
    case 'thinking':
      return spoken(seen, 'thinking', asString(block['thinking']) ?? '', pointers.thinking, model);
    case 'redacted_thinking':
      return spoken(seen, 'thinking', '', `${pointers.block}/data`, model);
    case 'fallback':
      return spoken(seen, 'notice', 'The model was changed by the server.', pointers.block, model);
    default:
      return SERVER_RESULT.test(type)
        ? (serverResult(context, block, pointers) ?? { kind: 'unrecognised', ...seen, what: `${type} without id` })
        : { kind: 'unrecognised', ...seen, what: `assistant block ${type}` };
  }
}

function observeSuperseded(ids: unknown, seen: Seen, observations: Observation[]): void {
  const records = (asArray(ids) ?? []).filter((id): id is string => typeof id === 'string');
  if (records.length > 0) observations.push({ kind: 'records-superseded', ...seen, records });
}

/** Adds what the record says to `observations`, and returns them; `told` is what earlier records of the file reported. */
export function observeAssistant(
  record: JsonObject,
  seen: Seen,
  observations: Observation[] = [],
  told?: ToldUsage,
): Observation[] {
  const superseded = memberOf(record, 'supersedesUuids');
  if (superseded !== undefined) observeSuperseded(superseded, seen, observations);
  const message = memberOf(record, 'message');
  if (!isObject(message)) return observations;
  const model = asName(memberOf(message, 'model')) ?? null;
  const synthetic = model === '<synthetic>';
  const context: AssistantContext = {
    seen,
    record,
    group: groupOf(message),
    model: synthetic ? null : model,
    uuid: asName(memberOf(record, 'uuid')) ?? null,
  };
  const content = memberOf(message, 'content');
  if (typeof content === 'string') {
    observations.push(spoken(seen, 'answer', content, '/message/content', context.model));
  } else {
    const blocks = asArray(content) ?? [];
    for (let i = 0; i < blocks.length; i++) {
      observations.push(observeBlock(context, blocks[i], blockPointers(i), synthetic));
    }
  }
  const usage = synthetic ? undefined : memberOf(message, 'usage');
  if (isObject(usage)) {
    // A record that says nothing else is observed by its usage.
    const counted = usageOf(context, usage, observations.length === 0 ? undefined : told);
    if (counted !== undefined) observations.push(counted);
  }
  return observations;
}
