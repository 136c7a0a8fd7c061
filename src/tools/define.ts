// The type of a tool definition: one literal per tool, one dialect per agent, everything a list or a view needs.

import type { ContentBlock } from '../model/content.ts';
import type { Facts, LeadingLines, TaskReference, WorkFailed } from '../model/interpretation.ts';
import type { Blame, CallStatus, Failure } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Shape } from './shape.ts';

export type Family =
  | 'shell'
  | 'files'
  | 'search'
  | 'agents'
  | 'tasks'
  | 'plan'
  | 'dialogue'
  | 'web'
  | 'mcp'
  | 'session'
  | 'other';

/** A typed result: a union discriminated by `kind`. */
export interface Kinded {
  readonly kind: string;
}

/** What a text parser may use in addition to the text. */
export interface TextContext<Input> {
  readonly input: Input | null;
  /** The format's verdict: the text of a rejection is not a command's output. */
  readonly status: CallStatus;
  readonly blocks: readonly ContentBlock[];
}

/**
 * One shape of the vendor's structured result: the vendor's spelling in, ours out. Transforms, also of inputs, must read
 * only the keys they name: for lists, objects are passed to them as in the log, including keys that the shape does not
 * know.
 */
export interface StructuredVariant<Result extends Kinded> {
  readonly kind: Result['kind'];
  readonly schema: Shape<Result>;
}

/** One shape of the text the model saw. Returns undefined if the text does not have this shape. */
export interface TextVariant<Input, Result extends Kinded> {
  readonly kind: Result['kind'];
  read(text: string, context: TextContext<Input>): Result | undefined;
}

/** How one agent spells the tool. */
export interface Dialect<Input, Result extends Kinded> {
  readonly agent: string;
  /** Exact raw names; the current one first, then old names and aliases. */
  readonly names: readonly string[];
  /** False: other agents use these common words for other tools. Otherwise the names identify the tool in any log. */
  readonly lends?: false;
  /** For tools identified by a name pattern; exact names of any tool take precedence. */
  readonly pattern?: RegExp;
  /** Calls under another tool's raw name that belong to this tool, by their input: a patch sent through a shell. */
  readonly claims?: { readonly names: readonly string[]; readonly when: (input: unknown) => boolean };
  /** Loose schema: the vendor's input in, ours out. `name` is the raw tool name, for tools with a pattern. */
  readonly input: Shape<Input> | ((name: string) => Shape<Input>);
  /** Structured results, tried in order. */
  readonly structured: readonly StructuredVariant<Result>[];
  /** Texts of successful results, tried in order if no structured result matches. */
  readonly text: readonly TextVariant<Input, Result>[];
  /** Texts of failed results that still contain a result (a command's output). */
  readonly errorText?: readonly TextVariant<Input, Result>[];
}

/** A failure the tool is known for. */
export interface KnownFailure<Input, Result extends Kinded = Kinded> {
  readonly code: string;
  readonly blame: Blame;
  /** Tested on the failed result's text, without wrapper tags. */
  readonly pattern: RegExp;
  /** Narrows by the input, the typed result or the rule of the format's verdict, where the text alone is ambiguous. */
  readonly when?: (input: Input | null, text: string, result: Result | null, rule?: string) => boolean;
  /** The message, if it is not the text's first line. */
  readonly message?: (text: string, result: Result | null) => string;
  /** The statuses it explains; `error` by default. */
  readonly statuses?: readonly CallStatus[];
}

/** A call with typed input and result, for facts and summary. */
export interface TypedCall<Input, Result extends Kinded> {
  /** The tool's raw name. */
  readonly name: string;
  readonly input: Input | null;
  readonly result: Result | null;
  /** Text of the failed result, or null. */
  readonly errorText: string | null;
  readonly blocks: readonly ContentBlock[];
}

export interface ToolDefinition<Input = unknown, Result extends Kinded = Kinded> {
  /** The same as the folder's and the file's name. */
  readonly id: string;
  readonly title: string;
  readonly family: Family;
  /** What it does to the file in its `path` fact; omitted if it touches none. */
  readonly touches?: 'read' | 'edit' | 'write';
  /** Its result is the user's own answer or permission: while it is open, the session waits for the user. */
  readonly awaits?: 'answer' | 'permission';
  readonly dialects: readonly Dialect<Input, Result>[];
  readonly failures: readonly KnownFailure<Input, Result>[];
  /** Explains a failure that no known failure matches: for tools that run commands, whose failures need more than patterns. */
  explain?(input: Input | null, text: string, result: Result | null): Failure | null;
  /**
   * Computed, like the summary, for every call of every log: nothing here may walk a body, or touch parts for views only
   * (LazyProperty). An object filled key by key costs a tenth of one built by spreading.
   */
  facts(call: TypedCall<Input, Result>): Facts;
  /** One line, at most about 120 characters; the caller clips. Must work from the input alone while there is no result. */
  summary(call: TypedCall<Input, Result>): string;
  /** What the call is about, to recognise a second attempt. */
  target?(input: Input): string | null;
  /** The program it runs, with its subcommand and without operands: a later success of it is a recovery. */
  aim?(input: Input): string | null;
  /** Run time as reported by the tool. */
  reportedMs?(result: Result): number | null;
  /** Another call's background work that this one looks at or ends. */
  task?(call: TypedCall<Input, Result>): TaskReference | null;
  /** A result that looks like a success but reports a failure. */
  quietFailure?(result: Result, input: Input | null): (Omit<Failure, 'message'> & { message: string }) | null;
  /** A failure inside a call that succeeded. Precision first: when in doubt, null. */
  masked?(result: Result, input: Input | null): Failure | null;
  /** Possible start-up noise in its output, and the result without it, in which failures are looked for. */
  readonly noise?: {
    leading(result: Result, input: Input | null): LeadingLines | null;
    without(result: Result, noise: ReadonlySet<number>): Result;
  };
  /** The result, from the end of its background work: judged like an immediate one, by `quietFailure`. */
  atEnd?(end: WorkFailed): Result;
  /** Contradictions in the result. */
  check?(result: Result): readonly Problem[];
}

/** A definition with its types, for the compiler only: `typed` never exists at run time. */
export interface TypedTool<Input = unknown, Result extends Kinded = Kinded> extends ToolDefinition {
  readonly typed?: { readonly input: Input; readonly result: Result };
}

/** The tool's typed input. */
export type InputOf<Tool> = Tool extends TypedTool<infer Input, Kinded> ? Input : never;
/** The tool's typed result: a union discriminated by `kind`. */
export type ResultOf<Tool> = Tool extends TypedTool<unknown, infer Result> ? Result : never;

/** Checks the literal's types and erases them, so that all tools fit in one registry. */
export function defineTool<Input, Result extends Kinded>(
  definition: ToolDefinition<Input, Result>,
): TypedTool<Input, Result> {
  // Method parameters are bivariant: the registry passes each definition only what its own dialects made.
  return definition as unknown as ToolDefinition;
}

/** Fixes a dialect's type parameters, for dialects in separate files. */
export function defineDialect<Input, Result extends Kinded>(dialect: Dialect<Input, Result>): Dialect<Input, Result> {
  return dialect;
}
