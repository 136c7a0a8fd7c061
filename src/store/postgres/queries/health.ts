// Answers "how well were the logs read?": every file's ledger, versions seen, problems with a place to look at. Long answers come a
// page at a time, each of one moment.

import { integer, integerOrNull, type Row, text } from '../../../base/row.ts';
import type { Problem } from '../../../model/problem.ts';
import type { IndexedFile, PlacedProblem, VersionSeen } from '../../questions/health.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import { COLUMN_FLAGS } from '../../rows/brief.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import type { Statements } from '../database/statement.ts';
import { pathsOf } from './call-reader.ts';
import { ask, numbered } from './condition.ts';
import { logPath } from './log-path.ts';
import { scopeOf } from './scope.ts';

const PAGE = 500;
const CALLS_AT_ONCE = 2000;

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

export async function* indexedFiles(on: Statements, places: readonly string[]): AsyncGenerator<readonly IndexedFile[]> {
  const where = await scopeOf(on, places, 's.pk');
  for (let last = 0; ; ) {
    const rows = await ask(
      on,
      `SELECT f.pk, s.agent, s.id, f.thread, ${logPath('f')} AS path, f.bytes, f.modified_at, f.gone_at, f.ledger
       FROM sources f JOIN sessions s ON s.pk = f.session_pk
       WHERE f.ledger IS NOT NULL AND f.pk > ?::int8 AND ${where.sql} ORDER BY f.pk LIMIT ${PAGE}`,
      last,
      ...where.values,
    );
    if (rows.length > 0) yield rows.map(fileOf);
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = integer(end, 'pk');
  }
}

/** The one seen last first. */
export async function versionsSeen(on: Statements, places: readonly string[]): Promise<VersionSeen[]> {
  const where = await scopeOf(on, places, 's.pk');
  const rows = await ask(
    on,
    `SELECT s.agent, s.version, count(*) AS sessions, max(s.last_at) AS last_at FROM sessions s
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
async function placed(on: Statements, found: readonly Found[]): Promise<PlacedProblem[]> {
  const paths = await pathsOf(on, [...new Set(found.map(({ session }) => session))]);
  return found.flatMap(({ session, problems }) =>
    problems.map((problem) => ({
      problem,
      file: problem.ref === null ? '' : (paths.get(session)?.get(problem.ref.source) ?? ''),
    })),
  );
}

function ofSession(row: Row): Found {
  const { problems }: SessionDetail = JSON.parse(text(row, 'detail'));
  return { session: integer(row, 'pk'), problems };
}

/** The place of a problem with a call is the call's own, where the problem names none. */
function ofCall(row: Row): Found {
  const { pb, ev }: { pb?: readonly Problem[]; ev: readonly (readonly number[])[] } = JSON.parse(text(row, 'detail'));
  const [, source = 0, line = 0, offset = 0, length = 0] = ev[0] ?? [];
  const ref = { source, line, offset, length };
  const problems = (pb ?? []).map((problem) => ({ ...problem, ref: problem.ref ?? ref }));
  return { session: integer(row, 'session_pk'), problems };
}

/** Problems of sessions and of calls, as far as the index keeps them word for word. */
export async function* keptProblems(
  on: Statements,
  places: readonly string[],
): AsyncGenerator<readonly PlacedProblem[]> {
  const ofSessions = await scopeOf(on, places, 's.pk');
  for (let last = 0; ; ) {
    const rows = await ask(
      on,
      // In these words there is an index of such sessions.
      `SELECT s.pk, s.detail FROM sessions s
       WHERE strpos(s.detail, '"problems":[]') = 0 AND s.pk > ?::int8 AND ${ofSessions.sql} ORDER BY s.pk LIMIT ${PAGE}`,
      last,
      ...ofSessions.values,
    );
    if (rows.length > 0) yield await placed(on, rows.map(ofSession));
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) break;
    last = integer(end, 'pk');
  }
  const ofCalls = await scopeOf(on, places, 'f.session_pk');
  // Each call is looked up by its key: planned as a join it reads all calls.
  const calls = on.each(
    CALLS_AT_ONCE,
    numbered(
      `SELECT f.session_pk, (SELECT c.detail FROM calls c WHERE c.week = f.week AND c.session_pk = f.session_pk AND c.pk = f.pk) AS detail
       FROM facts f WHERE (f.flags & ${COLUMN_FLAGS.problem}) <> 0 AND ${ofCalls.sql} ORDER BY f.pk`,
    ),
    ...ofCalls.values,
  );
  for await (const rows of calls) yield await placed(on, rows.map(ofCall));
}
