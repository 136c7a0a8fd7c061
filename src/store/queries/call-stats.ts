// Owns the question "how do calls fare?", by tool, model, agent or project.

import type { Database } from '../database.ts';
import { integer, textOrNull } from '../row.ts';
import type { CallQuestion } from './call-question.ts';
import { CallScan } from './call-scan.ts';
import { type CallStats, outcomeCount, StatsSum } from './stats-sum.ts';
import { outcomeWords, toolWords, wordList } from './word-list.ts';

export type StatsBy = 'tool' | 'model' | 'agent' | 'project';

export interface CallGroup extends CallStats {
  /** Null where calls of several agents are together. */
  readonly agent: string | null;
  /** The tool's id, the model, the agent, or the project's folder; null where it is not known. */
  readonly key: string | null;
}

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

type SumOfSlot = (slot: number) => StatsSum;

/** Finds the sum of a call by numbers alone: names are looked at once for each of them. */
function sumBy(by: StatsBy, database: Database, scan: CallScan, groups: Groups): SumOfSlot {
  if (by === 'project') return sumByProject(database, scan, groups);
  const tool = scan.column('tool');
  const tools = toolWords(database);
  const none = (): StatsSum => groups.of(null, null);
  if (by !== 'model') {
    const sums = tools.map(({ agent, toolId }) => groups.of(agent, by === 'tool' ? toolId : agent));
    return (slot) => sums[tool[slot] ?? 0] ?? none();
  }
  const model = scan.column('model');
  const models = [null, ...wordList(database, 'model').slice(1)];
  const sums = tools.map(({ agent }) => models.map((name) => groups.of(agent, name)));
  return (slot) => sums[tool[slot] ?? 0]?.[model[slot] || 0] ?? none();
}

function sumByProject(database: Database, scan: CallScan, groups: Groups): SumOfSlot {
  const session = scan.column('session');
  const sums: StatsSum[] = [];
  const rows = database.query('SELECT pk, project FROM sessions', (row) => {
    sums[integer(row, 'pk')] = groups.of(null, textOrNull(row, 'project'));
  });
  rows.all();
  return (slot) => sums[session[slot] ?? 0] ?? groups.of(null, null);
}

/** The largest group first. */
export function callStats(database: Database, question: CallQuestion, by: StatsBy): CallGroup[] {
  const scan = new CallScan(database, question);
  const groups = new Groups();
  const sumOf = sumBy(by, database, scan, groups);
  const outcomes = outcomeWords(database).map(outcomeCount);
  const outcome = scan.column('outcome');
  const bytes = scan.column('bytes');
  const tokens = scan.column('tokens');
  const ms = scan.column('ms');
  const measure = scan.column('measure');
  scan.each((slot) => {
    const sum = sumOf(slot);
    sum.add(outcomes[outcome[slot] ?? 0], bytes[slot] || 0, tokens[slot] || 0);
    const took = ms[slot] ?? Number.NaN;
    if (!Number.isNaN(took)) sum.addSpan(took, measure[slot] ?? 0);
  });
  return groups.all();
}
