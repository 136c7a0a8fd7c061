// Answers "which calls touched which files?", and "what was done to which file?": a call that changed several files counts for each.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import { BLAMES, STATUSES } from '../../../model/outcome.ts';
import { type Done, FileSum } from '../../questions/file-sum.ts';
import type { FileSums, TouchingCall, TouchQuestion } from '../../questions/files.ts';
import { oneOf } from '../../rows/one-of.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type Condition, factsWhere, isAmong, joinConditions, numbered } from './condition.ts';
import { fittingFacts } from './fitting-facts.ts';
import { numbersOf, outcomeWords, toolWords, wordNumber, wordsOf } from './words.ts';

const BATCH = 5000;

/** A file by the number of its word, and how much of it changed. */
type FilePart = readonly [file: number, linesAdded: number | null, linesRemoved: number | null];

const COLUMNS = `s.agent, s.id, s.project, c.call_id, c.occurrence, c.tool_id, c.path, c.status, c.blame, c.lines_added,
  c.lines_removed, coalesce(c.requested_at, c.ended_at) AS at, c.detail, n.files AS changed_files`;

const CALLS = condition(`JOIN calls c ON c.week = f.week AND c.session_pk = f.session_pk AND c.pk = f.pk
  JOIN sessions s ON s.pk = f.session_pk LEFT JOIN call_files n ON n.session_pk = f.session_pk AND n.call_pk = f.pk`);

function touchOfRow(row: Row, touches: TouchQuestion['touches']): TouchingCall {
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

/** Calls that fit, of tools that touch files, with a file. */
async function touching(on: Statements, words: CallWords, question: TouchQuestion): Promise<Condition> {
  const tools = numbersOf(await toolWords(on), ({ toolId }) => question.touches.has(toolId));
  const isTouching = joinConditions([isAmong('f.tool', 'int4', tools), condition('f.file IS NOT NULL')], 'AND');
  return joinConditions([isTouching, await fittingFacts(on, words, question)], 'AND');
}

export async function filesTouched(on: Statements, words: CallWords, question: TouchQuestion): Promise<TouchingCall[]> {
  const { file, touches } = question;
  const wanted = file === undefined ? undefined : ((await wordNumber(on, 'path', file)) ?? 0);
  const isWanted = wanted === undefined ? [] : [condition('(f.file = ?::int4 OR f.more_files IS NOT NULL)', wanted)];
  const { sql, values } = factsWhere(joinConditions([await touching(on, words, question), ...isWanted], 'AND'), CALLS);
  const found: TouchingCall[] = [];
  const batches = on.each(BATCH, numbered(`SELECT ${COLUMNS}, f.file FROM ${sql} ORDER BY f.pk`), ...values);
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

/** Sums by the numbers of files. */
class Sums {
  readonly #byFile = new Map<number, FileSum>();
  readonly #paths: ReadonlyMap<number, string>;

  constructor(paths: ReadonlyMap<number, string>) {
    this.#paths = paths;
  }

  of(file: number): FileSum {
    const known = this.#byFile.get(file);
    if (known !== undefined) return known;
    const sum = new FileSum(this.#paths.get(file) ?? '');
    this.#byFile.set(file, sum);
    return sum;
  }

  byPath(): Map<string, FileSum> {
    return new Map([...this.#byFile.values()].map((sum) => [sum.path, sum]));
  }
}

export async function fileSums(on: Statements, words: CallWords, question: TouchQuestion): Promise<FileSums> {
  const where = await touching(on, words, question);
  const doneOf = await doneBy(on, question);
  const single = factsWhere(joinConditions([condition('f.more_files IS NULL'), where], 'AND'));
  const counted = await ask(
    on,
    `SELECT f.file, f.session_pk, f.tool, f.outcome, count(*) AS calls, min(f.at) AS first_at, max(f.at) AS last_at,
       sum(f.added) AS added, sum(f.removed) AS removed
     FROM ${single.sql} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2`,
    ...single.values,
  );
  const manifold = factsWhere(joinConditions([condition('f.more_files IS NOT NULL'), where], 'AND'), CALLS);
  const several = await ask(
    on,
    `SELECT ${COLUMNS}, f.session_pk, f.tool, f.outcome, f.at AS fact_at FROM ${manifold.sql} ORDER BY f.pk`,
    ...manifold.values,
  );
  const files = [
    ...counted.map((row) => integer(row, 'file')),
    ...several.flatMap((row) => (changedFiles(row) ?? []).map(([file]) => file)),
  ];
  const sums = new Sums(await wordsOf(on, 'path', files));
  for (const row of counted) {
    const done = doneOf(integer(row, 'tool'), integer(row, 'outcome'));
    if (done === undefined) continue;
    sums.of(integer(row, 'file')).addCounted(integer(row, 'session_pk'), done, {
      calls: integer(row, 'calls'),
      firstAt: integerOrNull(row, 'first_at'),
      lastAt: integerOrNull(row, 'last_at'),
      added: integerOrNull(row, 'added'),
      removed: integerOrNull(row, 'removed'),
    });
  }
  const unknown: FileSums['several'][number][] = [];
  for (const row of several) {
    const done = doneOf(integer(row, 'tool'), integer(row, 'outcome'));
    if (done === undefined) continue;
    const session = integer(row, 'session_pk');
    const at = integerOrNull(row, 'fact_at') ?? Number.NaN;
    const changed = changedFiles(row);
    for (const [file, added, removed] of changed ?? [])
      sums.of(file).add(session, at, done, added ?? Number.NaN, removed ?? Number.NaN);
    if (changed === undefined) unknown.push({ touch: touchOfRow(row, question.touches), session, at, done });
  }
  return { several: unknown, sums: sums.byPath() };
}
