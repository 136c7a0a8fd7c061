// The entry point `toolscope/conformance`: compares a parser's answers with the cases, and reports per tool and shape.

import { isObject } from '../base/json.ts';
import type { ResultContent } from '../model/content.ts';
import type { Facts, Via } from '../model/interpretation.ts';
import type { Verdict } from '../model/outcome.ts';
import { interpret } from '../tools/interpret.ts';

/** One made-up call of `toolscope/conformance/cases.json`, with the expected answer. */
export interface ConformanceCase {
  /** `<tool>/<name>`. */
  readonly id: string;
  readonly agent: string;
  /** The tool's raw name. */
  readonly name: string;
  readonly input: unknown;
  /** The result in the log, and what the log says happened; null while there is none. */
  readonly outcome: {
    readonly status: Verdict['status'];
    /** The rule of its format that decided, if the tool needs it. */
    readonly rule?: string;
    /** A text, or blocks without their bytes. */
    readonly content: ResultContent;
    readonly structured?: unknown;
  } | null;
  readonly expect: ConformanceAnswer;
}

/** What a parser says about a case. */
export interface ConformanceAnswer {
  /** The id of the tool. */
  readonly tool: string;
  /** The shape of the result; null while there is none. */
  readonly kind: string | null;
  /** What it was understood from. */
  readonly via: Via | null;
  /** The code of a failure that the tool recognises. */
  readonly failure: string | null;
  readonly facts: Facts;
  /** One line in our words. Compared only on request. */
  readonly summary: string;
}

export type ConformancePart = keyof ConformanceAnswer;

export interface ConformanceReport {
  readonly cases: number;
  readonly passed: number;
  readonly tools: readonly {
    readonly tool: string;
    readonly cases: number;
    readonly passed: number;
    readonly shapes: readonly {
      /** Agent, what it is understood from, and the kind: `claude-code structured output`. */
      readonly shape: string;
      readonly cases: number;
      readonly passed: number;
      readonly failed: readonly ConformanceFailure[];
    }[];
  }[];
}

export interface ConformanceFailure {
  readonly id: string;
  /** The parts that differ; empty if there was no answer. */
  readonly differs: readonly { readonly part: ConformancePart; readonly expected: unknown; readonly got: unknown }[];
  /** What the parser threw. */
  readonly error?: string;
}

/** A parser under test: a case in, its answer out. Missing parts differ, unless they are not compared. */
export type ParserUnderTest = (
  given: Omit<ConformanceCase, 'expect'>,
) => Partial<ConformanceAnswer> | undefined | Promise<Partial<ConformanceAnswer> | undefined>;

const PARTS: readonly ConformancePart[] = ['tool', 'kind', 'failure', 'facts'];

/** A parser may know more facts than a case names. */
function isRight(part: ConformancePart, expected: unknown, got: unknown): boolean {
  if (part !== 'facts' || !isObject(expected) || !isObject(got)) return isSame(expected, got);
  return Object.keys(expected).every((key) => isSame(expected[key], got[key]));
}

/** Equal as JSON, whatever the order of keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
}

function shapeOf({ agent, expect: { kind, via } }: ConformanceCase): string {
  return kind === null ? `${agent} request alone` : `${agent} ${via} ${kind}`;
}

async function judged(
  one: ConformanceCase,
  parse: ParserUnderTest,
  parts: readonly ConformancePart[],
): Promise<ConformanceFailure | null> {
  const { expect: expected, ...given } = one;
  try {
    const answer = await parse(given);
    const differs = parts
      .map((part) => ({ part, expected: expected[part], got: answer?.[part] }))
      .filter(({ part, ...values }) => !isRight(part, values.expected, values.got));
    return differs.length === 0 ? null : { id: one.id, differs };
  } catch (error) {
    return { id: one.id, differs: [], error: error instanceof Error ? error.message : String(error) };
  }
}

interface Tally {
  cases: number;
  passed: number;
}

interface ShapeTally extends Tally {
  readonly shape: string;
  readonly failed: ConformanceFailure[];
}

interface ToolTally extends Tally {
  readonly tool: string;
  readonly shapes: Map<string, ShapeTally>;
}

/**
 * Runs a parser over the cases. Parsers in other languages answer by id: `(given) => answers[given.id]`.
 *
 * @example
 * import { answerOf, conformanceText, runConformance } from 'toolscope/conformance';
 * const expect = { tool: 'shell', kind: null, via: null, failure: null, facts: { command: 'ls' }, summary: 'ls' };
 * const one = { id: 'shell/one', agent: 'codex', name: 'shell', input: { command: ['ls'] }, outcome: null, expect };
 * console.log(conformanceText(await runConformance([one], answerOf)));
 */
export async function runConformance(
  cases: readonly ConformanceCase[],
  parse: ParserUnderTest,
  parts: readonly ConformancePart[] = PARTS,
): Promise<ConformanceReport> {
  const tools = new Map<string, ToolTally>();
  for (const one of cases) {
    const tool = one.expect.tool;
    const tally = tools.get(tool) ?? { tool, cases: 0, passed: 0, shapes: new Map<string, ShapeTally>() };
    tools.set(tool, tally);
    const shape = shapeOf(one);
    const inner = tally.shapes.get(shape) ?? { shape, cases: 0, passed: 0, failed: [] };
    tally.shapes.set(shape, inner);
    const failure = await judged(one, parse, parts);
    for (const counted of [tally, inner]) {
      counted.cases++;
      if (failure === null) counted.passed++;
    }
    if (failure !== null) inner.failed.push(failure);
  }
  const all = [...tools.values()];
  return {
    cases: cases.length,
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    tools: all.map(({ shapes, ...tally }) => ({ ...tally, shapes: [...shapes.values()] })),
  };
}

/** The report as lines: one per tool, followed by its differences. */
export function conformanceText({ cases, passed, tools }: ConformanceReport): string {
  const lines = tools.flatMap(({ tool, shapes, ...tally }) => [
    `${tally.passed === tally.cases ? 'ok  ' : 'FAIL'} ${tool} ${tally.passed}/${tally.cases}`,
    ...shapes
      .filter(({ failed }) => failed.length > 0)
      .flatMap(({ shape, failed }) => [`     ${shape}`, ...failed.map((failure) => `       ${failureText(failure)}`)]),
  ]);
  return [...lines, `${passed} of ${cases} cases passed`].join('\n');
}

function failureText({ id, differs, error }: ConformanceFailure): string {
  if (error !== undefined) return `${id}: threw ${error}`;
  const parts = differs.map(
    ({ part, expected, got }) => `${part} ${JSON.stringify(expected)}, not ${JSON.stringify(got) ?? 'there'}`,
  );
  return `${id}: ${parts.join('; ')}`;
}

/** What Toolscope itself answers. */
export function answerOf({ agent, name, input, outcome }: Omit<ConformanceCase, 'expect'>): ConformanceAnswer {
  const { light } = interpret({
    agent,
    tool: name,
    input,
    outcome:
      outcome === null
        ? null
        : {
            verdict: { status: outcome.status, rule: outcome.rule ?? 'given', failure: null },
            content: outcome.content,
            structured: outcome.structured,
          },
  });
  return {
    tool: light.toolId,
    kind: light.result?.kind ?? null,
    via: light.result?.via ?? null,
    failure: light.failure?.code ?? null,
    facts: light.facts,
    summary: light.summary,
  };
}
