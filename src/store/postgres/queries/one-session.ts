// Answers "which session is this?": found by the beginning of its id, with what its page shows.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { OneSession, SessionBrief, SessionCandidate, SessionDetail } from '../../questions/sessions.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Statements } from '../database/statement.ts';
import { pathsOf } from './call-reader.ts';
import { ask, askOne, beginsWith, joinConditions, underPlaces } from './condition.ts';

/** Candidates told when the beginning of an id fits several. */
const MOST_CANDIDATES = 10;

function candidate(row: Row): SessionCandidate {
  return {
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    title: textOrNull(row, 'title'),
    lastAt: integerOrNull(row, 'last_at'),
  };
}

/** Sessions whose id begins so, newest first, one more than are worth telling; an exact id stands alone. */
export async function sessionsThatBegin(
  on: Statements,
  prefix: string,
  places: readonly string[],
): Promise<SessionCandidate[]> {
  const { sql, values } = joinConditions([beginsWith('s.id', prefix), underPlaces(places, 's.pk')], 'AND');
  const rows = await ask(
    on,
    `SELECT s.agent, s.id, s.title, s.last_at FROM sessions s WHERE ${sql}
     ORDER BY s.id = ? DESC, s.last_at DESC NULLS LAST, s.pk LIMIT ${MOST_CANDIDATES + 1}`,
    ...values,
    prefix,
  );
  const fits = rows.map(candidate);
  const exact = fits.filter(({ id }) => id === prefix);
  return exact.length > 0 ? exact : fits;
}

/** `session` is the key of its row. */
export async function sessionSummary(on: Statements, session: number): Promise<OneSession | undefined> {
  const row = await askOne(on, 'SELECT * FROM sessions WHERE pk = ?::int8', session);
  if (row === undefined) return undefined;
  const { threads, compactions }: SessionDetail = JSON.parse(text(row, 'detail'));
  const paths = await pathsOf(on, [session]);
  return {
    ...candidate(row),
    project: textOrNull(row, 'project'),
    startedAt: integerOrNull(row, 'started_at'),
    model: textOrNull(row, 'model'),
    live: integer(row, 'live') !== 0,
    calls: integer(row, 'calls'),
    failures: integer(row, 'failures'),
    masked: integer(row, 'masked'),
    threads,
    compactions,
    paths: paths.get(session) ?? new Map(),
  };
}

/** Every session in a few words. */
export async function sessionBriefs(on: Statements): Promise<SessionBrief[]> {
  const rows = await ask(on, 'SELECT agent, id, project, title, last_at FROM sessions ORDER BY pk');
  return rows.map((row) => ({
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    project: textOrNull(row, 'project'),
    title: textOrNull(row, 'title'),
    lastAt: integerOrNull(row, 'last_at'),
  }));
}

/** Those with a file at or below one of the places. */
export async function sessionsBelow(on: Statements, places: readonly string[]): Promise<SessionKey[]> {
  const { sql, values } = underPlaces(places, 's.pk');
  const rows = await ask(on, `SELECT s.agent, s.id FROM sessions s WHERE ${sql} ORDER BY s.pk`, ...values);
  return rows.map((row) => ({ agent: text(row, 'agent'), id: text(row, 'id') }));
}
