// The documented views in PostgreSQL's words: the same names and columns as in SQLite.

import { kindNumber } from '../../rows/interned.ts';
import { SCHEMA_NAME } from '../database/schema.ts';
import { logPath } from './log-path.ts';
import { jsonOf } from './stored-json.ts';

export interface SqlView {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, sql: string])[];
  /** Everything after the columns. */
  readonly from: string;
}

type Columns = SqlView['columns'];

/** Years that calendars have. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;

/** An instant twice: as text that sorts, and as a number to reckon with. */
function instant(name: string, sql: string): Columns {
  const text = `to_char(to_timestamp(trunc(${sql}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return [
    [`${name}_at`, `CASE WHEN ${sql} BETWEEN ${FIRST_MS} AND ${LAST_MS} THEN ${text} END`],
    [`${name}_ms`, sql],
  ];
}

function table(name: string): string {
  return `${SCHEMA_NAME}.${name}`;
}

const SHOWN = 's.pk IN (SELECT session_pk FROM shown)';
const DETAIL = jsonOf('c.detail');

const OWNER: Columns = [
  ['agent', 's.agent'],
  ['session', 's.id'],
  ['project', 's.project'],
];

const FAILURE: Columns = [
  ['failure', 'c.code'],
  ['blame', 'c.blame'],
  ['message', `${DETAIL} ->> 'm'`],
];

function pathOf(session: string, source: string): string {
  return `(SELECT ${logPath('f')} FROM ${table('sources')} f WHERE f.session_pk = ${session} AND f.num = ${source})`;
}

/** A call's request in its log. */
const PLACE: Columns = [
  ['log', pathOf('c.session_pk', 'c.source')],
  ['line', `coalesce(${DETAIL} #>> '{bi,1}', ${DETAIL} #>> '{ev,0,2}')::int8`],
];

const COMMAND = `coalesce(${DETAIL} #>> '{f,command}', CASE WHEN (${DETAIL} -> 'c')::text = '1' THEN c.summary
  WHEN ${DETAIL} ->> 'c' IS NOT NULL THEN left(c.summary, -1) || (${DETAIL} ->> 'c') END)`;

const OWN_CALLS = `${table('calls')} c JOIN ${table('sessions')} s ON s.pk = c.session_pk WHERE c.copy_of IS NULL AND ${SHOWN}`;

const calls: SqlView = {
  name: 'calls',
  columns: [
    ...OWNER,
    ['call', 'c.call_id'],
    ['thread', 'c.thread'],
    ['turn', 'c.turn'],
    ['tool', 'c.tool'],
    ['tool_id', 'c.tool_id'],
    ['status', 'c.status'],
    ...FAILURE,
    ...instant('requested', 'c.requested_at'),
    ...instant('ended', 'c.ended_at'),
    ['duration_ms', 'c.ms'],
    ['duration_basis', 'c.basis'],
    ['duration_exact', `(c.bound = 'exact')::int4`],
    ['model', 'c.model'],
    ['summary', 'c.summary'],
    ['path', 'c.path'],
    ['command', COMMAND],
    ['commands', `${DETAIL} #>> '{f,commands}'`],
    ['programs', `${DETAIL} #>> '{f,programs}'`],
    ['paths', `${DETAIL} #>> '{f,paths}'`],
    ['exit_code', 'c.exit_code'],
    ['lines_added', 'c.lines_added'],
    ['lines_removed', 'c.lines_removed'],
    ['bytes', 'c.bytes'],
    ['tokens', 'c.tokens'],
    ['flags', 'c.flags'],
    ...PLACE,
    ['masked', `${DETAIL} #>> '{mk,code}'`],
    ['masked_blame', `${DETAIL} #>> '{mk,blame}'`],
    ['masked_message', `${DETAIL} #>> '{mk,message}'`],
  ],
  from: OWN_CALLS,
};

function ofLogs(sum: string): string {
  return `(SELECT ${sum} FROM ${table('sources')} f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL)`;
}

function same(alias: string, ...names: readonly string[]): Columns {
  return names.map((name) => [name, `${alias}.${name}`] as const);
}

const sessions: SqlView = {
  name: 'sessions',
  columns: [
    ...OWNER,
    ...same('s', 'title', 'branch', 'version', 'model'),
    ...instant('started', 's.started_at'),
    ...instant('last', 's.last_at'),
    ...same('s', 'live', 'calls', 'failures', 'masked', 'running'),
    ...same('s', 'tokens_input', 'tokens_output', 'tokens_cache_read', 'tokens_cache_write'),
    ['logs', ofLogs('count(*)')],
    ['log_bytes', ofLogs('coalesce(sum(f.bytes), 0)')],
    ...same('i', 'ending', 'wall_ms', 'active_ms', 'cost_usd', 'cost_basis', 'open_failures', 'hidden_failures'),
  ],
  from: `${table('sessions')} s LEFT JOIN ${table('insights')} i ON i.session_pk = s.pk WHERE ${SHOWN}`,
};

/** Lists inside what is kept of a session's insights. */
function keptList(member: string): string {
  return `${table('insights')} i JOIN ${table('sessions')} s ON s.pk = i.session_pk
    CROSS JOIN LATERAL json_array_elements(${jsonOf('i.body')} -> '${member}') e (value) WHERE ${SHOWN}`;
}

function kept(name: string, member = name): readonly [string, string] {
  return [name, `e.value ->> '${member}'`];
}

function keptNumber(name: string, member = name): readonly [string, string] {
  return [name, `(e.value ->> '${member}')::float8`];
}

const turns: SqlView = {
  name: 'turns',
  columns: [
    ...OWNER,
    keptNumber('turn'),
    kept('asked'),
    ...instant('began', `(e.value ->> 'from')::float8`),
    keptNumber('wall_ms', 'wallMs'),
    keptNumber('active_ms', 'activeMs'),
    keptNumber('calls'),
    keptNumber('failures'),
    keptNumber('tokens'),
    keptNumber('cost_usd', 'usd'),
    kept('cost_basis', 'basis'),
    kept('summary'),
  ],
  from: keptList('turns'),
};

const times: SqlView = {
  name: 'times',
  columns: [...OWNER, kept('class'), keptNumber('ms'), ['exact', `(e.value ->> 'bound' = 'exact')::int4`]],
  from: keptList('time'),
};

const costs: SqlView = {
  name: 'costs',
  columns: [
    ...OWNER,
    kept('model'),
    kept('thread'),
    keptNumber('turn'),
    kept('day'),
    keptNumber('cost_usd', 'usd'),
    kept('cost_basis', 'basis'),
    keptNumber('requests'),
    keptNumber('requests_unpriced', 'unpriced'),
    keptNumber('tokens_input', 'input'),
    keptNumber('tokens_output', 'output'),
    keptNumber('tokens_cache_read', 'cacheRead'),
    keptNumber('tokens_cache_write', 'cacheWrite'),
  ],
  from: keptList('costs'),
};

const claims: SqlView = {
  name: 'claims',
  columns: [
    ...OWNER,
    kept('about'),
    kept('quote'),
    kept('standing'),
    kept('call'),
    kept('result'),
    ...instant('said', `(e.value ->> 'at')::float8`),
    ['log', pathOf('i.session_pk', `(e.value ->> 'source')::int4`)],
    keptNumber('line'),
  ],
  from: keptList('claims'),
};

/** Runs of hooks, of calls and of sessions and turns. */
const RUNS = `(SELECT c.session_pk, c.call_id, r.value AS run FROM ${table('calls')} c
    CROSS JOIN LATERAL json_array_elements(${jsonOf('c.hooks')}) r (value)
    WHERE c.hooks IS NOT NULL AND c.occurrence = 1 AND c.copy_of IS NULL
  UNION ALL SELECT t.session_pk, NULL, ${jsonOf('t.said')} FROM ${table('session_hooks')} t)`;

const hooks: SqlView = {
  name: 'hooks',
  columns: [
    ...OWNER,
    ['call', 'h.call_id'],
    ['event', `${jsonOf('w.value')} ->> 0`],
    ['name', `${jsonOf('w.value')} ->> 1`],
    ['command', `${jsonOf('w.value')} ->> 2`],
    ['outcome', 'h.run ->> 1'],
    ['exit_code', '(h.run ->> 2)::float8'],
    ['duration_ms', '(h.run ->> 3)::float8'],
    ['decision', 'h.run ->> 4'],
    ['message', 'h.run ->> 5'],
    ...instant('ran', '(h.run ->> 6)::float8'),
    ['log', pathOf('h.session_pk', '(h.run ->> 7)::int4')],
    ['line', '(h.run ->> 8)::int8'],
  ],
  from: `${RUNS} h JOIN ${table('sessions')} s ON s.pk = h.session_pk
    JOIN ${table('words')} w ON w.kind = ${kindNumber('hook')} AND w.id = (h.run ->> 0)::int4 WHERE ${SHOWN}`,
};

const files: SqlView = {
  name: 'files',
  columns: [
    ...OWNER,
    ['path', 'c.path'],
    ['calls', 'count(*)'],
    ['failures', `count(*) FILTER (WHERE c.status = 'error' AND c.blame <> 'expected')`],
    ['changes', `count(*) FILTER (WHERE c.status = 'ok' AND coalesce(c.lines_added, c.lines_removed) IS NOT NULL)`],
    ['lines_added', `coalesce(sum(c.lines_added) FILTER (WHERE c.status = 'ok'), 0)`],
    ['lines_removed', `coalesce(sum(c.lines_removed) FILTER (WHERE c.status = 'ok'), 0)`],
    ['tools', `string_agg(DISTINCT c.tool_id, ',')`],
    ...instant('first', 'min(c.requested_at)'),
    ...instant('last', 'max(c.requested_at)'),
  ],
  from: `${OWN_CALLS} AND c.path IS NOT NULL GROUP BY s.agent, s.id, s.project, c.session_pk, c.path`,
};

const errors: SqlView = {
  name: 'errors',
  columns: [
    ...OWNER,
    ['call', 'c.call_id'],
    ['tool', 'c.tool'],
    ['tool_id', 'c.tool_id'],
    ...FAILURE,
    ['summary', 'c.summary'],
    ['path', 'c.path'],
    ['exit_code', 'c.exit_code'],
    ...instant('requested', 'c.requested_at'),
    ['duration_ms', 'c.ms'],
    ['model', 'c.model'],
    ...PLACE,
  ],
  from: `${OWN_CALLS} AND c.status = 'error'`,
};

export const SQL_VIEWS: readonly SqlView[] = [calls, sessions, hooks, files, errors, turns, times, costs, claims];

/** Views that a query names, for a WITH before it. */
export function viewsNamed(names: ReadonlySet<string>): string[] {
  return SQL_VIEWS.filter(({ name }) => names.has(name)).map(({ name, columns, from }) => {
    const list = columns.map(([column, sql]) => `${sql} AS "${column}"`).join(',\n  ');
    return `${name} AS NOT MATERIALIZED (SELECT\n  ${list}\nFROM ${from})`;
  });
}
