// Owns the question "what went on in the background?": calls that only started something, the latest first, and whether
// its end is known.

import type { ToolCall } from '../../model/tool-call.ts';
import type { Database } from '../database.ts';
import { integer, integerOrNull, type Row } from '../row.ts';
import { CallReader } from './call-reader.ts';
import { ALWAYS, condition, joinConditions } from './condition.ts';
import { type CallQuestion, FindCalls, questionCondition } from './find-calls.ts';

export interface BackgroundWork {
  readonly call: ToolCall;
  /** Names of its session's files. */
  pathOf(source: number): string;
  /** Null while, or because, no record tells of its end. */
  readonly endedVia: string | null;
  /** From the request to the end, where both are known. */
  readonly tookMs: number | null;
}

/** A page begins after it. */
export interface BackgroundCursor {
  readonly at: number | null;
  readonly key: number;
}

export interface BackgroundPage {
  readonly work: readonly BackgroundWork[];
  /** Null after the last page. */
  readonly next: BackgroundCursor | null;
}

/** In these words there is an index of such calls. */
const IN_BACKGROUND = condition(`(c.detail ->> '$.bg') IS NOT NULL`);

function workOf(call: ToolCall, pathOf: (source: number) => string): BackgroundWork[] {
  if (call.background === null) return [];
  const { endedVia } = call.background;
  const { requestedAt, endedAt } = call;
  const isOver = endedVia !== null && requestedAt !== null && endedAt !== null && endedAt >= requestedAt;
  return [{ call, pathOf, endedVia, tookMs: isOver ? endedAt - requestedAt : null }];
}

function* allRows(database: Database, question: CallQuestion, after: BackgroundCursor | null): Generator<Row> {
  const { where } = questionCondition(question, database);
  // Calls without a time come last.
  const before =
    after === null
      ? ALWAYS
      : after.at === null
        ? condition('+c.requested_at IS NULL AND c.pk < ?', after.key)
        : condition(
            '(+c.requested_at IS NULL OR +c.requested_at < ? OR (+c.requested_at = ? AND c.pk < ?))',
            after.at,
            after.at,
            after.key,
          );
  const { sql, values } = joinConditions([IN_BACKGROUND, where, before], 'AND');
  const rows = database.query(
    `SELECT c.* FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk WHERE ${sql}
     ORDER BY c.requested_at DESC, c.pk DESC`,
    (row) => row,
  );
  yield* rows.each(...values);
}

export function backgroundWork(
  database: Database,
  question: CallQuestion,
  { limit, after = null }: { readonly limit: number; readonly after?: BackgroundCursor | null },
): BackgroundPage {
  const { decided } = questionCondition(question, database);
  const reader = new CallReader(database);
  const fits = decided.isExact ? undefined : new Set(new FindCalls(database, question).keys());
  const work: BackgroundWork[] = [];
  let last: BackgroundCursor | null = null;
  const asked = decided.isExact ? question : { ...question, filter: { type: 'all' as const } };
  for (const row of allRows(database, asked, after)) {
    const key = integer(row, 'pk');
    if (fits !== undefined && !fits.has(key)) continue;
    if (work.length >= limit) return { work, next: last };
    work.push(...workOf(reader.read(row), reader.pathOf(row)));
    last = { at: integerOrNull(row, 'requested_at'), key };
  }
  return { work, next: null };
}
