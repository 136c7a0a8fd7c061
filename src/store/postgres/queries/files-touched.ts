// Answers "which calls touched which files?": one row per call.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import { BLAMES, STATUSES } from '../../../model/outcome.ts';
import type { TouchingCall, TouchQuestion } from '../../questions/files.ts';
import { oneOf } from '../../rows/one-of.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { type Condition, factsWhere, isAmong, joinConditions, numbered } from './condition.ts';
import { fittingFacts } from './fitting-facts.ts';
import { numbersOf, toolWords, wordNumber } from './words.ts';

const BATCH = 5000;

/** A file by the number of its word, and how much of it changed. */
type FilePart = readonly [file: number, linesAdded: number | null, linesRemoved: number | null];

export const TOUCH_COLUMNS = `s.agent, s.id, s.project, c.call_id, c.occurrence, c.tool_id, c.path, c.status, c.blame, c.lines_added,
  c.lines_removed, coalesce(c.requested_at, c.ended_at) AS at, c.detail, n.files AS changed_files`;

/** OFFSET 0: each call is looked up by its key. Planned as a join it reads all calls. */
export const TOUCHING_CALLS = condition(`CROSS JOIN LATERAL (SELECT * FROM calls x
    WHERE x.week = f.week AND x.session_pk = f.session_pk AND x.pk = f.pk OFFSET 0) c
  JOIN sessions s ON s.pk = f.session_pk LEFT JOIN call_files n ON n.session_pk = f.session_pk AND n.call_pk = f.pk`);

export function touchOfRow(row: Row, touches: TouchQuestion['touches']): TouchingCall {
  const blame = textOrNull(row, 'blame');
  // Our own words: the schema's version vouches for their shape.
  const { f = {} }: { readonly f?: { readonly files?: number } } = JSON.parse(text(row, 'detail'));
  return {
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    callId: text(row, 'call_id'),
    occurrence: integer(row, 'occurrence'),
    project: textOrNull(row, 'project'),
    touch: touches.get(text(row, 'tool_id')) ?? 'read',
    path: text(row, 'path'),
    files: f.files ?? 1,
    status: oneOf(STATUSES, text(row, 'status')),
    blame: blame === null ? null : oneOf(BLAMES, blame),
    linesAdded: integerOrNull(row, 'lines_added'),
    linesRemoved: integerOrNull(row, 'lines_removed'),
    at: integerOrNull(row, 'at'),
  };
}

/** Undefined when only the log tells. */
function changedFiles(row: Row): readonly FilePart[] | undefined {
  const files = textOrNull(row, 'changed_files');
  return files === null ? undefined : JSON.parse(files);
}

/** Calls of tools that touch files, with a file: rows `f` of facts, or of their sums. */
export async function touching(on: Statements, { touches }: TouchQuestion): Promise<Condition> {
  const tools = numbersOf(await toolWords(on), ({ toolId }) => touches.has(toolId));
  return joinConditions([isAmong('f.tool', 'int4', tools), condition('f.file IS NOT NULL')], 'AND');
}

export async function filesTouched(on: Statements, words: CallWords, question: TouchQuestion): Promise<TouchingCall[]> {
  const { file, touches } = question;
  const wanted = file === undefined ? undefined : ((await wordNumber(on, 'path', file)) ?? 0);
  const isWanted = wanted === undefined ? [] : [condition('(f.file = ?::int4 OR f.more_files IS NOT NULL)', wanted)];
  const fitting = await fittingFacts(on, words, question);
  const where = joinConditions([await touching(on, question), fitting, ...isWanted], 'AND');
  const { sql, values } = factsWhere(where, TOUCHING_CALLS);
  const found: TouchingCall[] = [];
  const batches = on.each(BATCH, numbered(`SELECT ${TOUCH_COLUMNS}, f.file FROM ${sql} ORDER BY f.pk`), ...values);
  for await (const rows of batches) {
    for (const row of rows) {
      const isIt =
        wanted === undefined ||
        integer(row, 'file') === wanted ||
        (changedFiles(row)?.some(([number]) => number === wanted) ?? true);
      if (isIt) found.push(touchOfRow(row, touches));
    }
  }
  return found;
}
