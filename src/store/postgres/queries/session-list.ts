// Answers "which sessions are there?": newest first, page by page, with their counts.

import { integer, integerOrNull } from '../../../base/row.ts';
import type { SessionCursor, SessionPage, SessionRow } from '../../questions/sessions.ts';
import { listedSession } from '../../rows/listed-session.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Statements } from '../database/statement.ts';
import { ask, askOne, type Condition } from './condition.ts';
import { IS_NAMED } from './session-keys.ts';

const END: SessionCursor = { lastAt: Number.MAX_VALUE, key: Number.MAX_SAFE_INTEGER };

/** Told where several have logs in the store: one that only looks is none of them. In this order an index has the first. */
const MACHINE = `(SELECT m.name FROM machines m WHERE m.num = s.machine AND EXISTS (SELECT 1 FROM machines o WHERE o.num <> m.num
  AND (SELECT x.machine FROM sources x WHERE x.machine = o.num ORDER BY x.machine, md5(x.path) LIMIT 1) IS NOT NULL))`;

const COLUMNS = `s.pk, s.agent, s.id, s.project, s.title, s.branch, s.version, s.model, s.started_at, s.last_at, s.live,
  coalesce(s.rules = 0, false) AS unread, s.calls, s.failures, s.masked, s.running, s.tokens_input, s.tokens_output,
  s.tokens_cache_read, s.tokens_cache_write, l.files, l.bytes, ${MACHINE} AS machine,
  i.ending, i.rule, i.wall_ms, i.active_ms, i.cost_usd, i.cost_basis, i.open_failures, i.hidden_failures`;

const LOGS = `LEFT JOIN insights i ON i.session_pk = s.pk CROSS JOIN LATERAL (
  SELECT count(*) AS files, coalesce(sum(f.size), 0) AS bytes FROM sources f
  WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL) l`;

export async function listedOne(on: Statements, { agent, id }: SessionKey): Promise<SessionRow | undefined> {
  const row = await askOne(on, `SELECT ${COLUMNS} FROM sessions s ${LOGS} WHERE ${IS_NAMED}`, agent, id, id);
  return row === undefined ? undefined : listedSession(row);
}

/** `where` is a condition for rows `s` of sessions. */
export async function sessionPage(
  on: Statements,
  where: Condition,
  { limit, after }: { readonly limit: number; readonly after?: SessionCursor | null },
): Promise<SessionPage> {
  const from = after ?? END;
  const counted = await askOne(on, `SELECT count(*) AS n FROM sessions s WHERE ${where.sql}`, ...where.values);
  const rows = await ask(
    on,
    `SELECT ${COLUMNS} FROM (SELECT * FROM sessions s
       WHERE (coalesce(s.last_at, 0), s.pk) < (?::float8, ?::int8) AND ${where.sql}
       ORDER BY coalesce(s.last_at, 0) DESC, s.pk DESC LIMIT ?::int8) s ${LOGS}
     ORDER BY coalesce(s.last_at, 0) DESC, s.pk DESC`,
    from.lastAt,
    from.key,
    ...where.values,
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    sessions: shown.map(listedSession),
    next: hasMore ? { lastAt: integerOrNull(last, 'last_at') ?? 0, key: integer(last, 'pk') } : null,
    total: counted === undefined ? 0 : integer(counted, 'n'),
  };
}
