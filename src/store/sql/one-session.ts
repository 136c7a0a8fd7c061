// Answers "which session is this?": found by a prefix of its id, with what its page shows.

import { flag, integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { OneSession, SessionBrief, SessionCandidate, SessionDetail } from '../questions/sessions.ts';
import type { SessionKey } from '../session-batch.ts';
import { joinConditions } from './condition.ts';
import type { Dialect } from './engine.ts';
import { underPlaces } from './places.ts';
import { sessionPaths } from './session-facts.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** Candidates listed when several match a prefix. */
const MOST_CANDIDATES = 10;

function candidate(row: Row): SessionCandidate {
  return {
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    title: textOrNull(row, 'title'),
    lastAt: integerOrNull(row, 'last_at'),
  };
}

/** Sessions whose id has this prefix, newest first, one more than is worth listing; an exact id comes alone. */
export function* sessionsThatBegin(
  dialect: Dialect,
  prefix: string,
  places: readonly string[],
): Steps<readonly SessionCandidate[]> {
  const where = joinConditions([dialect.beginsWith('s.id', prefix), underPlaces(dialect, places, 's.pk')], 'AND');
  const rows = yield* ask(
    `SELECT s.agent, s.id, s.title, s.last_at FROM sessions s WHERE ${where.sql}
     ORDER BY s.id = ? DESC, s.last_at DESC NULLS LAST, s.pk LIMIT ${MOST_CANDIDATES + 1}`,
    ...where.values,
    prefix,
  );
  const fits = rows.map(candidate);
  const exact = fits.filter(({ id }) => id === prefix);
  return exact.length > 0 ? exact : fits;
}

/** `session` is the key of its row. */
export function* sessionSummary(dialect: Dialect, session: number): Steps<OneSession | undefined> {
  const row = yield* askOne('SELECT * FROM sessions WHERE pk = ?', session);
  if (row === undefined) return undefined;
  // Our own data: the schema's version guarantees its shape.
  const { threads, compactions }: SessionDetail = JSON.parse(text(row, 'detail'));
  return {
    ...candidate(row),
    project: textOrNull(row, 'project'),
    startedAt: integerOrNull(row, 'started_at'),
    model: textOrNull(row, 'model'),
    live: flag(row, 'live'),
    calls: integer(row, 'calls'),
    failures: integer(row, 'failures'),
    masked: integer(row, 'masked'),
    threads,
    compactions,
    paths: yield* sessionPaths(dialect, session),
  };
}

/** Every session in brief. */
export function* sessionBriefs(): Steps<readonly SessionBrief[]> {
  const rows = yield* ask('SELECT agent, id, project, title, last_at FROM sessions ORDER BY pk');
  return rows.map((row) => ({
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    project: textOrNull(row, 'project'),
    title: textOrNull(row, 'title'),
    lastAt: integerOrNull(row, 'last_at'),
  }));
}

/** Those with a file at or below one of the places. */
export function* sessionsBelow(dialect: Dialect, places: readonly string[]): Steps<readonly SessionKey[]> {
  const { sql, values } = underPlaces(dialect, places, 's.pk');
  const rows = yield* ask(`SELECT s.agent, s.id FROM sessions s WHERE ${sql} ORDER BY s.pk`, ...values);
  return rows.map((row) => ({ agent: text(row, 'agent'), id: text(row, 'id') }));
}
