// The protocol's messages as parsed, after validation.

import type { DisplaySegment } from '../../model/display-segment.ts';

/** The content of a result for the model, if it is more than one text. */
export type ContentItem =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mediaType: string }
  /** A kind added later: passed on as it is. */
  | { readonly type: 'other'; readonly kind: string; readonly value: unknown };

/** What people may be shown instead of the raw text. */
export type Segment = DisplaySegment;

export type SegmentType = Segment['type'];
export const SEGMENT_TYPES: readonly SegmentType[] = ['diff', 'image', 'text'];

export interface ToolResult {
  readonly type: 'tool_result';
  readonly groupId: string;
  readonly id: string;
  readonly callId: string | null;
  /** Null when the result came as content only. */
  readonly text: string | null;
  /** Supersedes the text where both are given. */
  readonly content: readonly ContentItem[] | null;
  readonly segments: readonly Segment[];
  /** Why segments were left out, one entry each. */
  readonly skipped: readonly string[];
  readonly subscription: boolean;
}

export interface SubscriptionEvent {
  readonly type: 'subscription_event';
  readonly groupId: string;
  /** The call that started the subscription. */
  readonly id: string;
  readonly text: string;
  /** Belongs to the thread itself; otherwise it starts a thread of its own. */
  readonly associative: boolean;
  readonly final: boolean;
}

export interface OAuthRequest {
  readonly type: 'oauth';
  readonly groupId: string;
  readonly id: string;
  readonly callId: string | null;
  readonly authUrl: string;
}

export interface UserChoice {
  readonly type: 'user_choice';
  readonly groupId: string;
  readonly id: string;
  readonly callId: string | null;
  readonly prompt: string;
  readonly choices: readonly string[];
  readonly default: number;
  readonly responseUrl: string;
}

export interface ViewUpdate {
  readonly type: 'view_update';
  readonly groupId: string;
  readonly viewType: string;
  readonly content: unknown;
}

export type CallbackMessage = ToolResult | SubscriptionEvent | OAuthRequest | UserChoice | ViewUpdate;

/** What the runtime sends to a tool's endpoint, in wire form. */
export interface InvocationWire {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly call_id: string | null;
  readonly callback_url: string;
  readonly group_id: string;
  readonly thread_ancestors?: readonly string[];
  readonly user_id?: string;
}

/** A placeholder for an item where only text can be read. */
function itemText(item: ContentItem): string {
  if (item.type === 'text') return item.text;
  return item.type === 'image' ? `[image: ${item.mediaType}]` : `[${item.kind}]`;
}

/** The text of a result: what the model reads, and what people see when no segment matches. */
export function resultText(result: Pick<ToolResult, 'text' | 'content'>): string {
  if (result.content === null) return result.text ?? '';
  return result.content.map(itemText).join('\n');
}
