// Answers "how do calls fare?", by tool, its name, model, agent or project.

import { text, textOrNull } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallGroup, StatsBy } from '../../questions/stats.ts';
import type { ToolWord } from '../../rows/fact-words.ts';
import { CellSums, callGroups, type GroupName } from '../../rows/stats-sum.ts';
import { CallScan, type Visit } from './call-scan.ts';
import { outcomeWords, toolWords, wordList } from './interned-lists.ts';

/** Where calls are counted: numbered cells, and the group of each cell. */
interface Cells {
  readonly groups: readonly GroupName[];
  of(slot: number): number;
}

function cellsBy(by: StatsBy, database: Database, scan: CallScan): Cells {
  if (by === 'project') return cellsByProject(database, scan);
  const tool = scan.column('tool');
  const tools = toolWords(database);
  if (by !== 'model') {
    return {
      groups: tools.map((word) => ({ agent: word.agent, key: keyOf(word, by) })),
      of: (slot) => tool[slot] ?? 0,
    };
  }
  const model = scan.column('model');
  const models = [null, ...wordList(database, 'model').slice(1)];
  return {
    groups: tools.flatMap(({ agent }) => models.map((key) => ({ agent, key }))),
    of: (slot) => (tool[slot] ?? 0) * models.length + (model[slot] || 0),
  };
}

function keyOf({ agent, toolId, tool }: ToolWord, by: Exclude<StatsBy, 'model' | 'project'>): string {
  return by === 'agent' ? agent : by === 'name' ? tool : toolId;
}

function cellsByProject(database: Database, scan: CallScan): Cells {
  const session = scan.column('session');
  const groups: GroupName[] = [];
  const cellOf: number[] = [];
  const rows = database.query('SELECT project, json_group_array(pk) AS keys FROM sessions GROUP BY project', (row) => {
    const keys: readonly number[] = JSON.parse(text(row, 'keys'));
    for (const key of keys) cellOf[key] = groups.length;
    groups.push({ agent: null, key: textOrNull(row, 'project') });
  });
  rows.all();
  return { groups, of: (slot) => cellOf[session[slot] ?? 0] ?? 0 };
}

/** The largest group first. */
export function callStats(database: Database, question: CallQuestion, by: StatsBy): CallGroup[] {
  return callStatsWith(database, new CallScan(database, question), by, () => {});
}

/** The same on a shared scan: `also` visits the same calls. */
export function callStatsWith(database: Database, scan: CallScan, by: StatsBy, also: Visit): CallGroup[] {
  const cells = cellsBy(by, database, scan);
  const sums = new CellSums(cells.groups.length, outcomeWords(database));
  const outcome = scan.column('outcome');
  const bytes = scan.column('bytes');
  const tokens = scan.column('tokens');
  const ms = scan.column('ms');
  const measure = scan.column('measure');
  const masked = scan.column('masked');
  const wait = scan.column('wait');
  scan.each((fitting) => {
    also(fitting);
    const { slots, count } = fitting;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const cell = cells.of(slot);
      sums.add(cell, outcome[slot] ?? 0, bytes[slot] || 0, tokens[slot] || 0);
      if (!Number.isNaN(masked[slot] ?? Number.NaN)) sums.addMasked(cell);
      const took = ms[slot] ?? Number.NaN;
      if (!Number.isNaN(took)) sums.addSpan(cell, took, measure[slot] ?? 0);
      const waited = wait[slot] ?? Number.NaN;
      if (!Number.isNaN(waited)) sums.addWait(cell, waited);
    }
  });
  return callGroups(cells.groups, sums);
}
