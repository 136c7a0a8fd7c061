// Owns the question "how do calls fare?", by tool, model, agent or project: from the sums of the index where they answer
// it, else from the calls that fit.

import { BLAMES, type Blame, type CallStatus, STATUSES } from '../../model/outcome.ts';
import type { Database } from '../database.ts';
import { oneOf } from '../index/one-of.ts';
import { integer, type Row, text, textOrNull } from '../row.ts';
import { briefCalls } from './brief-calls.ts';
import { type CallQuestion, questionCondition } from './find-calls.ts';
import { coversAll } from './scope.ts';
import { type CallStats, StatsSum } from './stats-sum.ts';

export type StatsBy = 'tool' | 'model' | 'agent' | 'project';

export interface CallGroup extends CallStats {
  /** Null where calls of several agents are together. */
  readonly agent: string | null;
  /** The tool's id, the model, the agent, or the project's folder; null where it is not known. */
  readonly key: string | null;
}

/** Columns that make a group, of the calls themselves and of the sums. */
const KEYS: Readonly<Record<StatsBy, { readonly agent: string; readonly key: string; readonly sum: string | null }>> = {
  tool: { agent: 's.agent', key: 'c.tool_id', sum: 'c.tool_id' },
  model: { agent: 's.agent', key: 'c.model', sum: `nullif(c.model, '')` },
  agent: { agent: 's.agent', key: 's.agent', sum: 'c.agent' },
  project: { agent: 'NULL', key: 's.project', sum: null },
};

class Groups {
  readonly #sums = new Map<string, { readonly agent: string | null; readonly key: string | null; sum: StatsSum }>();

  of(agent: string | null, key: string | null): StatsSum {
    const name = JSON.stringify([agent, key]);
    const known = this.#sums.get(name);
    if (known !== undefined) return known.sum;
    const sum = new StatsSum();
    this.#sums.set(name, { agent, key, sum });
    return sum;
  }

  /** The largest first. */
  all(): CallGroup[] {
    const nameOf = ({ agent, key }: CallGroup): string => `${agent ?? ''} ${key ?? ''}`;
    return [...this.#sums.values()]
      .map(({ agent, key, sum }) => ({ agent, key, ...sum.stats() }))
      .filter(({ calls }) => calls > 0)
      .sort((a, b) => b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1));
  }
}

function outcome(row: Row): { status: CallStatus; blame: Blame | null } {
  const blame = textOrNull(row, 'blame');
  return {
    status: oneOf(STATUSES, text(row, 'status')),
    blame: blame === null || blame === '' ? null : oneOf(BLAMES, blame),
  };
}

function groupOf(row: Row): [agent: string | null, key: string | null] {
  return [textOrNull(row, 'agent'), textOrNull(row, 'key')];
}

/** A list that SQL made of a column of numbers. */
function numbers(row: Row, name: string): readonly number[] {
  return JSON.parse(text(row, name));
}

function fromSums(database: Database, sumKey: string): CallGroup[] {
  const groups = new Groups();
  const counts = database.query(
    `SELECT c.agent, ${sumKey} AS key, c.status, c.blame, sum(c.calls) AS calls, sum(c.bytes) AS bytes,
       sum(c.tokens) AS tokens
     FROM tool_sums c GROUP BY 1, 2, 3, 4`,
    (row) => ({
      group: groupOf(row),
      alike: {
        ...outcome(row),
        calls: integer(row, 'calls'),
        bytes: integer(row, 'bytes'),
        tokens: integer(row, 'tokens'),
      },
    }),
  );
  for (const { group, alike } of counts.each()) groups.of(...group).add(alike);
  const spans = database.query(
    `SELECT c.agent, ${sumKey} AS key, c.basis, c.bound, json_group_array(c.ms) AS spans,
       json_group_array(c.calls) AS counts
     FROM span_sums c WHERE c.calls > 0 GROUP BY 1, 2, 3, 4`,
    (row) => row,
  );
  for (const row of spans.each()) {
    const sum = groups.of(...groupOf(row));
    const counted = numbers(row, 'counts');
    for (const [i, ms] of numbers(row, 'spans').entries()) {
      sum.addSpan(ms, text(row, 'basis'), row['bound'] === 'exact', counted[i] ?? 0);
    }
  }
  return groups.all();
}

/** SQL counts, and hands durations over as one text per group: a row for every call would take ten times as long. */
function fromCalls(database: Database, question: CallQuestion, by: StatsBy): CallGroup[] {
  const { where } = questionCondition(question, database);
  const { agent, key } = KEYS[by];
  const groups = new Groups();
  const rows = database.query(
    `SELECT ${agent} AS agent, ${key} AS key, c.status, c.blame, c.basis, c.bound, count(*) AS calls,
       total(c.bytes) AS bytes, total(c.tokens) AS tokens, json_group_array(c.ms) FILTER (WHERE c.ms IS NOT NULL) AS spans
     FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk WHERE ${where.sql} GROUP BY 1, 2, 3, 4, 5, 6`,
    (row) => row,
  );
  for (const row of rows.each(...where.values)) {
    const sum = groups.of(...groupOf(row));
    const alike = { ...outcome(row), calls: integer(row, 'calls') };
    sum.add({ ...alike, bytes: integer(row, 'bytes'), tokens: integer(row, 'tokens') });
    const basis = textOrNull(row, 'basis');
    if (basis === null) continue;
    for (const ms of numbers(row, 'spans')) sum.addSpan(ms, basis, row['bound'] === 'exact', 1);
  }
  return groups.all();
}

/** The largest group first. */
export function callStats(database: Database, question: CallQuestion, by: StatsBy): CallGroup[] {
  const { sum } = KEYS[by];
  if (sum !== null && question.filter.type === 'all' && coversAll(database, question.places)) {
    return fromSums(database, sum);
  }
  if (questionCondition(question, database).decided.isExact) return fromCalls(database, question, by);
  const groups = new Groups();
  for (const call of briefCalls(database, question)) {
    const key = { tool: call.toolId, model: call.model, agent: call.agent, project: call.project }[by];
    groups.of(by === 'project' ? null : call.agent, key).addCall(call);
  }
  return groups.all();
}
