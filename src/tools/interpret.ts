// Owns the interpretation of a call: typed input, then structured → text → raw, failure, facts and summary, in one place.

import { clip, firstLine } from '../base/text.ts';
import { type ContentBlock, contentText, type ResultContent } from '../model/content.ts';
import type { Interpretation, Via } from '../model/interpretation.ts';
import type { CallStatus, Failure, Verdict } from '../model/outcome.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Dialect, Kinded, TextContext, TextVariant, ToolDefinition, TypedCall } from './define.ts';
import { lookUp } from './lookup.ts';

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
const WRAPPER = /^\s*<tool_use_error>([\s\S]*?)(?:<\/tool_use_error>\s*)?$/;

/** A failed result's text without its wrapper tag. */
export function errorTextOf(content: ResultContent): string {
  const text = contentText(content);
  return WRAPPER.exec(text)?.[1] ?? text;
}

interface Understood {
  readonly result: Kinded;
  readonly via: Via;
}

const NO_BLOCKS: readonly ContentBlock[] = [];

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
  dialect: Dialect<unknown, Kinded>,
  input: unknown,
  outcome: NonNullable<Interpretable['outcome']>,
): Understood {
  const { content, structured, verdict } = outcome;
  const blocks = typeof content === 'string' ? NO_BLOCKS : content;
  const succeeded = verdict.status === 'ok' || verdict.status === 'background';
  // A bare string beside a failure repeats the failure's words; only a success can have a string for a result.
  if (structured !== undefined && structured !== null && (succeeded || typeof structured === 'object')) {
    for (const variant of dialect.structured) {
      const parsed = variant.schema.safeParse(structured);
      if (parsed.success) return { result: parsed.data, via: 'structured' };
    }
  }
  if (succeeded) {
    const text = contentText(content);
    return (
      readTexts(dialect.text, text, { input, status: verdict.status, blocks }) ?? {
        result: { kind: 'raw' },
        via: 'raw',
      }
    );
  }
  const text = errorTextOf(content);
  return (
    readTexts(dialect.errorText, text, { input, status: verdict.status, blocks }) ?? {
      result: { kind: 'failure' },
      via: 'text',
    }
  );
}

function failureOf(
  tool: ToolDefinition,
  input: unknown,
  status: CallStatus,
  text: string,
  result: Kinded | null,
): Failure | null {
  for (const known of tool.failures) {
    if (!(known.statuses ?? ['error']).includes(status)) continue;
    if (known.pattern.test(text) && (known.when === undefined || known.when(input, text, result))) {
      const message = known.message?.(text, result) ?? firstLine(text);
      return { code: known.code, blame: known.blame, message: clip(message, MESSAGE_MAX) };
    }
  }
  return null;
}

/** A tool's own code met something it was not written for: a problem on the call, and the call goes on without it. */
function guarded<Value>(problems: Problem[], what: string, fallback: Value, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    problems.push(
      problem('tool-definition-failed', `The tool's ${what} could not be worked out: ${message}`, { params: { what } }),
    );
    return fallback;
  }
}

export function interpret(call: Interpretable): FullInterpretation {
  const { tool, dialect } = lookUp(call.agent, call.tool, call.input);
  const problems: Problem[] = [];

  const schema = typeof dialect.input === 'function' ? dialect.input(call.tool) : dialect.input;
  const parsedInput = guarded(problems, 'input', null, () => schema.safeParse(call.input));
  const input = parsedInput?.success === true ? parsedInput.data : null;
  if (parsedInput?.success === false) {
    const where = parsedInput.error.issues[0]?.path.join('.') ?? '';
    problems.push(
      problem('unexpected-input', `The input is not of the shape ${tool.title} takes.`, {
        severity: 'info',
        params: { where },
      }),
    );
  }

  const { outcome } = call;
  const understood =
    outcome === null
      ? null
      : guarded<Understood>(problems, 'result', { result: { kind: 'raw' }, via: 'raw' }, () =>
          understand(dialect, input, outcome),
        );
  const failed = outcome !== null && outcome.verdict.status !== 'ok' && outcome.verdict.status !== 'background';
  const errorText = failed ? errorTextOf(outcome.content) : null;
  const typedResult =
    understood === null || understood.result.kind === 'raw' || understood.result.kind === 'failure'
      ? null
      : understood.result;

  const typed: TypedCall<unknown, Kinded> = {
    name: call.tool,
    input,
    result: typedResult,
    errorText,
    blocks: outcome === null || typeof outcome.content === 'string' ? NO_BLOCKS : outcome.content,
  };

  let failure =
    failed && errorText !== null
      ? guarded(problems, 'failure', null, () => failureOf(tool, input, outcome.verdict.status, errorText, typedResult))
      : null;
  let failedQuietly = false;
  if (!failed && typedResult !== null && tool.quietFailure !== undefined) {
    const quiet = guarded(problems, 'failure', null, () => tool.quietFailure?.(typedResult, input) ?? null);
    if (quiet !== null) {
      failure = { code: quiet.code, blame: quiet.blame, message: clip(quiet.message, MESSAGE_MAX) };
      failedQuietly = true;
    }
  }
  if (typedResult !== null && tool.check !== undefined) {
    problems.push(...guarded(problems, 'check', [], () => tool.check?.(typedResult) ?? []));
  }

  const light: Interpretation = {
    toolId: tool.id,
    result: understood === null ? null : { kind: understood.result.kind, via: understood.via },
    summary: clip(
      guarded(problems, 'summary', '', () => tool.summary(typed)),
      SUMMARY_MAX,
    ),
    failure,
    failedQuietly,
    facts: guarded(problems, 'facts', {}, () => tool.facts(typed)),
    reportedMs:
      typedResult === null ? null : guarded(problems, 'duration', null, () => tool.reportedMs?.(typedResult) ?? null),
    task: guarded(problems, 'task', null, () => tool.task?.(typed) ?? null),
    target: input === null ? null : guarded(problems, 'target', null, () => tool.target?.(input) ?? null),
    problems,
  };
  return { tool, input, result: understood?.result ?? null, light };
}
