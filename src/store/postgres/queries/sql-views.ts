// The views that people ask in SQL, in PostgreSQL's words.

import { kindNumber } from '../../rows/interned.ts';
import { sqlViews } from '../../rows/sql-views.ts';
import { SCHEMA_NAME } from '../database/schema.ts';
import { jsonOf } from '../database/stored-json.ts';
import { logPath } from './log-path.ts';

/** Years that calendars have. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;

function instant(ms: string): string {
  const text = `to_char(to_timestamp(trunc(${ms}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `CASE WHEN ${ms} BETWEEN ${FIRST_MS} AND ${LAST_MS} THEN ${text} END`;
}

function table(name: string): string {
  return `${SCHEMA_NAME}.${name}`;
}

const DETAIL = jsonOf('c.detail');
const HOOK = jsonOf('w.value');

const COMMAND = `coalesce(${DETAIL} #>> '{f,command}', CASE WHEN (${DETAIL} -> 'c')::text = '1' THEN c.summary
  WHEN ${DETAIL} ->> 'c' IS NOT NULL THEN left(c.summary, -1) || (${DETAIL} ->> 'c') END)`;

/** Runs of hooks, of calls and of sessions and turns. */
const RUNS = `(SELECT c.session_pk, c.call_id, r.value AS run FROM ${table('calls')} c
    CROSS JOIN LATERAL json_array_elements(${jsonOf('c.hooks')}) r (value)
    WHERE c.hooks IS NOT NULL AND c.occurrence = 1 AND c.copy_of IS NULL
  UNION ALL SELECT t.session_pk, NULL, ${jsonOf('t.said')} FROM ${table('session_hooks')} t)`;

export const SQL_VIEWS = sqlViews({
  table,
  shown: (pk) => `${pk} IN (SELECT session_pk FROM shown)`,
  instant,
  flag: (test) => `(${test})::int4`,
  whole: (text) => `(${text})::int8`,
  number: (text) => `(${text})::float8`,
  detail: (...path) => `${DETAIL} #>> '{${path.join(',')}}'`,
  command: COMMAND,
  elements: (list) => `CROSS JOIN LATERAL json_array_elements(${jsonOf('i.body')} -> '${list}') e (value)`,
  element: (member) => `e.value ->> '${member}'`,
  logPath: logPath('f'),
  list: (values) => `string_agg(DISTINCT ${values}, ',')`,
  hooks: {
    from: `${RUNS} h JOIN ${table('words')} w ON w.kind = ${kindNumber('hook')} AND w.id = (h.run ->> 0)::int4`,
    columns: {
      call: 'h.call_id',
      event: `${HOOK} ->> 0`,
      name: `${HOOK} ->> 1`,
      command: `${HOOK} ->> 2`,
      outcome: 'h.run ->> 1',
      exit_code: '(h.run ->> 2)::float8',
      duration_ms: '(h.run ->> 3)::float8',
      decision: 'h.run ->> 4',
      message: 'h.run ->> 5',
      at: '(h.run ->> 6)::float8',
      source: '(h.run ->> 7)::int4',
      line: '(h.run ->> 8)::int8',
    },
  },
});

/** Views that a query names, for a WITH before it. */
export function viewsNamed(names: ReadonlySet<string>): string[] {
  return SQL_VIEWS.filter(({ name }) => names.has(name)).map(({ name, columns, from }) => {
    const list = columns.map((column) => `${column.sql} AS "${column.name}"`).join(',\n  ');
    return `${name} AS NOT MATERIALIZED (SELECT\n  ${list}\nFROM ${from})`;
  });
}
