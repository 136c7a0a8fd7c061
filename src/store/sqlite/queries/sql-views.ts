// The views for SQL queries, in SQLite's dialect, over the sessions that a query may see.

import { endOf, folderOf } from '../../rows/place-range.ts';
import { type SqlDialect, sqlViews } from '../../rows/sql-views.ts';
import { condition, joinConditions } from '../../sql/condition.ts';
import { COMMAND_OF_ROW } from '../index/call-conditions.ts';
import { instantText } from '../index/instant-text.ts';
import type { BoundCondition } from './engine.ts';
import { underPlaces } from './scope.ts';

const DIALECT: SqlDialect = {
  table: (name) => `main.${name}`,
  shown: (pk) => `${pk} IN (SELECT session_pk FROM temp.shown)`,
  instant: instantText,
  flag: (test) => test,
  whole: (text) => text,
  number: (text) => text,
  detail: (...path) =>
    `c.detail ->> '$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}'`,
  command: COMMAND_OF_ROW,
  elements: (list) => `JOIN json_each(i.body, '$.${list}') e`,
  element: (member) => `e.value ->> '$.${member}'`,
  logPath: 'f.path',
  list: (values) => `group_concat(DISTINCT ${values})`,
  hooks: {
    from: 'main.hooks h',
    columns: {
      call: `nullif(h.call_id, '')`,
      event: 'h.event',
      name: 'h.name',
      command: 'h.command',
      outcome: 'h.outcome',
      exit_code: 'h.exit_code',
      duration_ms: 'h.duration_ms',
      decision: 'h.decision',
      message: 'h.message',
      at: 'h.at',
      source: 'h.source',
      line: 'h.line',
    },
  },
};

export const SQL_VIEWS = sqlViews(DIALECT);

export interface Asked {
  readonly isEverythingShown: boolean;
  /** Whether the statement asks for columns that calls have from their session. */
  readonly asksForSession: boolean;
  /** Whether to keep the planner from reading calls in the order of their tools. */
  readonly groupsBeyondTools: boolean;
}

/** If nothing is hidden there is nothing to look up, and the planner can use any index of the calls. */
const WHOLE_VIEWS = sqlViews({ ...DIALECT, shown: () => 'TRUE' });

/** Temporary views: they belong to the connection, so that a read-only file can have them. They hide tables of the same name. */
export function createViews({ isEverythingShown, asksForSession, groupsBeyondTools }: Asked): string {
  return (isEverythingShown ? WHOLE_VIEWS : SQL_VIEWS)
    .map((view) => {
      const { columns, from } = asksForSession ? view : (view.withoutSession ?? view);
      const { name } = view;
      // An expression has no order in an index.
      const sign = (sql: string): string => (groupsBeyondTools && /^c\.tool(?:_id)?$/.test(sql) ? '+' : '');
      const list = columns.map((item) => `${sign(item.sql)}${item.sql} AS ${item.name}`).join(',\n  ');
      return `CREATE TEMP VIEW ${name} AS SELECT\n  ${list}\nFROM ${from};`;
    })
    .join('\n');
}

/** Sessions that began in a folder or below it. */
function inFolder(folder: string): BoundCondition {
  const below = folderOf(folder);
  return condition('(s.project = ? OR (s.project >= ? AND s.project < ?))', folder, below, endOf(below));
}

/** The sessions the views show: those with a file at or below one of the places, of one project if that is named. */
export function shownSessions(places: readonly string[], folder: string | null): BoundCondition {
  const parts = [underPlaces(places, 's.pk'), ...(folder === null ? [] : [inFolder(folder)])];
  const { sql, values } = joinConditions(parts, 'AND');
  return condition(`INSERT INTO temp.shown SELECT s.pk FROM main.sessions s WHERE ${sql}`, ...values);
}

/** Counts the sessions that are hidden. */
export const HIDDEN_SESSIONS =
  'SELECT (SELECT count(*) FROM main.sessions) - (SELECT count(*) FROM temp.shown) AS hidden';

/** Run before the views are created. */
export const SHOWN_TABLE = 'CREATE TEMP TABLE shown (session_pk INTEGER PRIMARY KEY)';

/** Empty views in place of all other tables, which have no scope. */
export function hideTables(tables: readonly string[]): string {
  const views = new Set(SQL_VIEWS.map(({ name }) => name));
  return tables
    .filter((name) => !views.has(name))
    .map((name) => `CREATE TEMP VIEW "${name.replaceAll('"', '""')}" AS SELECT NULL AS hidden WHERE 0;`)
    .join('\n');
}
