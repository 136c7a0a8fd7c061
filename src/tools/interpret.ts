// Interprets a call: typed input, then structured → text → raw result, failure, facts and summary, in one place.

import { clip, firstLine } from '../base/text.ts';
import { type ContentBlock, contentText, type ResultContent } from '../model/content.ts';
import type { Facts, Interpretation, LeadingLines, TaskReference, Via, WorkFailed } from '../model/interpretation.ts';
import type { CallStatus, Failure, Verdict } from '../model/outcome.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Kinded, TextContext, TextVariant, ToolDefinition, TypedCall } from './define.ts';
import { type Found, lookUp } from './lookup.ts';
import { misfitOf } from './misfit.ts';
import { MISFIT, madeBy, takenBy } from './parse-shape.ts';
import type { Shape } from './shape.ts';

/** A call's bodies, from the format. */
export interface Interpretable {
  readonly agent: string;
  readonly tool: string;
  readonly input: unknown;
  readonly outcome: {
    readonly verdict: Verdict;
    readonly content: ResultContent;
    readonly structured: unknown;
  } | null;
  /** Hashes of lines that are start-up noise in the session. */
  readonly noise?: ReadonlySet<number>;
}

/** The full interpretation, for views. Contains bodies; lists keep only `light`. */
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

function isSuccess(status: CallStatus): boolean {
  return status === 'ok' || status === 'background';
}

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

function readStructured(shapes: readonly Shape[], structured: unknown, isLight: boolean): Understood | undefined {
  for (const shape of shapes) {
    const result = isLight ? takenBy(shape, structured) : madeBy(shape, structured);
    if (isResult(result)) return { result, via: 'structured' };
  }
  return undefined;
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
  // With a failure, a bare string repeats the error message; only a success can have a string as its result.
  if (structured !== undefined && structured !== null && (errorText === null || typeof structured === 'object')) {
    const understood = readStructured(found.structured, structured, isLight);
    if (understood !== undefined) return understood;
  }
  const context: TextContext<unknown> = { input, status: verdict.status, blocks };
  return errorText === null
    ? (readTexts(found.texts, contentText(content), context) ?? RAW)
    : (readTexts(found.errorTexts, errorText, context) ?? FAILURE);
}

/** A text that says no more than this explains nothing: only other facts about the call can. */
const MERE_LABEL = /^\s{0,9}Error:?\s{0,9}$/;
const LABEL = 'Error: ';

/** Known failures begin with the tool's own words: some versions, and some wrappers, put a label before them. */
function failureOf(
  found: Found,
  input: unknown,
  { status, rule }: Verdict,
  text: string,
  result: Kinded | null,
): Failure | null {
  const isMute = text.length < 30 && MERE_LABEL.test(text);
  const words = text.startsWith(LABEL) ? text.slice(LABEL.length) : null;
  for (const { code, blame, statuses, pattern, when, message } of found.failures()) {
    if (!statuses.includes(status) || (isMute && when === null)) continue;
    const said = pattern.test(text) ? text : words !== null && pattern.test(words) ? words : null;
    if (said === null || (when !== null && !when(input, said, result, rule))) continue;
    return { code, blame, message: clip(message === null ? firstLine(said) : message(said, result), MESSAGE_MAX) };
  }
  const explained = status === 'error' ? found.explain(input, text, result) : null;
  return explained === null ? null : { ...explained, message: clip(explained.message, MESSAGE_MAX) };
}

/** The typed input; null, with a note, if it does not match the tool's shape. */
function inputOf(
  found: Found,
  { tool: name, input: given }: Interpretable,
  isLight: boolean,
  notes: Problem[],
): unknown {
  const shape = found.input(name);
  const input = isLight ? takenBy(shape, given) : madeBy(shape, given);
  if (input !== MISFIT) return input;
  const where = misfitOf(shape, given)?.path.join('.') ?? '';
  notes.push(
    problem('unexpected-input', `The input is not of the shape ${found.tool.title} takes.`, {
      severity: 'info',
      params: { where },
    }),
  );
  return null;
}

/** A result that looks like a success but reports a failure. */
function quietFailureOf(found: Found, result: Kinded, input: unknown): Failure | null {
  const quiet = found.quietFailure(result, input);
  if (quiet === null) return null;
  return { code: quiet.code, blame: quiet.blame, message: clip(quiet.message, MESSAGE_MAX) };
}

/** A failure hidden by a success. */
function maskedOf(found: Found, result: Kinded, input: unknown): Failure | null {
  const masked = found.masked(result, input);
  return masked === null ? null : { ...masked, message: clip(masked.message, MESSAGE_MAX) };
}

const NO_NOISE: ReadonlySet<number> = new Set();

function withoutNoise({ tool }: Found, result: Kinded, noise: ReadonlySet<number>): Kinded {
  return tool.noise === undefined ? result : tool.noise.without(result, noise);
}

function leadingOf({ tool }: Found, result: Kinded, input: unknown): LeadingLines | null {
  return tool.noise === undefined ? null : tool.noise.leading(result, input);
}

function checked(found: Found, result: Kinded): readonly Problem[] {
  return found.check(result);
}

function summaryOf(found: Found, typed: TypedCall<unknown, Kinded>): string {
  return clip(found.summary(typed), SUMMARY_MAX);
}

function factsOf(found: Found, typed: TypedCall<unknown, Kinded>): Facts {
  return found.facts(typed);
}

function reportedMsOf(found: Found, result: Kinded): number | null {
  return found.reportedMs(result);
}

function taskOf(found: Found, typed: TypedCall<unknown, Kinded>): TaskReference | null {
  return found.task(typed);
}

function targetOf(found: Found, input: unknown): string | null {
  return found.target(input);
}

function aimOf(found: Found, input: unknown): string | null {
  return found.aim(input);
}

/** The parts of an interpretation: each calls the tool's own code. */
interface Parts {
  readonly input: typeof inputOf;
  readonly result: typeof understand;
  readonly failure: typeof failureOf;
  readonly quietFailure: typeof quietFailureOf;
  readonly masked: typeof maskedOf;
  readonly check: typeof checked;
  readonly summary: typeof summaryOf;
  readonly facts: typeof factsOf;
  readonly reportedMs: typeof reportedMsOf;
  readonly task: typeof taskOf;
  readonly target: typeof targetOf;
  readonly aim: typeof aimOf;
}

const PARTS: Parts = {
  input: inputOf,
  result: understand,
  failure: failureOf,
  quietFailure: quietFailureOf,
  masked: maskedOf,
  check: checked,
  summary: summaryOf,
  facts: factsOf,
  reportedMs: reportedMsOf,
  task: taskOf,
  target: targetOf,
  aim: aimOf,
};

/** A tool's own code threw: a problem on the call, which continues without that part. */
function defect(what: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return problem('tool-definition-failed', `The tool's ${what} could not be worked out: ${message}`, {
    params: { what },
  });
}

/** The same parts, individually guarded: one that throws is noted, and affects nothing else. */
function guardedParts(notes: Problem[]): Parts {
  const guarded =
    <Args extends readonly unknown[], Value>(what: string, part: (...args: Args) => Value, otherwise: Value) =>
    (...args: Args): Value => {
      try {
        return part(...args);
      } catch (error) {
        notes.push(defect(what, error));
        return otherwise;
      }
    };
  return {
    input: guarded('input', inputOf, null),
    result: guarded('result', understand, RAW),
    failure: guarded('failure', failureOf, null),
    quietFailure: guarded('failure', quietFailureOf, null),
    masked: guarded('masked failure', maskedOf, null),
    check: guarded('check', checked, NO_PROBLEMS),
    summary: guarded('summary', summaryOf, ''),
    facts: guarded('facts', factsOf, {}),
    reportedMs: guarded('duration', reportedMsOf, null),
    task: guarded('task', taskOf, null),
    target: guarded('target', targetOf, null),
    aim: guarded('aim', aimOf, null),
  };
}

/** A record that only says that the call has ended has no result to parse. */
function outcomeOf({ outcome }: Interpretable): Interpretable['outcome'] {
  return outcome?.verdict.status === 'unknown' ? null : outcome;
}

function read(call: Interpretable, found: Found, parts: Parts, isLight: boolean, notes: Problem[]): FullInterpretation {
  const outcome = outcomeOf(call);
  const input = parts.input(found, call, isLight, notes);
  const status = outcome === null ? 'ok' : outcome.verdict.status;
  const content = outcome === null ? '' : outcome.content;
  const errorText = isSuccess(status) ? null : errorTextOf(content);
  const blocks = typeof content === 'string' ? NO_BLOCKS : content;
  const understood = outcome === null ? null : parts.result(found, input, outcome, blocks, errorText, isLight);
  const isTyped = understood !== null && understood.result.kind !== 'raw' && understood.result.kind !== 'failure';
  const result = isTyped ? understood.result : null;
  const typed: TypedCall<unknown, Kinded> = { name: call.tool, input, result, errorText, blocks };

  // Failures are looked for without the noise; the result itself stays as it is.
  const told = result === null ? null : withoutNoise(found, result, call.noise ?? NO_NOISE);
  const quiet = errorText === null && told !== null ? parts.quietFailure(found, told, input) : null;
  const failure =
    errorText === null || outcome === null ? quiet : parts.failure(found, input, outcome.verdict, errorText, told);
  if (result !== null) for (const odd of parts.check(found, result)) notes.push(odd);
  const summary = parts.summary(found, typed);
  const facts = parts.facts(found, typed);
  const light: Interpretation = {
    toolId: found.toolId,
    result: understood === null ? null : { kind: understood.result.kind, via: understood.via },
    summary,
    failure,
    failedQuietly: quiet !== null,
    masked: errorText === null && quiet === null && told !== null ? parts.masked(found, told, input) : null,
    facts,
    reportedMs: result === null ? null : parts.reportedMs(found, result),
    task: parts.task(found, typed),
    leading: result === null ? null : leadingOf(found, result, input),
    target: input === null ? null : parts.target(found, input),
    aim: input === null ? null : parts.aim(found, input),
    problems: notes.length === 0 ? NO_PROBLEMS : notes,
  };
  return { tool: found.tool, input, result: understood === null ? null : understood.result, light };
}

/** Directly first, which nearly always works; otherwise again, part by part. */
function readSafely(call: Interpretable, found: Found, isLight: boolean): FullInterpretation {
  try {
    return read(call, found, PARTS, isLight, []);
  } catch {
    const notes: Problem[] = [];
    return read(call, found, guardedParts(notes), isLight, notes);
  }
}

function find({ agent, tool, input }: Interpretable): Found {
  return lookUp(agent, tool, input);
}

/** The full interpretation, by a tool that was looked up elsewhere. */
export function interpretAs(found: Found, call: Interpretable): FullInterpretation {
  return readSafely(call, found, false);
}

/** The whole interpretation. */
export function interpret(call: Interpretable): FullInterpretation {
  return interpretAs(find(call), call);
}

/** Only what lists need: no body is copied. */
export function interpretLightly(call: Interpretable): Interpretation {
  return readSafely(call, find(call), true).light;
}

/**
 * Why background work failed after its call's first answer, by the rules for an immediate result. Null if the tool has none
 * for it.
 */
export function failureAtEnd(call: Omit<Interpretable, 'outcome'>, end: WorkFailed): Failure | null {
  const found = lookUp(call.agent, call.tool, call.input);
  const { atEnd } = found.tool;
  if (atEnd === undefined) return null;
  try {
    const input = takenBy(found.input(call.tool), call.input);
    return quietFailureOf(found, atEnd(end), input === MISFIT ? null : input);
  } catch {
    // The tool's own code threw: the end is explained like that of any work.
    return null;
  }
}
