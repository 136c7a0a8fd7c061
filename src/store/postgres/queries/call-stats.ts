// Answers "how do calls fare?", by tool, its name, model, agent or project.

import { blob, integer, integerOrNull, type Row, textOrNull } from '../../../base/row.ts';
import type { CallGroup, StatsBy } from '../../questions/stats.ts';
import type { ToolWord } from '../../rows/fact-words.ts';
import { CellSums, callGroups, type GroupName } from '../../rows/stats-sum.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type FactCondition, factsWhere, NO_JOIN, WITH_SESSIONS } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { type SummedColumn, summed } from './summed-weeks.ts';
import { outcomeWords, toolWords, wordList } from './words.ts';

const STEP_BYTES = 6;

interface Grouped {
  /** Columns of facts, or of what they are joined with. */
  readonly columns: string;
  readonly join: FactCondition;
  /** The same of sums and of their steps, and what those can be asked about. */
  readonly summed: string;
  readonly sums: string;
  readonly steps: string;
  readonly known: readonly SummedColumn[];
}

const BY_TOOL: Grouped = {
  columns: 'f.tool',
  join: NO_JOIN,
  summed: 'f.tool',
  sums: 'day_sums f',
  steps: 'step_sums f',
  known: ['tool', 'model', 'outcome'],
};

/** How calls are grouped by the database. */
const GROUPED: Readonly<Record<StatsBy, Grouped>> = {
  tool: BY_TOOL,
  name: BY_TOOL,
  agent: BY_TOOL,
  model: { ...BY_TOOL, columns: 'f.tool, f.model', summed: 'f.tool, f.model' },
  project: {
    columns: 's.project',
    join: WITH_SESSIONS,
    summed: 'f.project',
    sums: 'project_sums f',
    steps: 'project_steps f',
    known: ['outcome'],
  },
};

async function namesOf(on: Statements, by: StatsBy): Promise<(row: Row) => GroupName> {
  if (by === 'project') return (row) => ({ agent: null, key: textOrNull(row, 'project') });
  const tools = await toolWords(on);
  const toolOf = (row: Row): ToolWord => tools.get(integer(row, 'tool')) ?? { agent: '', toolId: '', tool: '' };
  if (by === 'model') {
    const models = await wordList(on, 'model');
    return (row) => {
      const model = integerOrNull(row, 'model');
      return { agent: toolOf(row).agent, key: model === null ? null : (models.get(model) ?? null) };
    };
  }
  return (row) => {
    const { agent, toolId, tool } = toolOf(row);
    return { agent, key: by === 'agent' ? agent : by === 'name' ? tool : toolId };
  };
}

const TOTALS = `coalesce(sum(f.bytes), 0) AS bytes, coalesce(sum(f.tokens), 0) AS tokens, coalesce(sum(f.ms), 0) AS ms`;

/** Calls that are not summed up: by step, so that a percentile is a count. */
function countFacts(on: Statements, { columns, join }: Grouped, where: FactCondition): Promise<Row[]> {
  const { sql, values } = factsWhere(where, join);
  return ask(
    on,
    `SELECT ${columns}, f.outcome, f.measure, f.step, count(*) AS calls, ${TOTALS}, count(f.masked) AS masked,
       count(f.wait) AS waits, coalesce(sum(f.wait), 0) AS wait_ms
     FROM ${sql} GROUP BY ${columns}, f.outcome, f.measure, f.step`,
    ...values,
  );
}

function countSums(on: Statements, { summed: columns, sums }: Grouped, { sql, values }: FactCondition): Promise<Row[]> {
  return ask(
    on,
    `SELECT ${columns}, f.outcome, f.measure, sum(f.calls) AS calls, ${TOTALS}, sum(f.masked) AS masked,
       sum(f.timed) AS timed, sum(f.waits) AS waits, sum(f.wait_ms) AS wait_ms
     FROM ${sums} WHERE ${sql} GROUP BY ${columns}, f.outcome, f.measure`,
    ...values,
  );
}

function stepSums(on: Statements, { summed: columns, steps }: Grouped, { sql, values }: FactCondition): Promise<Row[]> {
  return ask(on, `SELECT ${columns}, f.steps FROM ${steps} WHERE ${sql}`, ...values);
}

/** Steps with their counts, two and four bytes each. */
function* stepsIn(row: Row): Generator<readonly [step: number, calls: number]> {
  const bytes = blob(row, 'steps');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += STEP_BYTES) yield [view.getInt16(at), view.getInt32(at + 2)];
}

/** Numbers for groups, as they are met. */
class Cells {
  readonly groups: GroupName[] = [];
  readonly #known = new Map<string, number>();

  of(group: GroupName): number {
    const name = JSON.stringify([group.agent, group.key]);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#known.set(name, this.groups.length);
    return this.groups.push(group) - 1;
  }
}

/** The largest group first. */
export async function callStats(on: Statements, fitting: FittingCalls, by: StatsBy): Promise<CallGroup[]> {
  const grouped = GROUPED[by];
  const { sums: told, rest } = await summed(on, fitting, grouped.known);
  const facts = await countFacts(on, grouped, rest);
  const days = await countSums(on, grouped, told);
  const steps = await stepSums(on, grouped, told);
  const nameOf = await namesOf(on, by);
  const outcomes = await outcomeWords(on);
  const outcomePlaces = new Map([...outcomes.keys()].map((id, place) => [id, place]));
  const cells = new Cells();
  const [ofFacts, ofDays, ofSteps] = [facts, days, steps].map((rows) => rows.map((row) => cells.of(nameOf(row))));
  const sums = new CellSums(cells.groups.length, [...outcomes.values()]);
  const add = (row: Row, cell: number, step: number | null): void => {
    sums.addCounted(cell, outcomePlaces.get(integer(row, 'outcome')) ?? 0, {
      calls: integer(row, 'calls'),
      bytes: integer(row, 'bytes'),
      tokens: integer(row, 'tokens'),
      masked: integer(row, 'masked'),
      waits: integer(row, 'waits'),
      waitMs: integer(row, 'wait_ms'),
      step,
      ms: integer(row, 'ms'),
      measure: integerOrNull(row, 'measure') ?? 0,
    });
  };
  for (const [i, row] of facts.entries()) add(row, ofFacts?.[i] ?? 0, integerOrNull(row, 'step'));
  for (const [i, row] of days.entries()) {
    const cell = ofDays?.[i] ?? 0;
    add(row, cell, null);
    sums.addMeasured(cell, integer(row, 'ms'), integerOrNull(row, 'measure') ?? 0, integer(row, 'timed'));
  }
  for (const [i, row] of steps.entries()) {
    const spans = sums.spansOf(ofSteps?.[i] ?? 0);
    for (const [step, calls] of stepsIn(row)) spans.addStep(step, calls);
  }
  return callGroups(cells.groups, sums);
}
