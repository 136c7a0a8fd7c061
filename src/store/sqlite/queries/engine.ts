// SQLite as an engine for the shared queries (store/sql): their steps run without a pause.

import { integer } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import { UNREAD } from '../../rows/session-row.ts';
import { CallWords } from '../../sql/call-reader.ts';
import { ALWAYS, type Condition, condition } from '../../sql/condition.ts';
import type { Dialect, SqlEngine } from '../../sql/engine.ts';
import { askOne, type Steps } from '../../sql/steps.ts';
import { type Bound, takeSteps, toSqlite } from '../index/take-steps.ts';

export type BoundCondition = Condition<Bound>;

/** Lists are JSON texts, which the database expands. */
function isIn(column: string): string {
  return `${column} IN (SELECT value FROM json_each(?))`;
}

/** Sorts after every text with this prefix. */
function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

export const SQLITE_DIALECT: Dialect = {
  week: '0',
  isUnread: `s.rules IS '${UNREAD}'`,
  machine: 'NULL',
  logPath: 'f.path',
  // The other way round it would scan sessions.
  callsById: 'calls c INDEXED BY calls_id CROSS JOIN sessions s ON s.pk = c.session_pk',
  hasProblems: `instr(s.detail, '"problems":[]') = 0`,
  // By agent, as an index has them, every row would be looked up: all of them in their own order take half the time.
  allSessions: 'sessions s NOT INDEXED',
  logsBySize: 'sources f INDEXED BY sources_logs CROSS JOIN sessions s ON s.pk = f.session_pk',
  // Counted by session before the agent of each is looked up: sessions are fewer than files.
  filesByAgent: (where) =>
    `SELECT s.agent, sum(b.files) AS files FROM (
       SELECT f.session_pk, count(*) AS files FROM sources f WHERE ${where} GROUP BY f.session_pk) b
     JOIN sessions s ON s.pk = b.session_pk GROUP BY s.agent`,
  indexBytes: '(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)',
  isToldAs: (path) => condition('f.path = ?', path),
  isNamed: ({ agent, id }) => condition('(s.agent = ? AND s.id = ?)', agent, id),
  inSession: ({ pk }) => condition('c.session_pk = ?', pk),
  isText: (column, text) => condition(`${column} = ?`, text),
  beginsWith: (column, prefix) => condition(`(${column} >= ? AND ${column} < ?)`, prefix, prefixEnd(prefix)),
  isBetween: (column, from, to) => condition(`(${column} >= ? AND ${column} < ?)`, from, to),
  isFrom: (column, from) => (from === '' ? ALWAYS : condition(`${column} >= ?`, from)),
  neighbour(table, side, text) {
    const [is, end] = side === 'before' ? ['<', 'max'] : ['>', 'min'];
    if (table === 'calls') return condition(`SELECT ${end}(call_id) AS id FROM calls WHERE call_id ${is} ?`, text);
    // Ids are in order within each agent.
    return condition(
      `SELECT ${end}((SELECT ${end}(n.id) FROM sessions n WHERE n.agent = a.agent AND n.id ${is} ?)) AS id
       FROM (SELECT DISTINCT agent FROM sessions) a`,
      text,
    );
  },
  isAmong: (column, numbers) => condition(isIn(column), numbers),
  isOneOf: (column, texts) => condition(isIn(column), texts),
};

/** A condition of the shared queries, with values the driver can bind. */
export function boundTo({ sql, values }: Condition): BoundCondition {
  return { sql, values: values.map(toSqlite) };
}

/** Counts commits: those of others, and of this connection. */
function* version(): Steps<string> {
  const row = yield* askOne('SELECT data_version, total_changes() AS own FROM pragma_data_version');
  return row === undefined ? '' : `${integer(row, 'data_version')} ${integer(row, 'own')}`;
}

/** Changes after every commit. */
export function dataVersion(database: Database): string {
  return takeSteps(database, version());
}

const words = new WeakMap<Database, CallWords>();

/** Interned strings of calls of this database: shared by all readers of calls. */
export function wordsOf(database: Database): CallWords {
  const known = words.get(database) ?? new CallWords();
  words.set(database, known);
  return known;
}

export function sqliteEngine(database: Database): SqlEngine {
  return { dialect: SQLITE_DIALECT, take: async (steps) => database.atOneMoment(() => takeSteps(database, steps)) };
}
