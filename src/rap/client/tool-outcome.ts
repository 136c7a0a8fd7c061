// Owns what a tool may answer, and makes it into a message that keeps the protocol's advice by itself.

import { clip, firstLine } from '../../base/text.ts';
import type { Segment } from '../protocol/messages.ts';
import { findSecrets } from '../protocol/secrets.ts';
import type { Invocation } from './invocation.ts';

export interface ToolOutcome {
  /** What the model reads. */
  readonly text?: string;
  /** Structured data: sent as JSON inside the text. */
  readonly data?: unknown;
  /** Several texts and images, for runtimes that know `content`. Supersedes the text. */
  readonly content?: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mediaType: string }
  )[];
  /** For people, best first. A short text is added as the last one where it is missing. */
  readonly displayAs?: readonly Segment[];
  /** The call goes on sending events. */
  readonly subscription?: boolean;
  /** The operation is meant to hand out a credential. */
  readonly allowSecrets?: boolean;
}

/** A failure in the author's own words, meant for the model: what went wrong, and what to do about it. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolError';
  }
}

const SHORT = 160;

/** Begins with "Error: ", once, and holds no stack trace. */
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
  // A text that is short enough to show needs no second version of itself.
  return segments.every((segment) => isSame(segment, text)) ? [] : segments;
}

/** Nothing that looks like a credential leaves by accident. */
function withheld(text: string): string | undefined {
  const kinds = findSecrets(text);
  if (kinds.length === 0) return undefined;
  return `Error: the result was withheld because it seems to hold a credential (${kinds.join(', ')}). Ask for it without secrets.`;
}

/** The message for an outcome, in wire form. */
export function resultMessage(invocation: Invocation, outcome: string | ToolOutcome): Record<string, unknown> {
  const given: ToolOutcome = typeof outcome === 'string' ? { text: outcome } : outcome;
  const message: Record<string, unknown> = { type: 'tool_result', group_id: invocation.groupId, id: invocation.id };
  if (invocation.callId !== null) message['call_id'] = invocation.callId;
  const spoken = given.content?.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
  const text = given.text ?? spoken ?? (given.data === undefined ? '' : JSON.stringify(given.data));
  const everything = [text, spoken ?? '', JSON.stringify(given.displayAs ?? [])].join('\n');
  const refusal = given.allowSecrets === true ? undefined : withheld(everything);
  message['text'] = refusal ?? text;
  if (refusal !== undefined) return message;
  if (given.content !== undefined) message['content'] = given.content;
  const segments = given.displayAs === undefined ? [] : segmentsFor(text, given.displayAs);
  if (segments.length > 0) message['display_as'] = segments;
  if (given.subscription === true) message['subscription'] = true;
  return message;
}

export function errorMessage(invocation: Invocation, message: string): Record<string, unknown> {
  return resultMessage(invocation, errorText(message));
}
