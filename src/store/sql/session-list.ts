// Answers "which sessions are there?": newest first, page by page, with their counts.

import { integer, integerOrNull } from '../../base/row.ts';
import type { SessionCursor, SessionPage, SessionRow } from '../questions/sessions.ts';
import { listedSession } from '../rows/listed-session.ts';
import type { SessionKey } from '../session-batch.ts';
import type { Condition } from './condition.ts';
import type { Dialect } from './engine.ts';
import { ask, askOne, type Steps } from './steps.ts';

const END: SessionCursor = { lastAt: Number.MAX_VALUE, key: Number.MAX_SAFE_INTEGER };

function listed({ isUnread, machine }: Dialect): string {
  return `SELECT s.pk, s.agent, s.id, s.project, s.title, s.branch, s.version, s.model, s.started_at, s.last_at, s.live,
      ${isUnread} AS unread, s.calls, s.failures, s.masked, s.running, s.tokens_input, s.tokens_output,
      s.tokens_cache_read, s.tokens_cache_write, ${machine} AS machine,
      (SELECT count(*) FROM sources f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL) AS files,
      (SELECT coalesce(sum(f.size), 0) FROM sources f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL) AS bytes,
      i.ending, i.rule, i.wall_ms, i.active_ms, i.cost_usd, i.cost_basis, i.open_failures, i.hidden_failures
    FROM sessions s LEFT JOIN insights i ON i.session_pk = s.pk`;
}

export function* listedOne(dialect: Dialect, key: SessionKey): Steps<SessionRow | undefined> {
  const { sql, values } = dialect.isNamed(key);
  const row = yield* askOne(`${listed(dialect)} WHERE ${sql}`, ...values);
  return row === undefined ? undefined : listedSession(row);
}

/** `where` is a condition for rows `s` of sessions. */
export function* sessionPage(
  dialect: Dialect,
  where: Condition,
  { limit, after }: { readonly limit: number; readonly after?: SessionCursor | null },
): Steps<SessionPage> {
  const from = after ?? END;
  const counted = yield* askOne(`SELECT count(*) AS n FROM sessions s WHERE ${where.sql}`, ...where.values);
  // Files are summed only for the sessions of the page.
  const rows = yield* ask(
    `${listed(dialect)} WHERE s.pk IN (SELECT s.pk FROM sessions s
       WHERE (coalesce(s.last_at, 0), s.pk) < (?, ?) AND ${where.sql}
       ORDER BY coalesce(s.last_at, 0) DESC, s.pk DESC LIMIT ?)
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
