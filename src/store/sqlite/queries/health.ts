// Answers "how well were the logs read?": every file's ledger, versions seen, problems with a place to look at.

import { integer, integerOrNull, text } from '../../../base/row.ts';
import type { Problem } from '../../../model/problem.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { IndexedFile, PlacedProblem, VersionSeen } from '../../questions/health.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import { COLUMN_FLAGS } from '../../rows/brief.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import { CallScan } from './call-scan.ts';
import { keepBit } from './narrow.ts';
import { scopeOf } from './scope.ts';

export function* indexedFiles(database: Database, places: readonly string[]): Generator<IndexedFile> {
  const where = scopeOf(database, places, 's.pk');
  const rows = database.query(
    `SELECT s.agent, s.id, f.thread, f.path, f.bytes, f.modified_at, f.gone_at, f.ledger
     FROM sources f JOIN sessions s ON s.pk = f.session_pk WHERE f.ledger IS NOT NULL AND ${where.sql}`,
    (row): IndexedFile => ({
      agent: text(row, 'agent'),
      session: text(row, 'id'),
      thread: text(row, 'thread'),
      path: text(row, 'path'),
      bytes: integer(row, 'bytes'),
      modifiedAt: integer(row, 'modified_at'),
      isGone: row['gone_at'] !== null,
      ledger: ledgerOf(text(row, 'ledger')),
    }),
  );
  yield* rows.each(...where.values);
}

/** The one seen last first. */
export function versionsSeen(database: Database, places: readonly string[]): VersionSeen[] {
  const where = scopeOf(database, places, 's.pk');
  return database
    .query(
      // By agent, as an index has them, every row would be looked for: all of them in their own order take half the time.
      `SELECT s.agent, s.version, count(*) AS sessions, max(s.last_at) AS last_at FROM sessions s NOT INDEXED
       WHERE s.version IS NOT NULL AND ${where.sql} GROUP BY s.agent, s.version
       ORDER BY s.agent, max(s.last_at) DESC, s.version DESC`,
      (row) => ({
        agent: text(row, 'agent'),
        version: text(row, 'version'),
        sessions: integer(row, 'sessions'),
        lastAt: integerOrNull(row, 'last_at'),
      }),
    )
    .all(...where.values);
}

/** Problems of sessions and of calls, as far as the index keeps them word for word. */
export function* keptProblems(database: Database, places: readonly string[]): Generator<PlacedProblem> {
  const where = scopeOf(database, places, 's.pk');
  const path = database.query('SELECT path FROM sources WHERE session_pk = ? AND num = ?', (row) => text(row, 'path'));
  const placed = (session: number, problem: Problem): PlacedProblem => ({
    problem,
    file: problem.ref === null ? '' : (path.get(session, problem.ref.source) ?? ''),
  });
  const sessions = database.query(
    // In these words there is an index of such sessions.
    `SELECT s.pk, s.detail FROM sessions s WHERE instr(s.detail, '"problems":[]') = 0 AND ${where.sql}`,
    (row) => {
      const { problems }: SessionDetail = JSON.parse(text(row, 'detail'));
      return { session: integer(row, 'pk'), problems };
    },
  );
  for (const { session, problems } of sessions.each(...where.values)) {
    for (const problem of problems) yield placed(session, problem);
  }
  // The place of a problem with a call is the call's own, where the problem names none.
  const call = database.query('SELECT session_pk, detail FROM calls WHERE pk = ?', (row) => {
    const { pb, ev }: { pb?: readonly Problem[]; ev: readonly (readonly number[])[] } = JSON.parse(text(row, 'detail'));
    const [, source = 0, line = 0, offset = 0, length = 0] = ev[0] ?? [];
    return { session: integer(row, 'session_pk'), problems: pb ?? [], ref: { source, line, offset, length } };
  });
  for (const key of oddCalls(database, places)) {
    const found = call.get(key);
    if (found === undefined) continue;
    const { session, problems, ref } = found;
    for (const problem of problems) yield placed(session, { ...problem, ref: problem.ref ?? ref });
  }
}

/** Keys of calls with problems. */
function oddCalls(database: Database, places: readonly string[]): readonly number[] {
  const scan = new CallScan(database, { filter: { type: 'all' }, places, families: new Map() });
  return scan.keys(keepBit(scan.column('flags'), COLUMN_FLAGS.problem));
}
