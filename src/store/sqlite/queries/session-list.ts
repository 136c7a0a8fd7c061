// Answers "which sessions are there?": newest first, page by page, with their counts.

import { flag, integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { InsightBrief } from '../../../model/insight-row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SessionCursor, SessionPage, SessionRow } from '../../questions/sessions.ts';
import { UNREAD } from '../../rows/session-row.ts';
import { ALWAYS, type Condition, condition, joinConditions } from './condition.ts';
import { scopeOf } from './scope.ts';

const END: SessionCursor = { lastAt: Number.MAX_VALUE, key: Number.MAX_SAFE_INTEGER };

function insightsOf(row: Row): InsightBrief | null {
  const ending = textOrNull(row, 'ending');
  if (ending === null) return null;
  return {
    ending,
    rule: text(row, 'rule'),
    wallMs: integer(row, 'wall_ms'),
    activeMs: integer(row, 'active_ms'),
    costUsd: integerOrNull(row, 'cost_usd'),
    costBasis: text(row, 'cost_basis'),
    openFailures: integer(row, 'open_failures'),
    hiddenFailures: integer(row, 'hidden_failures'),
  };
}

function sessionRow(row: Row): SessionRow {
  return {
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    project: textOrNull(row, 'project'),
    title: textOrNull(row, 'title'),
    branch: textOrNull(row, 'branch'),
    version: textOrNull(row, 'version'),
    model: textOrNull(row, 'model'),
    startedAt: integerOrNull(row, 'started_at'),
    lastAt: integerOrNull(row, 'last_at'),
    live: flag(row, 'live'),
    calls: integer(row, 'calls'),
    failures: integer(row, 'failures'),
    masked: integer(row, 'masked'),
    running: integer(row, 'running'),
    tokens: {
      input: integer(row, 'tokens_input'),
      output: integer(row, 'tokens_output'),
      cacheRead: integer(row, 'tokens_cache_read'),
      cacheWrite: integer(row, 'tokens_cache_write'),
    },
    files: integer(row, 'files'),
    bytes: integer(row, 'bytes'),
    isUnread: flag(row, 'unread'),
    insights: insightsOf(row),
  };
}

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
    this.#page = database.query(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE (coalesce(s.last_at, 0), s.pk) < (?, ?) AND ${this.#where.sql}
       ORDER BY coalesce(s.last_at, 0) DESC, s.pk DESC LIMIT ?`,
      (row) => row,
    );
    this.#one = database.query(`SELECT ${COLUMNS} FROM ${FROM} WHERE s.agent = ? AND s.id = ?`, sessionRow);
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
      sessions: shown.map(sessionRow),
      next: hasMore ? { lastAt: integerOrNull(last, 'last_at') ?? 0, key: integer(last, 'pk') } : null,
    };
  }
}
