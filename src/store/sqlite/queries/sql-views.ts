// The views that people ask in SQL: names and columns that stay the same whatever the tables behind them do.

import { endOf, folderOf } from '../../rows/place-range.ts';
import { COMMAND_OF_ROW } from '../index/call-conditions.ts';
import { type Condition, condition, joinConditions, underPlaces } from './condition.ts';

export interface ViewColumn {
  readonly name: string;
  readonly sql: string;
  /** For the documentation. */
  readonly says: string;
}

export interface View {
  readonly name: string;
  readonly says: string;
  readonly columns: readonly ViewColumn[];
  /** Everything after the columns. */
  readonly from: string;
}

function column(name: string, sql: string, says: string): ViewColumn {
  return { name, sql, says };
}

/** An instant twice: as text that sorts and that SQLite's date functions read, and as a number to reckon with. */
function instant(name: string, sql: string, says: string): ViewColumn[] {
  return [
    column(
      `${name}_at`,
      `strftime('%Y-%m-%dT%H:%M:%fZ', CAST(${sql} AS INTEGER) / 1000.0, 'unixepoch')`,
      `${says}, as ISO text (UTC)`,
    ),
    column(`${name}_ms`, sql, 'the same in milliseconds since 1970'),
  ];
}

/** The plus keeps the planner from walking through sessions where an order or a filter of the question serves better. */
const SHOWN = '+s.pk IN (SELECT session_pk FROM temp.shown)';

const OWNER = [
  column('agent', 's.agent', 'agent that made it: `claude-code`, `codex`, `rap`'),
  column('session', 's.id', 'id of its session'),
  column('project', 's.project', 'working folder that the session began in'),
];

const FAILURE = [
  column('failure', 'c.code', 'code of the failure; null when nothing failed'),
  column(
    'blame',
    'c.blame',
    'whose problem it is: `expected`, `agent`, `code`, `environment`, `tool`, `policy`, `user`, `unknown`',
  ),
  column('message', `c.detail ->> '$.m'`, 'what the failure says'),
];

const MASKED = [
  column('masked', `c.detail ->> '$.mk.code'`, 'code of a failure that the success hides; null when there is none'),
  column('masked_blame', `c.detail ->> '$.mk.blame'`, 'whose problem that is'),
  column('masked_message', `c.detail ->> '$.mk.message'`, 'what that failure says'),
];

/** A call's request in its log. */
const PLACE = [
  column(
    'log',
    '(SELECT f.path FROM main.sources f WHERE f.session_pk = c.session_pk AND f.num = c.source)',
    'log file that holds the request',
  ),
  column('line', `coalesce(c.detail ->> '$.bi[1]', c.detail ->> '$.ev[0][2]')`, 'line of the request in that file'),
];

const OWN_CALLS = `main.calls c JOIN main.sessions s ON s.pk = c.session_pk WHERE c.copy_of IS NULL AND ${SHOWN}`;

const calls: View = {
  name: 'calls',
  says: 'One row per tool call. Copies of a call in resumed and forked sessions are left out.',
  columns: [
    ...OWNER,
    column('call', 'c.call_id', 'id of the call, as the log spells it'),
    column('thread', 'c.thread', '`main`, or the id of a subagent'),
    column('turn', 'c.turn', 'number of the turn inside its thread'),
    column('tool', 'c.tool', 'name of the tool, as the log spells it'),
    column('tool_id', 'c.tool_id', "Toolscope's name for the tool, the same for every agent"),
    column(
      'status',
      'c.status',
      'what happened: `ok`, `error`, `rejected`, `denied`, `cancelled`, `interrupted`, `running`, `background`, `lost`, `unknown`',
    ),
    ...FAILURE,
    ...instant('requested', 'c.requested_at', 'when it was asked for'),
    ...instant('ended', 'c.ended_at', 'when it ended'),
    column('duration_ms', 'c.ms', 'how long it took; null when that cannot be known'),
    column('duration_basis', 'c.basis', 'how that is known: `reported`, `hook`, `between-records`, `notification`'),
    column('duration_exact', `c.bound = 'exact'`, '1 for a measured duration, 0 for an upper bound'),
    column('model', 'c.model', 'model that asked for it'),
    column('summary', 'c.summary', 'one line about what it did'),
    column('path', 'c.path', 'file or folder it was about'),
    column('command', COMMAND_OF_ROW, 'command it ran'),
    column('commands', `c.detail ->> '$.f.commands'`, 'where it ran several: the others, one a line'),
    column('programs', `c.detail ->> '$.f.programs'`, 'programs that its commands run, one a line'),
    column('paths', `c.detail ->> '$.f.paths'`, 'where it is about several files: the others, one a line'),
    column('exit_code', 'c.exit_code', 'exit status of that command'),
    column('lines_added', 'c.lines_added', 'lines of a file it added, or wanted to add'),
    column('lines_removed', 'c.lines_removed', 'lines of a file it removed, or wanted to remove'),
    column('bytes', 'c.bytes', 'size of what it returned, where that is known'),
    column('tokens', 'c.tokens', 'tokens a subagent used'),
    column('flags', 'c.flags', 'marks, separated by blanks'),
    ...PLACE,
    ...MASKED,
  ],
  from: OWN_CALLS,
};

const sessions: View = {
  name: 'sessions',
  says: 'One row per session. The tokens of a fork hold those of the messages it copied.',
  columns: [
    ...OWNER,
    column('title', 's.title', 'title'),
    column('branch', 's.branch', 'git branch'),
    column('version', 's.version', "the agent's version"),
    column('model', 's.model', 'model that spoke most often'),
    ...instant('started', 's.started_at', 'first record'),
    ...instant('last', 's.last_at', 'last record'),
    column('live', 's.live', '1 while it may still go on'),
    column('calls', 's.calls', 'tool calls'),
    column('failures', 's.failures', 'calls that failed unexpectedly'),
    column('masked', 's.masked', 'calls that succeeded and hide a failure'),
    column('running', 's.running', 'calls without an end yet'),
    column('tokens_input', 's.tokens_input', 'tokens sent, the cached ones not counted'),
    column('tokens_output', 's.tokens_output', 'tokens that came back'),
    column('tokens_cache_read', 's.tokens_cache_read', 'tokens taken from the cache'),
    column('tokens_cache_write', 's.tokens_cache_write', 'tokens put into the cache'),
    column(
      'logs',
      '(SELECT count(*) FROM main.sources f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL)',
      'log files',
    ),
    column(
      'log_bytes',
      '(SELECT coalesce(sum(f.bytes), 0) FROM main.sources f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL)',
      'their size',
    ),
    column('ending', 'i.ending', 'how it ended: `done`, `asked`, `interrupted`, `failed`, `running`, `unknown`'),
    column('wall_ms', 'i.wall_ms', 'time from the first record to the last'),
    column('active_ms', 'i.active_ms', 'the same without idle time'),
    column('cost_usd', 'i.cost_usd', 'cost in US dollars; null when it is not known'),
    column('cost_basis', 'i.cost_basis', 'how that is known: `log`, `estimate`, `mixed`, `none`'),
    column('open_failures', 'i.open_failures', 'failures that no later call made good'),
    column('hidden_failures', 'i.hidden_failures', 'failures that a success hides'),
  ],
  from: `main.sessions s LEFT JOIN main.insights i ON i.session_pk = s.pk WHERE ${SHOWN}`,
};

/** Lists inside what is kept of a session's insights. */
function keptList(member: string): string {
  return `main.insights i JOIN main.sessions s ON s.pk = i.session_pk JOIN json_each(i.body, '$.${member}') e WHERE ${SHOWN}`;
}

function kept(name: string, member: string, says: string): ViewColumn {
  return column(name, `e.value ->> '$.${member}'`, says);
}

const COST_BASIS = 'how that is known: `log`, `estimate`, `mixed`, `none`';

const turns: View = {
  name: 'turns',
  says: 'One row per prompt of a main thread, with all that it led to.',
  columns: [
    ...OWNER,
    kept('turn', 'turn', 'its number, from 1 on'),
    kept('asked', 'asked', 'the beginning of the prompt; null for what came before any'),
    ...instant('began', `e.value ->> '$.from'`, 'when it was asked'),
    kept('wall_ms', 'wallMs', 'time until the next prompt, or the end of the session'),
    kept('active_ms', 'activeMs', 'the same without idle time'),
    kept('calls', 'calls', 'tool calls, those of its subagents included'),
    kept('failures', 'failures', 'calls that failed unexpectedly'),
    kept('tokens', 'tokens', 'tokens, cached ones included'),
    kept('cost_usd', 'usd', 'cost in US dollars; null when it is not known'),
    kept('cost_basis', 'basis', COST_BASIS),
    kept('summary', 'summary', 'one line about what was done'),
  ],
  from: keptList('turns'),
};

const times: View = {
  name: 'times',
  says: 'One row per session and class of time. The classes of a session add up to its wall time.',
  columns: [
    ...OWNER,
    kept(
      'class',
      'class',
      'where the time went: `model`, `tool`, `hook`, `permission`, `answer`, `subagent`, `idle`, `unknown`',
    ),
    kept('ms', 'ms', 'how long'),
    column('exact', `e.value ->> '$.bound' = 'exact'`, '1 for a measured time, 0 for an upper bound'),
  ],
  from: keptList('time'),
};

const costs: View = {
  name: 'costs',
  says: 'One row per session, model, thread, turn and day. The costs of a fork hold those of the messages it copied.',
  columns: [
    ...OWNER,
    kept('model', 'model', 'model'),
    kept('thread', 'thread', '`main`, or the id of a subagent'),
    kept('turn', 'turn', 'turn of the main thread'),
    kept('day', 'day', 'day of the requests (UTC), as 2026-03-13'),
    kept('cost_usd', 'usd', 'cost in US dollars; null when the model has no known price'),
    kept('cost_basis', 'basis', COST_BASIS),
    kept('requests', 'requests', 'requests to the model'),
    kept('requests_unpriced', 'unpriced', 'those among them without a price'),
    kept('tokens_input', 'input', 'tokens sent, the cached ones not counted'),
    kept('tokens_output', 'output', 'tokens that came back'),
    kept('tokens_cache_read', 'cacheRead', 'tokens taken from the cache'),
    kept('tokens_cache_write', 'cacheWrite', 'tokens put into the cache'),
  ],
  from: keptList('costs'),
};

const claims: View = {
  name: 'claims',
  says: 'One row per statement of an answer that tests, types, a linter, a build, checks or a deployment pass.',
  columns: [
    ...OWNER,
    kept('about', 'about', 'what it is about: `tests`, `types`, `lint`, `build`, `checks`, `deployment`'),
    kept('quote', 'quote', "the answer's own words"),
    kept(
      'standing',
      'standing',
      'what the log has: `shown`, `not-run`, `failed`, `hidden-failure`, `before-last-edit`, `partly`, `unclear`',
    ),
    kept('call', 'call', 'id of the call that it rests on, or that speaks against it'),
    kept('result', 'result', 'what that call said: `passed`, `failed`, `hidden-failure`, `unclear`, `open`'),
    ...instant('said', `e.value ->> '$.at'`, 'when it was said'),
    column(
      'log',
      `(SELECT f.path FROM main.sources f WHERE f.session_pk = i.session_pk AND f.num = e.value ->> '$.source')`,
      'log file with the answer',
    ),
    kept('line', 'line', 'line in that file'),
  ],
  from: keptList('claims'),
};

const hooks: View = {
  name: 'hooks',
  says: 'One row per hook that ran.',
  columns: [
    ...OWNER,
    column('call', `nullif(h.call_id, '')`, 'id of the call it ran for; null for hooks of a session or turn'),
    column('event', 'h.event', 'event that started it'),
    column('name', 'h.name', 'its name'),
    column('command', 'h.command', 'its command'),
    column(
      'outcome',
      'h.outcome',
      '`ok`, `blocked`, `failed-open`, `cancelled`, `decided`, `context`, `stopped`, `started`',
    ),
    column('exit_code', 'h.exit_code', 'its exit status'),
    column('duration_ms', 'h.duration_ms', 'how long it took'),
    column('decision', 'h.decision', 'what it decided'),
    column('message', 'h.message', 'what it said, clipped'),
    ...instant('ran', 'h.at', 'when it ran'),
    column(
      'log',
      '(SELECT f.path FROM main.sources f WHERE f.session_pk = h.session_pk AND f.num = h.source)',
      'log file that tells about it',
    ),
    column('line', 'h.line', 'line in that file'),
  ],
  from: `main.hooks h JOIN main.sessions s ON s.pk = h.session_pk
    WHERE ${SHOWN}`,
};

const files: View = {
  name: 'files',
  says: 'One row per session and file or folder that its calls were about. A patch of several files counts, with all its lines, for the first of them.',
  columns: [
    ...OWNER,
    column('path', 'c.path', 'the path, as the calls name it'),
    column('calls', 'count(*)', 'calls about it'),
    column(
      'failures',
      `count(*) FILTER (WHERE c.status = 'error' AND c.blame <> 'expected')`,
      'unexpected failures among them',
    ),
    column(
      'changes',
      `count(*) FILTER (WHERE c.status = 'ok' AND coalesce(c.lines_added, c.lines_removed) IS NOT NULL)`,
      'calls that changed it by a known number of lines',
    ),
    column('lines_added', `coalesce(sum(c.lines_added) FILTER (WHERE c.status = 'ok'), 0)`, 'lines added by those'),
    column(
      'lines_removed',
      `coalesce(sum(c.lines_removed) FILTER (WHERE c.status = 'ok'), 0)`,
      'lines removed by those',
    ),
    column('tools', 'group_concat(DISTINCT c.tool_id)', 'tools that were used, separated by commas'),
    ...instant('first', 'min(c.requested_at)', 'first call'),
    ...instant('last', 'max(c.requested_at)', 'last call'),
  ],
  from: `${OWN_CALLS} AND c.path IS NOT NULL GROUP BY c.session_pk, c.path`,
};

const errors: View = {
  name: 'errors',
  says: 'One row per call that failed. Failures that are answers (a search without hits) have the blame `expected`.',
  columns: [
    ...OWNER,
    column('call', 'c.call_id', 'id of the call'),
    column('tool', 'c.tool', 'name of the tool, as the log spells it'),
    column('tool_id', 'c.tool_id', "Toolscope's name for the tool"),
    ...FAILURE,
    column('summary', 'c.summary', 'one line about what it did'),
    column('path', 'c.path', 'file or folder it was about'),
    column('exit_code', 'c.exit_code', 'exit status of its command'),
    ...instant('requested', 'c.requested_at', 'when it was asked for'),
    column('duration_ms', 'c.ms', 'how long it took; null when that cannot be known'),
    column('model', 'c.model', 'model that asked for it'),
    ...PLACE,
  ],
  from: `${OWN_CALLS} AND c.status = 'error'`,
};

export const SQL_VIEWS: readonly View[] = [calls, sessions, hooks, files, errors, turns, times, costs, claims];

/** Temporary views: they live in the connection, so that a read-only file can have them. They hide tables of their name. */
export function createViews(): string {
  return SQL_VIEWS.map(({ name, columns, from }) => {
    const list = columns.map((item) => `${item.sql} AS ${item.name}`).join(',\n  ');
    return `CREATE TEMP VIEW ${name} AS SELECT\n  ${list}\nFROM ${from};`;
  }).join('\n');
}

/** Sessions that began in a folder or below it. */
function inFolder(folder: string): Condition {
  const below = folderOf(folder);
  return condition('(s.project = ? OR (s.project >= ? AND s.project < ?))', folder, below, endOf(below));
}

/** The sessions the views show: those with a file at or below one of the places, of one project where that is named. */
export function shownSessions(places: readonly string[], folder: string | null): Condition {
  const parts = [underPlaces(places, 's.pk'), ...(folder === null ? [] : [inFolder(folder)])];
  const { sql, values } = joinConditions(parts, 'AND');
  return condition(`INSERT INTO temp.shown SELECT s.pk FROM main.sessions s WHERE ${sql}`, ...values);
}

/** To be run before the views are made. */
export const SHOWN_TABLE = 'CREATE TEMP TABLE shown (session_pk INTEGER PRIMARY KEY)';

/** Empty views in place of all other tables, which know no scope. */
export function hideTables(tables: readonly string[]): string {
  const views = new Set(SQL_VIEWS.map(({ name }) => name));
  return tables
    .filter((name) => !views.has(name))
    .map((name) => `CREATE TEMP VIEW "${name.replaceAll('"', '""')}" AS SELECT NULL AS hidden WHERE 0;`)
    .join('\n');
}
