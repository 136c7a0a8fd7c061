// Questions about calls, over all sessions.

import type { CallKey, ToolCall } from '../../model/tool-call.ts';
import type { SessionKey } from '../session-batch.ts';
import type { CallOrder } from './call-order.ts';
import type { CallQuestion } from './call-question.ts';

export interface CallWithPaths {
  readonly call: ToolCall;
  /** Names of its session's files. */
  pathOf(source: number): string;
}

/** A page begins after it: the call's sort key (`sortValue`), and the engine's own number, which separates equal ones. */
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
  readonly calls: readonly CallWithPaths[];
  /** Null after the last page. */
  readonly next: CallCursor | null;
}

export interface NamedCall {
  readonly call: ToolCall;
  /** Names of its session's files, by their number. */
  readonly paths: ReadonlyMap<number, string>;
}

export interface CallWanted {
  /** The prefix of its id. */
  readonly prefix: string;
  readonly places: readonly string[];
  /** The prefix of its session's id. */
  readonly session?: string;
  readonly occurrence?: number;
}

export interface ChangedCall extends CallWithPaths {
  readonly project: string | null;
}

/** Calls that no precise rule explained. */
export interface UnclassedQuestion {
  readonly places: readonly string[];
  /** Codes that only say that it failed. */
  readonly codes: ReadonlySet<string>;
  /** Agents with successes of which only the arrival is known. */
  readonly arriving: ReadonlySet<string>;
  /** How many calls of one tool and outcome are read, newest first. */
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
  /** How many there are: more than were read, if there are very many. */
  readonly calls: number;
  readonly read: readonly CallWithPaths[];
}

export interface CallQuestions {
  /** Newest first, in batches; no more than `limit`. */
  newest(question: CallQuestion, limit?: number): AsyncIterable<readonly CallWithPaths[]>;
  page(question: CallQuestion, choice: CallPageChoice): Promise<CallPage>;
  get(key: CallKey): Promise<NamedCall | undefined>;
  /** The calls of many keys, in the order of the keys: lists load all that they show at once. */
  several(keys: readonly CallKey[]): Promise<readonly (ToolCall | undefined)[]>;
  /** By id prefix, one more than is worth listing. An exact id excludes longer ones; copies are left out. */
  find(wanted: CallWanted): Promise<readonly NamedCall[]>;
  /** Every matching occurrence of a session's call. */
  changed(question: CallQuestion, session: SessionKey, callId: string): Promise<readonly ChangedCall[]>;
  /** Matching calls of a session that were requested or ended since then. */
  changedSince(question: CallQuestion, session: SessionKey, at: number): Promise<readonly ChangedCall[]>;
  unclassed(question: UnclassedQuestion): Promise<readonly UnclassedGroup[]>;
  /** The shortest unique prefix of each id. */
  shortIds(ids: readonly string[]): Promise<readonly string[]>;
}
