// Owns the interpretation of a call: typed input, then structured → text → raw, failure, facts and summary, in one place.

import { clip, firstLine } from '../base/text.ts';
import { type ContentBlock, contentText, type ResultContent } from '../model/content.ts';
import type { Facts, Interpretation, TaskReference, Via } from '../model/interpretation.ts';
import type { CallStatus, Failure, Verdict } from '../model/outcome.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Kinded, TextContext, TextVariant, ToolDefinition, TypedCall } from './define.ts';
import { type Found, lookUp } from './lookup.ts';
import { MISFIT } from './plan.ts';

/** A call's bodies, as the format saw them. */
export interface Interpretable {
  readonly agent: string;
  readonly tool: string;
  readonly input: unknown;
  readonly outcome: {
    readonly verdict: Verdict;
    readonly content: ResultContent;
    readonly structured: unknown;
  } | null;
}

/** The full interpretation: what a view draws. Holds bodies; lists keep only `light`. */
export interface FullInterpretation {
  readonly tool: ToolDefinition;
  readonly input: unknown;
  readonly result: Kinded | null;
  readonly light: Interpretation;
}

const SUMMARY_MAX = 160;
const MESSAGE_MAX = 240;
const WRAPPER_START = '<tool_use_error>';
const WRAPPER_END = '</tool_use_error>';

/** A failed result's text without its wrapper tag. */
export function errorTextOf(content: ResultContent): string {
  const text = contentText(content);
  const body = text.trimStart();
  if (!body.startsWith(WRAPPER_START)) return text;
  const closed = body.trimEnd();
  return closed.endsWith(WRAPPER_END)
    ? closed.slice(WRAPPER_START.length, closed.length - WRAPPER_END.length)
    : body.slice(WRAPPER_START.length);
}

interface Understood {
  readonly result: Kinded;
  readonly via: Via;
}

const NO_BLOCKS: readonly ContentBlock[] = [];
const RAW: Understood = { result: { kind: 'raw' }, via: 'raw' };
const FAILURE: Understood = { result: { kind: 'failure' }, via: 'text' };

function isResult(made: unknown): made is Kinded {
  return made !== MISFIT;
}

function readTexts(
  variants: readonly TextVariant<unknown, Kinded>[] | undefined,
  text: string,
  context: TextContext<unknown>,
): Understood | undefined {
  for (const variant of variants ?? []) {
    const result = variant.read(text, context);
    if (result !== undefined) return { result, via: 'text' };
  }
  return undefined;
}

function understand(
  found: Found,
  input: unknown,
  outcome: NonNullable<Interpretable['outcome']>,
  blocks: readonly ContentBlock[],
  errorText: string | null,
): Understood {
  const { content, structured, verdict } = outcome;
  // A bare string beside a failure repeats the failure's words; only a success can have a string for a result.
  if (structured !== undefined && structured !== null && (errorText === null || typeof structured === 'object')) {
    for (const plan of found.structured()) {
      const result = plan.fit(structured);
      if (isResult(result)) return { result, via: 'structured' };
    }
  }
  const { dialect } = found;
  const context: TextContext<unknown> = { input, status: verdict.status, blocks };
  return errorText === null
    ? (readTexts(dialect.text, contentText(content), context) ?? RAW)
    : (readTexts(dialect.errorText, errorText, context) ?? FAILURE);
}

function explains(statuses: readonly CallStatus[] | undefined, status: CallStatus): boolean {
  return statuses === undefined ? status === 'error' : statuses.includes(status);
}

function failureOf(
  tool: ToolDefinition,
  input: unknown,
  status: CallStatus,
  text: string,
  result: Kinded | null,
): Failure | null {
  for (const known of tool.failures) {
    if (!explains(known.statuses, status)) continue;
    if (known.pattern.test(text) && (known.when === undefined || known.when(input, text, result))) {
      const message = known.message?.(text, result) ?? firstLine(text);
      return { code: known.code, blame: known.blame, message: clip(message, MESSAGE_MAX) };
    }
  }
  return null;
}

/** A tool's own code met something it was not written for: a problem on the call, and the call goes on without it. */
function defect(what: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return problem('tool-definition-failed', `The tool's ${what} could not be worked out: ${message}`, {
    params: { what },
  });
}

/** One call on its way to an interpretation: each part on its own, so that one that breaks costs only itself. */
class Reading {
  readonly #call: Interpretable;
  readonly #found: Found;
  readonly #problems: Problem[] = [];

  constructor(call: Interpretable) {
    this.#call = call;
    this.#found = lookUp(call.agent, call.tool, call.input);
  }

  read(): FullInterpretation {
    const { outcome, tool: name } = this.#call;
    const { tool } = this.#found;
    const input = this.#input();
    const succeeded = outcome === null || outcome.verdict.status === 'ok' || outcome.verdict.status === 'background';
    const errorText = succeeded ? null : errorTextOf(outcome.content);
    const blocks = outcome === null || typeof outcome.content === 'string' ? NO_BLOCKS : outcome.content;
    const understood = outcome === null ? null : this.#understood(input, outcome, blocks, errorText);
    const isTyped = understood !== null && understood.result.kind !== 'raw' && understood.result.kind !== 'failure';
    const result = isTyped ? understood.result : null;
    const typed: TypedCall<unknown, Kinded> = { name, input, result, errorText, blocks };

    const quiet = errorText === null && result !== null ? this.#quietFailure(result, input) : null;
    const failure =
      outcome === null || errorText === null ? quiet : this.#failure(input, outcome.verdict.status, errorText, result);
    if (result !== null) this.#check(result);
    const light: Interpretation = {
      toolId: tool.id,
      result: understood === null ? null : { kind: understood.result.kind, via: understood.via },
      summary: this.#summary(typed),
      failure,
      failedQuietly: quiet !== null,
      facts: this.#facts(typed),
      reportedMs: result === null ? null : this.#reportedMs(result),
      task: this.#task(typed),
      target: input === null ? null : this.#target(input),
      problems: this.#problems,
    };
    return { tool, input, result: understood?.result ?? null, light };
  }

  #input(): unknown {
    const { input: given, tool: name } = this.#call;
    try {
      const input = this.#found.input(name).fit(given);
      if (input !== MISFIT) return input;
      const where = this.#found.inputSchema(name).safeParse(given).error?.issues[0]?.path.join('.') ?? '';
      this.#problems.push(
        problem('unexpected-input', `The input is not of the shape ${this.#found.tool.title} takes.`, {
          severity: 'info',
          params: { where },
        }),
      );
    } catch (error) {
      this.#problems.push(defect('input', error));
    }
    return null;
  }

  #understood(
    input: unknown,
    outcome: NonNullable<Interpretable['outcome']>,
    blocks: readonly ContentBlock[],
    errorText: string | null,
  ): Understood {
    try {
      return understand(this.#found, input, outcome, blocks, errorText);
    } catch (error) {
      this.#problems.push(defect('result', error));
      return RAW;
    }
  }

  #failure(input: unknown, status: CallStatus, text: string, result: Kinded | null): Failure | null {
    try {
      return failureOf(this.#found.tool, input, status, text, result);
    } catch (error) {
      this.#problems.push(defect('failure', error));
      return null;
    }
  }

  #quietFailure(result: Kinded, input: unknown): Failure | null {
    try {
      const quiet = this.#found.tool.quietFailure?.(result, input) ?? null;
      return quiet === null
        ? null
        : { code: quiet.code, blame: quiet.blame, message: clip(quiet.message, MESSAGE_MAX) };
    } catch (error) {
      this.#problems.push(defect('failure', error));
      return null;
    }
  }

  #check(result: Kinded): void {
    try {
      for (const found of this.#found.tool.check?.(result) ?? []) this.#problems.push(found);
    } catch (error) {
      this.#problems.push(defect('check', error));
    }
  }

  #summary(typed: TypedCall<unknown, Kinded>): string {
    try {
      return clip(this.#found.tool.summary(typed), SUMMARY_MAX);
    } catch (error) {
      this.#problems.push(defect('summary', error));
      return '';
    }
  }

  #facts(typed: TypedCall<unknown, Kinded>): Facts {
    try {
      return this.#found.tool.facts(typed);
    } catch (error) {
      this.#problems.push(defect('facts', error));
      return {};
    }
  }

  #reportedMs(result: Kinded): number | null {
    try {
      return this.#found.tool.reportedMs?.(result) ?? null;
    } catch (error) {
      this.#problems.push(defect('duration', error));
      return null;
    }
  }

  #task(typed: TypedCall<unknown, Kinded>): TaskReference | null {
    try {
      return this.#found.tool.task?.(typed) ?? null;
    } catch (error) {
      this.#problems.push(defect('task', error));
      return null;
    }
  }

  #target(input: unknown): string | null {
    try {
      return this.#found.tool.target?.(input) ?? null;
    } catch (error) {
      this.#problems.push(defect('target', error));
      return null;
    }
  }
}

export function interpret(call: Interpretable): FullInterpretation {
  return new Reading(call).read();
}
