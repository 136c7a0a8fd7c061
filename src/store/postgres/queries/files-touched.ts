// Answers "which calls touched which files?": one row per call.

import { integer, type Row, text, textOrNull } from '../../../base/row.ts';
import type { TouchingCall, TouchQuestion } from '../../questions/files.ts';
import { TOUCH_COLUMNS, touchOfRow } from '../../rows/touch-row.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { type FactCondition, factsWhere, isAmong, joinConditions, numbered } from './condition.ts';
import { fittingFacts } from './fitting-facts.ts';
import { numbersOf, toolWords, wordNumber } from './words.ts';

const BATCH = 5000;

/** A file by the number of its word, and how much of it changed. */
type FilePart = readonly [file: number, linesAdded: number | null, linesRemoved: number | null];

export const TOUCHING_COLUMNS = `${TOUCH_COLUMNS}, c.detail, n.files AS changed_files`;

/** OFFSET 0: each call is looked up by its key. Planned as a join it reads all calls. */
export const TOUCHING_CALLS = condition(`CROSS JOIN LATERAL (SELECT * FROM calls x
    WHERE x.week = f.week AND x.session_pk = f.session_pk AND x.pk = f.pk OFFSET 0) c
  JOIN sessions s ON s.pk = f.session_pk LEFT JOIN call_files n ON n.session_pk = f.session_pk AND n.call_pk = f.pk`);

export function touchingCall(row: Row, touches: TouchQuestion['touches']): TouchingCall {
  // Our own words: the schema's version vouches for their shape.
  const { f = {} }: { readonly f?: { readonly files?: number } } = JSON.parse(text(row, 'detail'));
  return touchOfRow(row, touches, f.files ?? 1);
}

/** Undefined when only the log tells. */
function changedFiles(row: Row): readonly FilePart[] | undefined {
  const files = textOrNull(row, 'changed_files');
  return files === null ? undefined : JSON.parse(files);
}

/** Calls of tools that touch files, with a file: rows `f` of facts, or of their sums. */
export async function touching(on: Statements, { touches }: TouchQuestion): Promise<FactCondition> {
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
  const batches = on.each(BATCH, numbered(`SELECT ${TOUCHING_COLUMNS}, f.file FROM ${sql} ORDER BY f.pk`), ...values);
  for await (const rows of batches) {
    for (const row of rows) {
      const isIt =
        wanted === undefined ||
        integer(row, 'file') === wanted ||
        (changedFiles(row)?.some(([number]) => number === wanted) ?? true);
      if (isIt) found.push(touchingCall(row, touches));
    }
  }
  return found;
}
