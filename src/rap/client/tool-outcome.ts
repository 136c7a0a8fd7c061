// Turns what a handler returns into a result message that follows the protocol's advice. Anything that is not text becomes
// JSON.

import { isObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import { readSegments } from '../../model/display-segment.ts';
import type { Segment } from '../protocol/messages.ts';
import { findSecrets } from '../protocol/secrets.ts';
import type { Invocation } from './invocation.ts';

export interface ToolOutcome {
  /** What the model reads. */
  readonly text?: string;
  /** Structured data: sent as JSON in the text, after everything else. */
  readonly data?: unknown;
  /** Several texts and images, for runtimes that support `content`. Replaces the text. */
  readonly content?: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mediaType: string }
  )[];
  /** For people, best first. A short text is added as the last one if there is none. */
  readonly displayAs?: readonly Segment[];
  /** The call will send events. */
  readonly subscription?: boolean;
  /** The operation is meant to return a credential. */
  readonly allowSecrets?: boolean;
}

/** A failure in the author's own words, for the model: what went wrong, and what to do about it. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolError';
  }
}

const SHORT = 160;

/** Begins with "Error: ", once, and contains no stack trace. */
export function errorText(message: string): string {
  const bare = message.replace(/^Error:\s*/, '').replace(/\n\s+at .*/gs, '');
  return `Error: ${bare.trim() === '' ? 'The tool failed without saying why. Try again later.' : bare.trim()}`;
}

function isSame(segment: Segment, text: string): boolean {
  return segment.type === 'text' && segment.content === text;
}

function segmentsFor(text: string, wanted: readonly Segment[]): Segment[] {
  const segments = wanted.map(
    (segment): Segment => (segment.type === 'text' ? { type: 'text', content: clip(segment.content, SHORT) } : segment),
  );
  if (segments.at(-1)?.type !== 'text') segments.push({ type: 'text', content: clip(firstLine(text), SHORT) });
  // A text that is short enough to show needs no display version.
  return segments.every((segment) => isSame(segment, text)) ? [] : segments;
}

/** Nothing that looks like a credential is sent by accident. */
function withheld(text: string): string | undefined {
  const kinds = findSecrets(text);
  if (kinds.length === 0) return undefined;
  return `Error: the result was withheld because it seems to contain a credential (${kinds.join(', ')}). Ask for it without secrets.`;
}

/** JSON would turn these into `{}`, or fail for the whole result. */
function spelledOut(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  return value instanceof Error ? { ...value, name: value.name, message: value.message } : value;
}

/** Text as it is, everything else as JSON. Throws for values without JSON: functions, cycles, getters that throw. */
function asText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  const json = typeof value === 'bigint' ? String(value) : JSON.stringify(value, spelledOut);
  if (typeof json === 'string') return json;
  throw new TypeError(`A ${typeof value} cannot be sent as a result.`);
}

const FIELDS: ReadonlySet<string> = new Set(['text', 'data', 'content', 'displayAs', 'subscription', 'allowSecrets']);

/** An object is an outcome only if it has no members unknown to outcomes; any other is data, and sent whole. */
function isOutcome(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => FIELDS.has(name));
}

type Content = NonNullable<ToolOutcome['content']>;

/** Invalid items are sent as texts, so that a runtime does not reject the result because of them. */
function contentOf(value: unknown): Content | undefined {
  if (value === undefined || value === null) return undefined;
  // An empty list must not replace the text.
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (!Array.isArray(value)) return [{ type: 'text', text: asText(value) }];
  return value.map((item: unknown): Content[number] => {
    const { type, text, data, mediaType } = isObject(item) ? item : {};
    if (type === 'text' && typeof text === 'string') return { type, text };
    if (type === 'image' && typeof data === 'string' && typeof mediaType === 'string') return { type, data, mediaType };
    return { type: 'text', text: asText(item) };
  });
}

function normal(returned: unknown): ToolOutcome {
  if (!isOutcome(returned)) return { text: asText(returned) };
  const { text, data, displayAs, subscription, allowSecrets } = returned;
  const content = contentOf(returned['content']);
  const { segments } = readSegments(displayAs);
  return {
    ...(text === undefined || text === null ? {} : { text: asText(text) }),
    ...(data === undefined ? {} : { data }),
    ...(content === undefined ? {} : { content }),
    ...(segments.length === 0 ? {} : { displayAs: segments }),
    subscription: subscription === true,
    allowSecrets: allowSecrets === true,
  };
}

/** For models that read only text. */
function spokenIn(content: Content | undefined): string | undefined {
  return content?.map((item) => (item.type === 'text' ? item.text : `[image: ${item.mediaType}]`)).join('\n');
}

/** The message for whatever a handler returned, in wire form. Throws if that cannot be serialised. */
export function resultMessage(invocation: Invocation, returned: unknown): Record<string, unknown> {
  const given = normal(returned);
  const message: Record<string, unknown> = { type: 'tool_result', group_id: invocation.groupId, id: invocation.id };
  if (invocation.callId !== null) message['call_id'] = invocation.callId;
  const data = given.data === undefined ? [] : [asText(given.data)];
  const spoken = spokenIn(given.content);
  const shown = given.displayAs?.find(({ type }) => type === 'text')?.content;
  const said = given.text ?? spoken ?? (data.length === 0 ? asText(shown) : undefined);
  const text = [...(said === undefined ? [] : [said]), ...data].join('\n');
  const everything = [text, spoken ?? '', JSON.stringify(given.displayAs ?? [])].join('\n');
  const refusal = given.allowSecrets === true ? undefined : withheld(everything);
  message['text'] = refusal ?? text;
  if (refusal !== undefined) return message;
  // Where content is read, the text is not.
  if (given.content !== undefined)
    message['content'] = [...given.content, ...data.map((json) => ({ type: 'text', text: json }))];
  const segments = given.displayAs === undefined ? [] : segmentsFor(text, given.displayAs);
  if (segments.length > 0) message['display_as'] = segments;
  if (given.subscription === true) message['subscription'] = true;
  return message;
}

export function errorMessage(invocation: Invocation, message: string): Record<string, unknown> {
  return resultMessage(invocation, errorText(message));
}
