// The types of a parsed call: a union discriminated by tool, whose result is a union discriminated by kind.

import type { Facts, ResultShape, Via } from '../model/interpretation.ts';
import type { CallStatus, Failure, MaskedFailure } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { ToolTypes } from '../tools/tool-types.ts';

/** The ids of all tools: `shell`, `edit`, `web-search`, …; `generic` is every tool without a definition. */
export type ToolId = keyof ToolTypes;

/** The call failed, and its text contains no result: see `failure` and `text`. */
export interface FailedResult {
  readonly kind: 'failure';
}

/** A success in an unknown shape: see `text`. */
export interface RawResult {
  readonly kind: 'raw';
}

/** A tool's result, or why there is none. */
export type AnyResult<Id extends ToolId> = ToolTypes[Id]['result'] | FailedResult | RawResult;

interface Parsed<Id extends ToolId> {
  /** The tool's id. */
  readonly tool: Id;
  readonly agent: string;
  /** The tool's name as the agent spells it. */
  readonly name: string;
  /** Null when the input does not have the tool's shape: `problems` says where. */
  readonly input: ToolTypes[Id]['input'] | null;
  /** Null while there is no result. */
  readonly result: AnyResult<Id> | null;
  /** What the result was understood from; null while there is none. */
  readonly via: Via | null;
  readonly status: CallStatus;
  /** Why it failed and whose problem that is. */
  readonly failure: Failure | null;
  /** A failure that the call's success hides. */
  readonly masked: MaskedFailure | null;
  /** One line: what the call did or wanted to do. */
  readonly summary: string;
  readonly facts: Facts;
  /** The text of the result, without the tag around an error; null while there is none. */
  readonly text: string | null;
  /** Run time as the tool states it. */
  readonly reportedMs: number | null;
  readonly problems: readonly Problem[];
}

/** A call with its typed halves. `ParsedCall<'edit'>` is that of one tool. */
export type ParsedCall<Id extends ToolId = ToolId> = { readonly [Each in Id]: Parsed<Each> }[Id];

/** A parsed call with its life according to the log: ids, times, duration, hooks, evidence. */
export type PairedCall<Id extends ToolId = ToolId> = {
  readonly [Each in Id]: Parsed<Each> & { readonly callId: string; readonly call: ToolCall };
}[Id];

interface Listed<Id extends ToolId> extends ToolCall {
  readonly toolId: Id;
  readonly result: (ResultShape & { readonly kind: AnyResult<Id>['kind'] }) | null;
}

/** A call in a list: light, and discriminated by `toolId`. `openCall` reads its bodies. */
export type ListedCall<Id extends ToolId = ToolId> = { readonly [Each in Id]: Listed<Each> }[Id];

/** Whether the call is one of this tool. Narrows its input and result. */
export function isTool<Call extends ListedCall, Id extends ToolId>(
  call: Call,
  id: Id,
): call is Extract<Call, { readonly toolId: Id }>;
export function isTool<Call extends ParsedCall, Id extends ToolId>(
  call: Call,
  id: Id,
): call is Extract<Call, { readonly tool: Id }>;
export function isTool(call: ListedCall | ParsedCall, id: ToolId): boolean {
  return 'toolId' in call ? call.toolId === id : call.tool === id;
}
