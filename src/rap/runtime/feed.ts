// Outgoing feeds: full results for the model, the best display segment for people.

import { asObject, asString, parseExactly } from '../../base/json.ts';
import { pickSegment } from '../protocol/display.ts';
import { inspectText } from '../protocol/inspect-text.ts';
import { type ContentItem, resultText, type Segment, type SegmentType } from '../protocol/messages.ts';
import { readStored } from '../protocol/read-stored.ts';
import type { EventRow } from '../store/rap-journal.ts';
import type { INJECTED_TOOL } from './built-in-tools.ts';

/**
 * A result, from the tool or from the runtime if there will be none; an event of a subscription; or the state of a call
 * that is still open, which the model should know and which ends nothing.
 */
export interface ModelItem {
  readonly seq: number;
  readonly at: number;
  readonly type: 'tool_result' | 'subscription_event' | 'status';
  readonly group_id: string;
  readonly id: string;
  readonly call_id: string | null;
  readonly operation: string;
  /** All of it, as the tool sent it. */
  readonly text: string;
  readonly content?: readonly unknown[];
  readonly subscription?: boolean;
  /** Written by the runtime, because the tool could not or was not allowed to. */
  readonly synthetic?: string;
  /** The thread that was opened for an event. */
  readonly thread?: string;
  readonly associative?: boolean;
  readonly final?: boolean;
  /** Warnings about the text: it contains invisible characters. */
  readonly notes?: readonly string[];
}

/** How an event enters a conversation whose original call already has its only result. */
export interface InjectedCall {
  readonly name: typeof INJECTED_TOOL;
  readonly arguments: {
    readonly original_tool_name: string;
    readonly original_tool_call_id: string;
    readonly original_args: unknown;
  };
}

export interface DisplayItem {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly group_id: string;
  readonly id: string | null;
  readonly operation: string | null;
  /** What to show for a result or an event. */
  readonly display?: Segment;
  /** Everything else there is to say about it. */
  readonly details?: unknown;
}

const MODEL_KINDS: ReadonlySet<string> = new Set(['tool_result', 'synthetic-result', 'subscription_event']);

const STATUS_KINDS: ReadonlySet<string> = new Set([
  'oauth',
  'delivery-uncertain',
  'confirmation-asked',
  'event-threaded',
]);

/** The text for the model about a call that is still open. */
function statusText(kind: string, operation: string, body: unknown): string {
  const record = asObject(body);
  if (kind === 'oauth') {
    const host = asString(record?.['auth_host']) ?? '';
    return `${operation} is waiting for a person to sign in${host === '' ? '' : ` at ${host}`}. Its result comes afterwards: do not call it again.`;
  }
  if (kind === 'confirmation-asked')
    return `${operation} is waiting for a person to confirm it. Its result comes afterwards.`;
  if (kind === 'event-threaded') return `An event of ${operation} is in a thread of its own.`;
  const reason = asString(record?.['reason']);
  return `It is not known whether ${operation} is running${reason === undefined ? '' : `: ${reason}`}. It is not sent again. Its result may still come.`;
}

function isForModel(kind: string): boolean {
  return MODEL_KINDS.has(kind) || STATUS_KINDS.has(kind);
}

function bodyOf(event: EventRow): unknown {
  const parsed = parseExactly(event.body);
  return parsed.ok ? parsed.value : {};
}

function contentWire(item: ContentItem): unknown {
  return item.type === 'other' ? item.value : item;
}

function noted(text: string): { notes?: readonly string[] } {
  const notes = inspectText(text);
  return notes.length === 0 ? {} : { notes };
}

/** The event for the model; undefined when it is not for the model. */
export function modelItem(event: EventRow): ModelItem | undefined {
  if (!isForModel(event.kind)) return undefined;
  const base = {
    seq: event.seq,
    at: event.at,
    group_id: event.groupId,
    id: event.id ?? '',
    call_id: event.callId,
    operation: event.operation ?? '',
  };
  const body = bodyOf(event);
  if (event.kind === 'synthetic-result') {
    const record = asObject(body);
    const text = asString(record?.['text']) ?? '';
    return { ...base, type: 'tool_result', text, subscription: false, synthetic: asString(record?.['reason']) ?? '' };
  }
  if (STATUS_KINDS.has(event.kind)) {
    const thread = asString(asObject(body)?.['thread']);
    const text = statusText(event.kind, base.operation, body);
    return { ...base, type: 'status', text, ...(thread === undefined ? {} : { thread }) };
  }
  const message = readStored(event.body);
  // The model needs the text, whatever else there is.
  if (message === undefined) return { ...base, type: 'tool_result', text: asString(asObject(body)?.['text']) ?? '' };
  if (message.type === 'subscription_event') {
    const { text, associative, final } = message;
    return { ...base, type: 'subscription_event', text, associative, final, ...noted(text) };
  }
  if (message.type !== 'tool_result') return undefined;
  const text = resultText(message);
  return {
    ...base,
    type: 'tool_result',
    text,
    ...(message.content === null ? {} : { content: message.content.map(contentWire) }),
    subscription: message.subscription,
    ...noted(text),
  };
}

/** The event for people. Never contains an address that only the runtime may use. */
export function displayItem(event: EventRow, supported: readonly SegmentType[]): DisplayItem {
  const { seq, at, groupId, id, operation, kind } = event;
  const base = { seq, at, type: kind, group_id: groupId, id, operation };
  const body = bodyOf(event);
  if (kind === 'tool_result') {
    const message = readStored(event.body);
    if (message?.type !== 'tool_result')
      return { ...base, display: { type: 'text', content: asString(asObject(body)?.['text']) ?? '' } };
    const raw: Segment = { type: 'text', content: resultText(message) };
    return {
      ...base,
      display: pickSegment(message, supported) ?? raw,
      details: { subscription: message.subscription, skipped: message.skipped },
    };
  }
  const record = asObject(body);
  const text = asString(record?.['text']);
  if (kind === 'subscription_event' || kind === 'synthetic-result') {
    return { ...base, display: { type: 'text', content: text ?? '' }, details: without(record, 'text') };
  }
  return { ...base, details: body };
}

function without(record: Readonly<Record<string, unknown>> | undefined, key: string): unknown {
  if (record === undefined) return {};
  const { [key]: _, ...rest } = record;
  return rest;
}
