// Questions about calls, over all sessions.

import type { CallKey, ToolCall } from '../../model/tool-call.ts';
import type { SessionKey } from '../session-batch.ts';
import type { CallOrder } from './call-order.ts';
import type { CallQuestion } from './call-question.ts';

export interface FoundCall {
  readonly call: ToolCall;
  /** Names of its session's files. */
  pathOf(source: number): string;
}

/** A page begins after it: what a call is sorted by, as `sortValue` says it, and the engine's own number, which tells equal ones apart. */
export interface CallCursor {
  readonly value: string;
  readonly key: number;
}

export interface CallPageChoice {
  readonly limit: number;
  readonly after: CallCursor | null;
  /** Newest first unless given. */
  readonly order?: CallOrder;
}

export interface CallPage {
  readonly calls: readonly FoundCall[];
  /** Null after the last page. */
  readonly next: CallCursor | null;
}

export interface NamedCall {
  readonly call: ToolCall;
  /** Names of its session's files, by their number. */
  readonly paths: ReadonlyMap<number, string>;
}

export interface CallWanted {
  /** The beginning of its id. */
  readonly prefix: string;
  readonly places: readonly string[];
  /** The beginning of its session's id. */
  readonly session?: string;
  readonly occurrence?: number;
}

export interface ChangedCall extends FoundCall {
  readonly project: string | null;
}

/** Calls that no precise rule explained. */
export interface UnclassedQuestion {
  readonly places: readonly string[];
  /** Codes that say no more than that it failed. */
  readonly codes: ReadonlySet<string>;
  /** Agents with successes of which only the arrival is known. */
  readonly arriving: ReadonlySet<string>;
  /** How many calls of one tool and outcome are read, the newest. */
  readonly most: number;
}

/** Calls of one tool with one outcome. */
export interface UnclassedGroup {
  readonly agent: string;
  readonly toolId: string;
  /** As the log spells it. */
  readonly tool: string;
  /** Null for successes. */
  readonly code: string | null;
  /** How many there are: more than were read, where there are very many. */
  readonly calls: number;
  readonly read: readonly FoundCall[];
}

export interface CallQuestions {
  /** Newest first, in batches; no more than `limit`. */
  newest(question: CallQuestion, limit?: number): AsyncIterable<readonly FoundCall[]>;
  page(question: CallQuestion, choice: CallPageChoice): Promise<CallPage>;
  get(key: CallKey): Promise<NamedCall | undefined>;
  /** Those of many keys, in the order of the keys: lists ask about all that they show at once. */
  several(keys: readonly CallKey[]): Promise<readonly (ToolCall | undefined)[]>;
  /** By the beginning of an id, one more than are worth telling. An exact id leaves longer ones out; copies are left out. */
  find(wanted: CallWanted): Promise<readonly NamedCall[]>;
  /** Every occurrence of a session's call, of those that fit. */
  changed(question: CallQuestion, session: SessionKey, callId: string): Promise<readonly ChangedCall[]>;
  /** Those of a session that fit and were made or came to something since then. */
  changedSince(question: CallQuestion, session: SessionKey, at: number): Promise<readonly ChangedCall[]>;
  unclassed(question: UnclassedQuestion): Promise<readonly UnclassedGroup[]>;
  /** As much of each id as tells it from every other one. */
  shortIds(ids: readonly string[]): Promise<readonly string[]>;
}
