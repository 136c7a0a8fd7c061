// The props and the type of a tool's view: it draws a typed input and result, and never parses anything.

import type { ComponentChildren, FunctionComponent } from 'preact';
import type { ContentBlock } from '../model/content.ts';
import type { Duration } from '../model/duration.ts';
import type { CallStatus, Failure } from '../model/outcome.ts';
import type { RecoveryRule } from '../model/recovery.ts';

/** What a view may know about its call, in addition to input and result. */
export interface ViewCall {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly tool: string;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  /** A failure hidden by the call's success, and a link to its record. */
  readonly masked?: (Failure & { readonly href: string }) | null;
  readonly feedback: string | null;
  readonly summary: string;
  readonly duration: Duration | null;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** Recovery from a failure; `callId` null: none. */
  readonly recovery?: {
    readonly callId: string | null;
    /** Whether the later call tried the same thing, or ran the same program on something else. */
    readonly rule: RecoveryRule | null;
    readonly calls: number | null;
    readonly ms: number | null;
  } | null;
  readonly agentId: string | null;
  readonly background: {
    readonly kind: string;
    readonly taskId: string | null;
    readonly endedVia: string | null;
    readonly exitCode: number | null;
    readonly pollCalls: readonly string[];
  } | null;
  /** The background work it launched or refers to; null or undefined if there is none. */
  readonly work?: ViewThread | null;
}

export interface ThreadCall {
  readonly callId: string;
  readonly tool: string;
  readonly summary: string;
  readonly at: number | null;
}

export interface ViewThread {
  readonly launch: ThreadCall;
  readonly taskId: string | null;
  /** Calls that looked at it, sent something to it, or ended it, in order. */
  readonly calls: readonly ThreadCall[];
  readonly more: number;
  readonly end: {
    readonly via: string;
    readonly exitCode: number | null;
    readonly at: number | null;
    /** The call that saw or caused it. */
    readonly callId: string | null;
  } | null;
}

/** As in the log, or as typed by the tool's definition. */
type BodySource = 'input' | 'content' | 'structured' | 'record' | 'spilled' | 'typed-input' | 'typed-result';

export interface ViewBodies {
  /** URL of a part that stays in the log: an image, a document, a text that was cut. */
  readonly url: (from: BodySource, pointer?: string) => string;
  /**
   * The length in characters of the whole text at a pointer of the typed input or result, if it was cut here; `content`
   * without a pointer: of what the model saw, as one text.
   */
  readonly cutAt: (body: 'input' | 'result' | 'content', pointer: string) => number | undefined;
  /** Everything that was cut, including lists and objects: a JSON pointer into the body, and the size of the whole. */
  readonly cuts: readonly { readonly body: string; readonly pointer: string; readonly characters: number }[];
  readonly spilled: { readonly recordedPath: string; readonly found: boolean; readonly bytes: number | null } | null;
}

export interface ViewLinks {
  /** URL of another call of the same session, by its id. */
  readonly call: (callId: string) => string;
  /** URL of the history of a file. */
  readonly file: (path: string) => string;
}

export interface ToolViewProps<Input, Result> {
  readonly call: ViewCall;
  /** Null when the input does not match the tool's schema: the raw input is next to the view. */
  readonly input: Input | null;
  /** Null while there is no result. `raw`: nothing typed; `failure`: only the failure's text. */
  readonly result: Result | { readonly kind: 'raw' } | { readonly kind: 'failure' } | null;
  /** What the model saw. */
  readonly text: string;
  readonly blocks: readonly ContentBlock[];
  readonly bodies: ViewBodies;
  readonly links: ViewLinks;
  /** The calls nested in this one, drawn by the caller; for views that place them themselves. */
  readonly nested: ComponentChildren;
}

/** A view without its types, so that all fit in one table; its props were typed by the tool of the same id. */
export type ToolView = FunctionComponent<ToolViewProps<unknown, { readonly kind: string }>>;

export function defineView<Input, Result extends { readonly kind: string }>(
  view: FunctionComponent<ToolViewProps<Input, Result>>,
): ToolView {
  return view as unknown as ToolView;
}
