// Answers "which sessions are there?": newest first, page by page, with their counts.

import { integer, integerOrNull, type Row } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SessionCursor, SessionPage, SessionRow } from '../../questions/sessions.ts';
import { listedSession } from '../../rows/listed-session.ts';
import { UNREAD } from '../../rows/session-row.ts';
import { ALWAYS, type Condition, condition, joinConditions } from './condition.ts';
import { scopeOf } from './scope.ts';

const END: SessionCursor = { lastAt: Number.MAX_VALUE, key: Number.MAX_SAFE_INTEGER };

const COLUMNS = `s.pk, s.agent, s.id, s.project, s.title, s.branch, s.version, s.model, s.started_at, s.last_at, s.live,
  s.rules IS '${UNREAD}' AS unread, s.calls, s.failures, s.masked, s.running, s.tokens_input, s.tokens_output, s.tokens_cache_read, s.tokens_cache_write,
  (SELECT count(*) FROM sources f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL) AS files,
  (SELECT coalesce(sum(f.size), 0) FROM sources f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL) AS bytes,
  i.ending, i.rule, i.wall_ms, i.active_ms, i.cost_usd, i.cost_basis, i.open_failures, i.hidden_failures`;

const FROM = 'sessions s LEFT JOIN insights i ON i.session_pk = s.pk';

export class SessionList {
  readonly #page: Query<Row>;
  readonly #where: Condition;
  readonly #one: Query<SessionRow>;
  readonly #count: Query<number>;

  /** With `places`: only sessions with a file at or below one of them. With `keys`: only those with these keys. */
  constructor(database: Database, places?: readonly string[], keys?: ReadonlySet<number>) {
    const inPlaces = places === undefined ? ALWAYS : scopeOf(database, places, 's.pk');
    const among =
      keys === undefined ? ALWAYS : condition('s.pk IN (SELECT value FROM json_each(?))', JSON.stringify([...keys]));
    this.#where = joinConditions([inPlaces, among], 'AND');
    this.#count = database.query(`SELECT count(*) AS n FROM sessions s WHERE ${this.#where.sql}`, (row) =>
      integer(row, 'n'),
    );
    // The files of a session are added up for those of the page alone.
    this.#page = database.query(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE s.pk IN (SELECT s.pk FROM sessions s
         WHERE (coalesce(s.last_at, 0), s.pk) < (?, ?) AND ${this.#where.sql}
         ORDER BY coalesce(s.last_at, 0) DESC, s.pk DESC LIMIT ?)
       ORDER BY coalesce(s.last_at, 0) DESC, s.pk DESC`,
      (row) => row,
    );
    this.#one = database.query(`SELECT ${COLUMNS} FROM ${FROM} WHERE s.agent = ? AND s.id = ?`, listedSession);
  }

  get(agent: string, id: string): SessionRow | undefined {
    return this.#one.get(agent, id);
  }

  /** Of all pages together. */
  count(): number {
    return this.#count.get(...this.#where.values) ?? 0;
  }

  page({
    limit,
    after,
  }: {
    readonly limit: number;
    readonly after?: SessionCursor | null;
  }): Omit<SessionPage, 'total'> {
    const from = after ?? END;
    const rows = this.#page.all(from.lastAt, from.key, ...this.#where.values, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return {
      sessions: shown.map(listedSession),
      next: hasMore ? { lastAt: integerOrNull(last, 'last_at') ?? 0, key: integer(last, 'pk') } : null,
    };
  }
}
