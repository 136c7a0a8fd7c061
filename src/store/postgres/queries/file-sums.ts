// Answers "what was done to which file?", summed up: by the weeks that are, and over facts of the others. A call that changed several
// files counts for each.

import { blob, integer, integerOrNull, type Row } from '../../../base/row.ts';
import { type Done, FileSum } from '../../questions/file-sum.ts';
import type { FileSums, TouchQuestion } from '../../questions/files.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { ask, factsWhere, joinConditions } from './condition.ts';
import { TOUCHING_CALLS, TOUCHING_COLUMNS, touching, touchingCall } from './files-touched.ts';
import { fittingCalls } from './fitting-facts.ts';
import { summed } from './summed-weeks.ts';
import { outcomeWords, toolWords, wordsOf } from './words.ts';

const KEY_BYTES = 4;

const ONE_FILE = condition('f.more_files IS NULL');
const SEVERAL_FILES = condition('f.more_files IS NOT NULL');
/** Each of its files, where the index knows them. */
const WITH_FILES = condition(`JOIN call_files n ON n.session_pk = f.session_pk AND n.call_pk = f.pk
  CROSS JOIN LATERAL json_array_elements(n.files::json) AS e (one)`);
const ONLY_IN_LOG = condition(
  'NOT EXISTS (SELECT 1 FROM call_files n WHERE n.session_pk = f.session_pk AND n.call_pk = f.pk)',
);

/**
 * By file, tool and outcome, with the sessions packed. `one` and `several` come after FROM: facts of calls with one file and with more.
 * `by`: another column of these facts, which comes first.
 */
function packedTouches(one: string, several: string, by?: string): string {
  const first = (rows: string): string => (by === undefined ? '' : `${rows}.${by}, `);
  return `${first('t')}t.file, t.tool, t.outcome, sum(t.calls) AS calls, min(t.first_at) AS first_at, max(t.last_at) AS last_at,
    sum(t.added) AS added, sum(t.removed) AS removed, string_agg(int4send(t.session_pk::int4), '') AS sessions FROM (
      SELECT ${first('d')}d.file, d.tool, d.outcome, d.session_pk, count(*) AS calls, min(d.at) AS first_at, max(d.at) AS last_at,
        sum(d.added) AS added, sum(d.removed) AS removed FROM (
          SELECT ${first('f')}f.file, f.tool, f.outcome, f.session_pk, f.at, f.added, f.removed FROM ${one}
          UNION ALL SELECT ${first('f')}(e.one ->> 0)::int4, f.tool, f.outcome, f.session_pk, f.at, (e.one ->> 1)::float8,
            (e.one ->> 2)::float8 FROM ${several}) d
      GROUP BY ${first('d')}d.file, d.tool, d.outcome, d.session_pk) t
    GROUP BY ${first('t')}t.file, t.tool, t.outcome`;
}

/** Of all rows of a table like facts that have a file, by one more of its columns. */
export function touchesOf(table: string, by: string): string {
  const fitting = (which: string): string => `WHERE f.file IS NOT NULL AND ${which}`;
  return packedTouches(
    `${table} f ${fitting(ONE_FILE.sql)}`,
    `${table} f ${WITH_FILES.sql} ${fitting(SEVERAL_FILES.sql)}`,
    by,
  );
}

function sessionsIn(row: Row): Int32Array {
  const bytes = blob(row, 'sessions');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Int32Array.from({ length: bytes.length / KEY_BYTES }, (_, i) => view.getInt32(i * KEY_BYTES));
}

/** What each tool's calls did, by the numbers of tool and outcome. */
async function doneBy(
  on: Statements,
  { touches }: TouchQuestion,
): Promise<(tool: number, outcome: number) => Done | undefined> {
  const tools = await toolWords(on);
  const outcomes = await outcomeWords(on);
  return (tool, outcome) => {
    const touch = touches.get(tools.get(tool)?.toolId ?? '');
    const word = outcomes.get(outcome);
    if (touch === undefined || word === undefined) return undefined;
    return { ...outcomeCount(word), isOk: word.status === 'ok', touch };
  };
}

export async function fileSums(on: Statements, words: CallWords, question: TouchQuestion): Promise<FileSums> {
  const fitting = await fittingCalls(on, words, question);
  const isTouching = await touching(on, question);
  const { sums: weeks, rest } = await summed(on, fitting, ['tool', 'outcome']);
  const told = joinConditions([isTouching, weeks], 'AND');
  const left = joinConditions([isTouching, rest], 'AND');
  const one = factsWhere(joinConditions([ONE_FILE, left], 'AND'));
  const several = factsWhere(joinConditions([SEVERAL_FILES, left], 'AND'), WITH_FILES);
  const counted = await ask(
    on,
    `SELECT p.file, p.tool, p.outcome, sum(p.calls) AS calls, min(p.first_at) AS first_at, max(p.last_at) AS last_at,
       sum(p.added) AS added, sum(p.removed) AS removed, string_agg(p.sessions, '') AS sessions FROM (
         SELECT ${packedTouches(one.sql, several.sql)}
         UNION ALL SELECT f.file, f.tool, f.outcome, f.calls, f.first_at, f.last_at, f.added, f.removed, f.sessions
           FROM file_sums f WHERE ${told.sql}) p
     GROUP BY 1, 2, 3`,
    ...one.values,
    ...several.values,
    ...told.values,
  );
  const only = factsWhere(
    joinConditions([SEVERAL_FILES, ONLY_IN_LOG, isTouching, fitting.facts], 'AND'),
    TOUCHING_CALLS,
  );
  const unknown = await ask(
    on,
    `SELECT ${TOUCHING_COLUMNS}, f.session_pk, f.tool, f.outcome, f.at AS fact_at FROM ${only.sql} ORDER BY f.pk`,
    ...only.values,
  );
  const paths = await wordsOf(
    on,
    'path',
    counted.map((row) => integer(row, 'file')),
  );
  const doneOf = await doneBy(on, question);
  const sums = new Map<string, FileSum>();
  for (const row of counted) {
    const done = doneOf(integer(row, 'tool'), integer(row, 'outcome'));
    if (done === undefined) continue;
    const path = paths.get(integer(row, 'file')) ?? '';
    const sum = sums.get(path) ?? new FileSum(path);
    sums.set(path, sum);
    sum.addCounted(sessionsIn(row), done, {
      calls: integer(row, 'calls'),
      firstAt: integerOrNull(row, 'first_at'),
      lastAt: integerOrNull(row, 'last_at'),
      added: integerOrNull(row, 'added'),
      removed: integerOrNull(row, 'removed'),
    });
  }
  return {
    sums,
    several: unknown.flatMap((row) => {
      const done = doneOf(integer(row, 'tool'), integer(row, 'outcome'));
      if (done === undefined) return [];
      const at = integerOrNull(row, 'fact_at') ?? Number.NaN;
      return [{ touch: touchingCall(row, question.touches), session: integer(row, 'session_pk'), at, done }];
    }),
  };
}
