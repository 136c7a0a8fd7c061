// Answers "how well were the logs read?": every file's ledger, versions seen, problems with a place to look at. Long answers come
// in pages, each of one snapshot.

import { integer, integerOrNull, type Row, text } from '../../base/row.ts';
import type { Problem } from '../../model/problem.ts';
import type { IndexedFile, PlacedProblem, VersionSeen } from '../questions/health.ts';
import type { SessionDetail } from '../questions/sessions.ts';
import { ledgerOf } from '../rows/ledger-text.ts';
import type { Dialect, SqlEngine } from './engine.ts';
import { scopeOf } from './places.ts';
import { ask, type Steps } from './steps.ts';

const PAGE = 500;

function fileOf(row: Row): IndexedFile {
  return {
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    thread: text(row, 'thread'),
    path: text(row, 'path'),
    bytes: integer(row, 'bytes'),
    modifiedAt: integer(row, 'modified_at'),
    isGone: row['gone_at'] !== null,
    ledger: ledgerOf(text(row, 'ledger')),
  };
}

function* filePage(dialect: Dialect, places: readonly string[], after: number): Steps<readonly Row[]> {
  const where = yield* scopeOf(dialect, places, 's.pk');
  return yield* ask(
    `SELECT f.pk, s.agent, s.id, f.thread, ${dialect.logPath} AS path, f.bytes, f.modified_at, f.gone_at, f.ledger
     FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL AND f.pk > ? AND ${where.sql} ORDER BY f.pk LIMIT ${PAGE}`,
    after,
    ...where.values,
  );
}

/** Page after page, each with rows that have a key `pk`. */
export async function* inPages(
  engine: SqlEngine,
  page: (after: number) => Steps<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const rows = await engine.take(page(after));
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = integer(last, 'pk');
  }
}

export async function* indexedFiles(
  engine: SqlEngine,
  places: readonly string[],
): AsyncGenerator<readonly IndexedFile[]> {
  for await (const rows of inPages(engine, (after) => filePage(engine.dialect, places, after))) yield rows.map(fileOf);
}

/** The one seen last first. */
export function* versionsSeen(dialect: Dialect, places: readonly string[]): Steps<readonly VersionSeen[]> {
  const where = yield* scopeOf(dialect, places, 's.pk');
  const rows = yield* ask(
    `SELECT s.agent, s.version, count(*) AS sessions, max(s.last_at) AS last_at FROM ${dialect.allSessions}
     WHERE s.version IS NOT NULL AND ${where.sql} GROUP BY s.agent, s.version
     ORDER BY s.agent, max(s.last_at) DESC NULLS LAST, s.version DESC`,
    ...where.values,
  );
  return rows.map((row) => ({
    agent: text(row, 'agent'),
    version: text(row, 'version'),
    sessions: integer(row, 'sessions'),
    lastAt: integerOrNull(row, 'last_at'),
  }));
}

interface Found {
  readonly session: number;
  readonly problems: readonly Problem[];
}

/** Problems with the names of their files. */
function* placed(dialect: Dialect, found: readonly Found[]): Steps<readonly PlacedProblem[]> {
  const { sql, values } = dialect.isAmong('f.session_pk', [...new Set(found.map(({ session }) => session))]);
  const rows = yield* ask(
    `SELECT f.session_pk, f.num, ${dialect.logPath} AS path FROM sources f WHERE ${sql}`,
    ...values,
  );
  const paths = new Map(rows.map((row) => [`${integer(row, 'session_pk')} ${integer(row, 'num')}`, text(row, 'path')]));
  return found.flatMap(({ session, problems }) =>
    problems.map((problem) => ({
      problem,
      file: problem.ref === null ? '' : (paths.get(`${session} ${problem.ref.source}`) ?? ''),
    })),
  );
}

function ofSession(row: Row): Found {
  const { problems }: SessionDetail = JSON.parse(text(row, 'detail'));
  return { session: integer(row, 'pk'), problems };
}

/** The place of a problem with a call is the call's own, if the problem names none. */
function ofCall(row: Row): Found {
  const { pb, ev }: { pb?: readonly Problem[]; ev: readonly (readonly number[])[] } = JSON.parse(text(row, 'detail'));
  const [, source = 0, line = 0, offset = 0, length = 0] = ev[0] ?? [];
  const ref = { source, line, offset, length };
  const problems = (pb ?? []).map((problem) => ({ ...problem, ref: problem.ref ?? ref }));
  return { session: integer(row, 'session_pk'), problems };
}

/** Sessions with problems: an index exists for exactly this condition. */
function* sessionPage(dialect: Dialect, places: readonly string[], after: number): Steps<readonly Row[]> {
  const where = yield* scopeOf(dialect, places, 's.pk');
  return yield* ask(
    `SELECT s.pk, s.detail FROM sessions s
     WHERE ${dialect.hasProblems} AND s.pk > ? AND ${where.sql} ORDER BY s.pk LIMIT ${PAGE}`,
    after,
    ...where.values,
  );
}

/** Problems of sessions and of calls that the index keeps in full. `oddCalls`: rows of calls that have some, in order of their keys. */
export async function* keptProblems(
  engine: SqlEngine,
  places: readonly string[],
  oddCalls: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly PlacedProblem[]> {
  const { dialect } = engine;
  for await (const rows of inPages(engine, (after) => sessionPage(dialect, places, after))) {
    yield await engine.take(placed(dialect, rows.map(ofSession)));
  }
  for await (const rows of oddCalls) yield await engine.take(placed(dialect, rows.map(ofCall)));
}
