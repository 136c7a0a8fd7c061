// The shape of a tool definition: one literal per tool, one dialect per agent, everything a list or a view needs.

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

/** What a text reader may look at besides the text. */
export interface TextContext<Input> {
  readonly input: Input | null;
  /** What happened, by the format: the words of a rejection are not a command's output. */
  readonly status: CallStatus;
  readonly blocks: readonly ContentBlock[];
}

/**
 * One shape of the vendor's structured result. The schema takes the vendor's spelling in and gives ours out. Transforms,
 * of inputs too, name the keys they take: for lists, objects come to them as the log has them, with keys that the shape
 * does not know.
 */
export interface StructuredVariant<Result extends Kinded> {
  readonly kind: Result['kind'];
  readonly schema: Shape<Result>;
}

/** One shape of the text the model saw. Returns undefined when the text is not of this shape. */
export interface TextVariant<Input, Result extends Kinded> {
  readonly kind: Result['kind'];
  read(text: string, context: TextContext<Input>): Result | undefined;
}

/** How one agent spells the tool. */
export interface Dialect<Input, Result extends Kinded> {
  readonly agent: string;
  /** Exact raw names; the current one first, then old names and aliases. */
  readonly names: readonly string[];
  /** Other agents by such a name mean other tools: the names are common words. Else a tool is known by them in any log. */
  readonly lends?: false;
  /** For tools known by a pattern of their name; exact names of any tool come first. */
  readonly pattern?: RegExp;
  /** Calls under another tool's raw name that are this tool's work, told by their input: a patch sent through a shell. */
  readonly claims?: { readonly names: readonly string[]; readonly when: (input: unknown) => boolean };
  /** Loose schema: the vendor's input in, ours out. `name` is the raw tool name, for tools known by pattern. */
  readonly input: Shape<Input> | ((name: string) => Shape<Input>);
  /** Structured results, tried in order. */
  readonly structured: readonly StructuredVariant<Result>[];
  /** Texts of successful results, tried in order when no structured result fits. */
  readonly text: readonly TextVariant<Input, Result>[];
  /** Texts of failed results that still hold a result worth typing (a command's output). */
  readonly errorText?: readonly TextVariant<Input, Result>[];
}

/** A failure the tool is known for. */
export interface KnownFailure<Input, Result extends Kinded = Kinded> {
  readonly code: string;
  readonly blame: Blame;
  /** Tested on the failed result's text, wrapper tags stripped. */
  readonly pattern: RegExp;
  /** Narrows further by the input, the typed result or the rule of the format's verdict, where the text alone does not tell. */
  readonly when?: (input: Input | null, text: string, result: Result | null, rule?: string) => boolean;
  /** The log's words for it, where they are not the text's first line. */
  readonly message?: (text: string, result: Result | null) => string;
  /** The statuses it explains; `error` unless said otherwise. */
  readonly statuses?: readonly CallStatus[];
}

/** A call with its typed halves, as facts and summary see it. */
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
  /** Equal to the folder's and the file's name. */
  readonly id: string;
  readonly title: string;
  readonly family: Family;
  /** What it does to the file that its `path` fact names; left out where it touches none. */
  readonly touches?: 'read' | 'edit' | 'write';
  /** Its result is the person's own answer, or the person's leave: while it is open, the session waits for them. */
  readonly awaits?: 'answer' | 'permission';
  readonly dialects: readonly Dialect<Input, Result>[];
  readonly failures: readonly KnownFailure<Input, Result>[];
  /** Why it failed, where none of the known failures fits: for tools that run commands, whose failures take more than a pattern each. */
  explain?(input: Input | null, text: string, result: Result | null): Failure | null;
  /**
   * Worked out, like the summary, for every call of every log: nothing here walks a body, and parts that only views
   * want (LazyProperty) stay untouched. An object filled key by key costs a tenth of one put together by spreading.
   */
  facts(call: TypedCall<Input, Result>): Facts;
  /** One line, at most about 120 characters; the caller clips. Works from the input alone while there is no result. */
  summary(call: TypedCall<Input, Result>): string;
  /** What the call is about, so that a second try can be recognised. */
  target?(input: Input): string | null;
  /** The program it runs, with its subcommand and without operands: a later run of it that works is a recovery. */
  aim?(input: Input): string | null;
  /** Run time as the tool states it. */
  reportedMs?(result: Result): number | null;
  /** Work of another call that this one looks at or ends. */
  task?(call: TypedCall<Input, Result>): TaskReference | null;
  /** A result that arrived as a success and says that it failed. */
  quietFailure?(result: Result, input: Input | null): (Omit<Failure, 'message'> & { message: string }) | null;
  /** A failure inside a call that succeeded. Precision first: when in doubt, null. */
  masked?(result: Result, input: Input | null): Failure | null;
  /** What may be start-up noise in its output, and the result without what is: failures are looked for in that. */
  readonly noise?: {
    leading(result: Result, input: Input | null): LeadingLines | null;
    without(result: Result, noise: ReadonlySet<number>): Result;
  };
  /** Its result, as far as the end of work that went on tells it: judged as one that came at once, by `quietFailure`. */
  atEnd?(end: WorkFailed): Result;
  /** Things in the result that contradict each other. */
  check?(result: Result): readonly Problem[];
}

/** A definition that still knows its types. They are for the compiler only: `typed` is never there. */
export interface TypedTool<Input = unknown, Result extends Kinded = Kinded> extends ToolDefinition {
  readonly typed?: { readonly input: Input; readonly result: Result };
}

/** What the tool's input becomes. */
export type InputOf<Tool> = Tool extends TypedTool<infer Input, Kinded> ? Input : never;
/** What the tool's result becomes: a union discriminated by `kind`. */
export type ResultOf<Tool> = Tool extends TypedTool<unknown, infer Result> ? Result : never;

/** Checks the literal's types and hides them from its methods, so that all tools fit one registry. */
export function defineTool<Input, Result extends Kinded>(
  definition: ToolDefinition<Input, Result>,
): TypedTool<Input, Result> {
  // Method parameters are bivariant: the registry hands every definition only what its own dialects made.
  return definition as unknown as ToolDefinition;
}

/** Fixes a dialect's type parameters, for dialects in files of their own. */
export function defineDialect<Input, Result extends Kinded>(dialect: Dialect<Input, Result>): Dialect<Input, Result> {
  return dialect;
}
