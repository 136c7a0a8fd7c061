// Answers "which words could a filter use?": names that stand in the index, the most useful first.

import { text } from '../../../base/row.ts';
import type { FilterValues } from '../../questions.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { scopeOf } from './scope.ts';
import { outcomeWords, toolWords } from './words.ts';

const MOST = 200;
/** Who types a name has mostly just seen it. */
const LATEST_CALLS = 5000;

export async function filterValues(on: Statements, places: readonly string[]): Promise<FilterValues> {
  const { sql, values } = await scopeOf(on, places, 's.pk');
  const wordsIn = async (statement: string): Promise<string[]> =>
    (await ask(on, statement, ...values)).map((row) => text(row, 'word'));
  const ofSessions = (column: string): Promise<string[]> =>
    wordsIn(`SELECT s.${column} AS word FROM sessions s WHERE s.${column} IS NOT NULL AND ${sql}
      GROUP BY s.${column} ORDER BY max(s.last_at) DESC NULLS LAST, s.${column} LIMIT ${MOST}`);
  const outcomes = await outcomeWords(on);
  return {
    tools: await latestTools(on, places),
    // Codes are words of ours: which sessions they come from is no secret.
    codes: [...new Set([...outcomes.values()].flatMap(({ code }) => code ?? []))].sort().slice(0, MOST),
    models: await ofSessions('model'),
    projects: await ofSessions('project'),
    branches: await ofSessions('branch'),
  };
}

/** As the logs spell them, the most frequent first. */
async function latestTools(on: Statements, places: readonly string[]): Promise<string[]> {
  const { sql, values } = await scopeOf(on, places, 'f.session_pk');
  const rows = await ask(
    on,
    `SELECT l.tool, count(*) AS calls FROM (SELECT f.tool FROM facts f WHERE ${sql}
       ORDER BY f.at DESC NULLS LAST, f.pk DESC LIMIT ${LATEST_CALLS}) l GROUP BY l.tool`,
    ...values,
  );
  const words = await toolWords(on);
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = words.get(Number(row['tool']))?.tool ?? '';
    counts.set(name, (counts.get(name) ?? 0) + Number(row['calls']));
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([name]) => name);
}
