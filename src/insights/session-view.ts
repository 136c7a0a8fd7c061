// What insights are computed from: the parts of a session, whether it was read whole or comes from the index.

import type { Duration } from '../model/duration.ts';
import type { ModelRequest } from '../model/model-request.ts';
import type { SessionFields } from '../model/observation.ts';
import type { Compaction, Message, Thread } from '../model/session.ts';
import type { LineRef } from '../model/source.ts';
import type { HookRun, ToolCall } from '../model/tool-call.ts';
import type { Prices } from './prices.ts';

/** Traits of a tool, by its id. */
export interface ToolTrait {
  readonly family: string;
  readonly touches: 'read' | 'edit' | 'write' | null;
  readonly awaits: 'answer' | 'permission' | null;
}

/** A hook that ran for a call. */
export type SeenHook = Pick<HookRun, 'event' | 'name' | 'command' | 'at' | 'durationMs'>;

/** Only what insights look at: a session can have a hundred thousand calls. */
export type SeenCall = Pick<
  ToolCall,
  | 'callId'
  | 'occurrence'
  | 'thread'
  | 'tool'
  | 'toolId'
  | 'status'
  | 'failure'
  | 'masked'
  | 'requestedAt'
  | 'endedAt'
  | 'summary'
  | 'facts'
  | 'target'
  | 'aim'
  | 'agentId'
  | 'background'
  | 'permission'
  | 'flags'
> & {
  readonly duration: Pick<Duration, 'ms' | 'bound'> | null;
  readonly hooks: readonly SeenHook[];
  readonly heard?: ToolCall['heard'] | undefined;
  /** Its lines in the log. */
  readonly bodies: { readonly input: LineRef; readonly content: LineRef | null };
};

export type SeenMessage = Pick<Message, 'what' | 'thread' | 'at' | 'preview' | 'size' | 'ref'>;

export interface SessionView {
  readonly fields: SessionFields;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  /** The log may still grow. */
  readonly live: boolean;
  readonly threads: readonly Thread[];
  /** In file order, as the messages are. */
  readonly calls: readonly SeenCall[];
  readonly messages: readonly SeenMessage[];
  readonly requests: readonly ModelRequest[];
  readonly compactions: readonly Pick<Compaction, 'thread' | 'at' | 'trigger' | 'preTokens' | 'postTokens' | 'ref'>[];
  /** Of the session and its turns; those of calls are with their calls. */
  readonly hooks: readonly HookRun[];
  /** The end of the main thread's last answer; null when it cannot be read. */
  readonly lastWords: string | null;
  /** The whole text of a message; null when it cannot be read. */
  textOf(message: SeenMessage): string | null;
}

export interface InsightOptions {
  readonly traits: ReadonlyMap<string, ToolTrait>;
  readonly prices: Prices;
}

const PLAIN: ToolTrait = { family: 'other', touches: null, awaits: null };

export function traitOf(traits: InsightOptions['traits'], toolId: string): ToolTrait {
  return traits.get(toolId) ?? PLAIN;
}

/** A call as evidence: enough to name it and to find it. */
export interface CallRef {
  readonly callId: string;
  readonly occurrence: number;
  readonly thread: string;
  readonly tool: string;
  readonly toolId: string;
  readonly summary: string;
}

export function callRef({ callId, occurrence, thread, tool, toolId, summary }: SeenCall): CallRef {
  return { callId, occurrence, thread, tool, toolId, summary };
}
