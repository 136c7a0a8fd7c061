// Answers "how do calls fare?", by tool, its name, model, agent or project.

import { integer, integerOrNull, type Row, textOrNull } from '../../../base/row.ts';
import type { CallGroup, StatsBy } from '../../questions/stats.ts';
import type { ToolWord } from '../../rows/fact-words.ts';
import { CellSums, callGroups, type GroupName } from '../../rows/stats-sum.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type Condition } from './condition.ts';
import { outcomeWords, toolWords, wordList } from './words.ts';

/** How calls are grouped by the database: columns of facts, or of sessions. */
const GROUPED = {
  tool: { columns: 'f.tool', from: 'facts f' },
  name: { columns: 'f.tool', from: 'facts f' },
  agent: { columns: 'f.tool', from: 'facts f' },
  model: { columns: 'f.tool, f.model', from: 'facts f' },
  project: { columns: 's.project', from: 'facts f JOIN sessions s ON s.pk = f.session_pk' },
} as const satisfies Record<StatsBy, unknown>;

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

/** The largest group first. */
export async function callStats(on: Statements, fitting: Condition, by: StatsBy): Promise<CallGroup[]> {
  const { columns, from } = GROUPED[by];
  const rows = await ask(
    on,
    `SELECT ${columns}, f.outcome, f.measure, f.step, count(*) AS calls, coalesce(sum(f.bytes), 0) AS bytes,
       coalesce(sum(f.tokens), 0) AS tokens, count(f.masked) AS masked, coalesce(sum(f.ms), 0) AS ms,
       count(f.wait) AS waits, coalesce(sum(f.wait), 0) AS wait_ms
     FROM ${from} WHERE ${fitting.sql} GROUP BY ${columns}, f.outcome, f.measure, f.step`,
    ...fitting.values,
  );
  const nameOf = await namesOf(on, by);
  const outcomes = await outcomeWords(on);
  const outcomePlaces = new Map([...outcomes.keys()].map((id, place) => [id, place]));
  const groups: GroupName[] = [];
  const cells = new Map<string, number>();
  const cellOf = (row: Row): number => {
    const group = nameOf(row);
    const name = JSON.stringify([group.agent, group.key]);
    const known = cells.get(name);
    if (known !== undefined) return known;
    cells.set(name, groups.length);
    return groups.push(group) - 1;
  };
  const placed = rows.map((row) => ({ row, cell: cellOf(row) }));
  const sums = new CellSums(groups.length, [...outcomes.values()]);
  for (const { row, cell } of placed) {
    sums.addCounted(cell, outcomePlaces.get(integer(row, 'outcome')) ?? 0, {
      calls: integer(row, 'calls'),
      bytes: integer(row, 'bytes'),
      tokens: integer(row, 'tokens'),
      masked: integer(row, 'masked'),
      waits: integer(row, 'waits'),
      waitMs: integer(row, 'wait_ms'),
      step: integerOrNull(row, 'step'),
      ms: integer(row, 'ms'),
      measure: integerOrNull(row, 'measure') ?? 0,
    });
  }
  return callGroups(groups, sums);
}
