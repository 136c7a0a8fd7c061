// PostgreSQL as an engine for the questions that are written once (store/sql): each is answered from one snapshot.

import { condition, joinConditions } from '../../sql/condition.ts';
import type { Dialect, SqlEngine } from '../../sql/engine.ts';
import type { Connection } from '../database/connection.ts';
import { ID_HEAD, SCHEMA_NAME } from '../database/schema.ts';
import { takeSteps } from '../database/take-steps.ts';
import { beginsWith, isAmong, isBetween, isOneOf, isText } from './condition.ts';
import { isElsewhere, logPath } from './log-path.ts';

/** Told where several have logs in the store: one that only looks is none of them. In this order an index has the first. */
const MACHINE = `(SELECT m.name FROM machines m WHERE m.num = s.machine AND EXISTS (SELECT 1 FROM machines o WHERE o.num <> m.num
  AND (SELECT x.machine FROM sources x WHERE x.machine = o.num ORDER BY x.machine, md5(x.path) LIMIT 1) IS NOT NULL))`;

const ID = { calls: 'call_id', sessions: 'id' } as const;

export const POSTGRES_DIALECT: Dialect = {
  week: 's.week',
  isUnread: 'coalesce(s.rules = 0, false)',
  machine: MACHINE,
  logPath: logPath('f'),
  callsById: 'calls c JOIN sessions s ON s.pk = c.session_pk',
  hasProblems: `strpos(s.detail, '"problems":[]') = 0`,
  allSessions: 'sessions s',
  logsBySize: 'sources f JOIN sessions s ON s.pk = f.session_pk',
  filesByAgent: (where) =>
    `SELECT s.agent, count(*) AS files FROM sources f JOIN sessions s ON s.pk = f.session_pk WHERE ${where} GROUP BY s.agent`,
  indexBytes: `(SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
    WHERE c.relnamespace = '${SCHEMA_NAME}'::regnamespace AND c.relkind IN ('r', 'm'))`,
  isToldAs(path) {
    // The path on its own machine is what an index finds it by.
    const there = isElsewhere(path) ? path.slice(path.indexOf(':') + 1) : path;
    return joinConditions([isText('f.path', there), condition(`${logPath('f')} = ?`, path)], 'AND');
  },
  isNamed: ({ agent, id }) => condition('(s.agent = ? AND md5(s.id) = md5(?) AND s.id = ?)', agent, id, id),
  inSession: ({ pk, week }) => condition('(c.week = ? AND c.session_pk = ?)', week, pk),
  isText,
  beginsWith,
  isBetween,
  isFrom: (column, from) =>
    condition(`(left(${column}, ${ID_HEAD}) >= left(?, ${ID_HEAD}) AND ${column} >= ?)`, from, from),
  neighbour(table, side, text) {
    const [is, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
    const id = ID[table];
    const head = `left(${id}, ${ID_HEAD})`;
    return condition(
      `SELECT ${id} AS id FROM ${table} WHERE ${head} ${is}= left(?, ${ID_HEAD}) AND ${id} ${is} ?
       ORDER BY ${head} ${order}, ${id} ${order} LIMIT 1`,
      text,
      text,
    );
  },
  isAmong: (column, numbers) => isAmong(column, 'int8', numbers),
  isOneOf,
};

export function postgresEngine(connection: Connection): SqlEngine {
  return { dialect: POSTGRES_DIALECT, take: (steps) => connection.snapshot((on) => takeSteps(on, steps)) };
}
