// What a tool's view is given and what it is: it draws a typed input and result, and never parses anything.

import type { ComponentChildren, FunctionComponent } from 'preact';
import type { ContentBlock } from '../model/content.ts';
import type { Duration } from '../model/duration.ts';
import type { CallStatus, Failure } from '../model/outcome.ts';
import type { RecoveryRule } from '../model/recovery.ts';

/** What a view may know of its call besides input and result. */
export interface ViewCall {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly tool: string;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  /** A failure that the call's success hides, and the address of the record that says so. */
  readonly masked?: (Failure & { readonly href: string }) | null;
  readonly feedback: string | null;
  readonly summary: string;
  readonly duration: Duration | null;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** What became of a failure that needed recovery; `callId` null: nothing did. */
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
  /** The background work it launched or speaks of, as a whole; null or left out where there is none. */
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
  /** Those that looked at it, sent something to it, or ended it, in order. */
  readonly calls: readonly ThreadCall[];
  readonly more: number;
  readonly end: {
    readonly via: string;
    readonly exitCode: number | null;
    readonly at: number | null;
    /** The call that saw or made it. */
    readonly callId: string | null;
  } | null;
}

/** As the log has them, or as the tool's definition typed them. */
export type BodySource = 'input' | 'content' | 'structured' | 'record' | 'spilled' | 'typed-input' | 'typed-result';

export interface ViewBodies {
  /** Address of a part that stays in the log: an image, a document, a text that was cut. */
  readonly url: (from: BodySource, pointer?: string) => string;
  /**
   * How many characters the whole text at a pointer of the typed input or result has, when what is here was cut;
   * `content` and no pointer: of what the model saw, as one text.
   */
  readonly cutAt: (body: 'input' | 'result' | 'content', pointer: string) => number | undefined;
  /** All that was cut, lists and objects too: a JSON pointer into the body, and the size of the whole. */
  readonly cuts: readonly { readonly body: string; readonly pointer: string; readonly characters: number }[];
  readonly spilled: { readonly recordedPath: string; readonly found: boolean; readonly bytes: number | null } | null;
}

export interface ViewLinks {
  /** Address of another call of the same session, by its id. */
  readonly call: (callId: string) => string;
  /** Address of everything that happened to a file. */
  readonly file: (path: string) => string;
}

export interface ToolViewProps<Input, Result> {
  readonly call: ViewCall;
  /** Null when the input did not fit the tool's shape: the raw input is beside the view. */
  readonly input: Input | null;
  /** Null while there is no result. `raw`: nothing typed; `failure`: only the failure's text. */
  readonly result: Result | { readonly kind: 'raw' } | { readonly kind: 'failure' } | null;
  /** What the model saw. */
  readonly text: string;
  readonly blocks: readonly ContentBlock[];
  readonly bodies: ViewBodies;
  readonly links: ViewLinks;
  /** The calls this one brought about, drawn by anyone who shows the view; for views that say where they belong. */
  readonly nested: ComponentChildren;
}

/** A view with its types forgotten, so that all fit one table; what it is given was typed by the tool of the same id. */
export type ToolView = FunctionComponent<ToolViewProps<unknown, { readonly kind: string }>>;

export function defineView<Input, Result extends { readonly kind: string }>(
  view: FunctionComponent<ToolViewProps<Input, Result>>,
): ToolView {
  return view as unknown as ToolView;
}
