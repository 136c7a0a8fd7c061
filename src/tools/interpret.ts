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
const NO_PROBLEMS: readonly Problem[] = [];
const RAW: Understood = { result: { kind: 'raw' }, via: 'raw' };
const FAILURE: Understood = { result: { kind: 'failure' }, via: 'text' };

function isResult(made: unknown): made is Kinded {
  return made !== MISFIT;
}

function readTexts(
  variants: readonly TextVariant<unknown, Kinded>[],
  text: string,
  context: TextContext<unknown>,
): Understood | undefined {
  for (const variant of variants) {
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
  isLight: boolean,
): Understood {
  const { content, structured, verdict } = outcome;
  // A bare string beside a failure repeats the failure's words; only a success can have a string for a result.
  if (structured !== undefined && structured !== null && (errorText === null || typeof structured === 'object')) {
    for (const plan of found.structured()) {
      const result = isLight ? plan.take(structured) : plan.fit(structured);
      if (isResult(result)) return { result, via: 'structured' };
    }
  }
  const context: TextContext<unknown> = { input, status: verdict.status, blocks };
  return errorText === null
    ? (readTexts(found.texts, contentText(content), context) ?? RAW)
    : (readTexts(found.errorTexts, errorText, context) ?? FAILURE);
}

function failureOf(
  found: Found,
  input: unknown,
  status: CallStatus,
  text: string,
  result: Kinded | null,
): Failure | null {
  for (const known of found.failures()) {
    if (!known.statuses.includes(status)) continue;
    if (known.pattern.test(text) && (known.when === null || known.when(input, text, result))) {
      const message = known.message === null ? firstLine(text) : known.message(text, result);
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
  /** Nobody will ask for the typed halves: they need not be made whole. */
  readonly #isLight: boolean;
  #problems: Problem[] | null = null;

  constructor(call: Interpretable, isLight: boolean) {
    this.#call = call;
    this.#found = lookUp(call.agent, call.tool, call.input);
    this.#isLight = isLight;
  }

  read(): FullInterpretation {
    const { outcome, tool: name } = this.#call;
    const found = this.#found;
    const input = this.#input();
    const succeeded = outcome === null || outcome.verdict.status === 'ok' || outcome.verdict.status === 'background';
    const errorText = succeeded ? null : errorTextOf(outcome.content);
    const blocks = outcome === null || typeof outcome.content === 'string' ? NO_BLOCKS : outcome.content;
    const understood = outcome === null ? null : this.#understood(input, outcome, blocks, errorText);
    const isTyped = understood !== null && understood.result.kind !== 'raw' && understood.result.kind !== 'failure';
    const result = isTyped ? understood.result : null;
    const typed: TypedCall<unknown, Kinded> = { name, input, result, errorText, blocks };

    const quiet =
      errorText === null && result !== null && found.quietFailure !== null ? this.#quietFailure(result, input) : null;
    const failure =
      outcome === null || errorText === null ? quiet : this.#failure(input, outcome.verdict.status, errorText, result);
    if (result !== null && found.check !== null) this.#check(result);
    const summary = this.#summary(typed);
    const facts = this.#facts(typed);
    const reportedMs = result === null || found.reportedMs === null ? null : this.#reportedMs(result);
    const task = found.task === null ? null : this.#task(typed);
    const target = input === null || found.target === null ? null : this.#target(input);
    const light: Interpretation = {
      toolId: found.toolId,
      result: understood === null ? null : { kind: understood.result.kind, via: understood.via },
      summary,
      failure,
      failedQuietly: quiet !== null,
      facts,
      reportedMs,
      task,
      target,
      problems: this.#problems ?? NO_PROBLEMS,
    };
    return { tool: found.tool, input, result: understood?.result ?? null, light };
  }

  #note(found: Problem): void {
    if (this.#problems === null) this.#problems = [found];
    else this.#problems.push(found);
  }

  #input(): unknown {
    const { input: given, tool: name } = this.#call;
    try {
      const plan = this.#found.input(name);
      const input = this.#isLight ? plan.take(given) : plan.fit(given);
      if (input !== MISFIT) return input;
      const where = this.#found.inputSchema(name).safeParse(given).error?.issues[0]?.path.join('.') ?? '';
      this.#note(
        problem('unexpected-input', `The input is not of the shape ${this.#found.tool.title} takes.`, {
          severity: 'info',
          params: { where },
        }),
      );
    } catch (error) {
      this.#note(defect('input', error));
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
      return understand(this.#found, input, outcome, blocks, errorText, this.#isLight);
    } catch (error) {
      this.#note(defect('result', error));
      return RAW;
    }
  }

  #failure(input: unknown, status: CallStatus, text: string, result: Kinded | null): Failure | null {
    try {
      return failureOf(this.#found, input, status, text, result);
    } catch (error) {
      this.#note(defect('failure', error));
      return null;
    }
  }

  #quietFailure(result: Kinded, input: unknown): Failure | null {
    try {
      const quiet = this.#found.quietFailure?.(result, input) ?? null;
      return quiet === null
        ? null
        : { code: quiet.code, blame: quiet.blame, message: clip(quiet.message, MESSAGE_MAX) };
    } catch (error) {
      this.#note(defect('failure', error));
      return null;
    }
  }

  #check(result: Kinded): void {
    try {
      for (const found of this.#found.check?.(result) ?? []) this.#note(found);
    } catch (error) {
      this.#note(defect('check', error));
    }
  }

  #summary(typed: TypedCall<unknown, Kinded>): string {
    try {
      return clip(this.#found.summary(typed), SUMMARY_MAX);
    } catch (error) {
      this.#note(defect('summary', error));
      return '';
    }
  }

  #facts(typed: TypedCall<unknown, Kinded>): Facts {
    try {
      return this.#found.facts(typed);
    } catch (error) {
      this.#note(defect('facts', error));
      return {};
    }
  }

  #reportedMs(result: Kinded): number | null {
    try {
      return this.#found.reportedMs?.(result) ?? null;
    } catch (error) {
      this.#note(defect('duration', error));
      return null;
    }
  }

  #task(typed: TypedCall<unknown, Kinded>): TaskReference | null {
    try {
      return this.#found.task?.(typed) ?? null;
    } catch (error) {
      this.#note(defect('task', error));
      return null;
    }
  }

  #target(input: unknown): string | null {
    try {
      return this.#found.target?.(input) ?? null;
    } catch (error) {
      this.#note(defect('target', error));
      return null;
    }
  }
}

/** The whole interpretation. */
export function interpret(call: Interpretable): FullInterpretation {
  return new Reading(call, false).read();
}

/** What lists carry of it, and no more: nothing is copied that nobody will see. */
export function interpretLightly(call: Interpretable): Interpretation {
  return new Reading(call, true).read().light;
}
