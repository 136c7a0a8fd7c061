// The views for SQL queries: names and columns that stay the same whatever the tables behind them, and whatever the engine. What
// differs between engines is the dialect.

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
  /**
   * The same rows without the columns of their session: for a statement that asks for none of these, and so need not look up the
   * session of every call.
   */
  readonly withoutSession?: Pick<View, 'columns' | 'from'>;
}

type HookColumn =
  | 'call'
  | 'event'
  | 'name'
  | 'command'
  | 'outcome'
  | 'exit_code'
  | 'duration_ms'
  | 'decision'
  | 'message'
  | 'at'
  | 'source'
  | 'line';

/** The parts of the views that differ between engines. Rows are `s` for sessions, `c` for calls, `i` for insights. */
export interface SqlDialect {
  table(name: string): string;
  /** That the session with this key is visible to the query. */
  shown(pk: string): string;
  /** Milliseconds since 1970 as ISO text. */
  instant(ms: string): string;
  /** A test as 1, 0 or null. */
  flag(test: string): string;
  whole(text: string): string;
  number(text: string): string;
  /** A member of a call's detail, as text. */
  detail(...path: readonly (string | number)[]): string;
  readonly command: string;
  /** Joins the elements of a list inside `i.body`, as rows `e`. */
  elements(list: string): string;
  /** A member of such an element, as text. */
  element(member: string): string;
  /** The path of a row `f` of sources. */
  readonly logPath: string;
  /** Distinct values, separated by commas. */
  list(values: string): string;
  /** Runs of hooks: rows `h` with a `session_pk`. */
  readonly hooks: { readonly from: string; readonly columns: Readonly<Record<HookColumn, string>> };
}

function column(name: string, sql: string, says: string): ViewColumn {
  return { name, sql, says };
}

/** An instant twice: as text that sorts and that date functions read, and as a number to calculate with. */
function instant(d: SqlDialect, name: string, ms: string, says: string): ViewColumn[] {
  return [
    column(`${name}_at`, d.instant(ms), `${says}, as ISO text (UTC)`),
    column(`${name}_ms`, ms, 'the same in milliseconds since 1970'),
  ];
}

function logOf(d: SqlDialect, session: string, source: string): string {
  return `(SELECT ${d.logPath} FROM ${d.table('sources')} f WHERE f.session_pk = ${session} AND f.num = ${source})`;
}

function ofLogs(d: SqlDialect, sum: string): string {
  return `(SELECT ${sum} FROM ${d.table('sources')} f WHERE f.session_pk = s.pk AND f.ledger IS NOT NULL)`;
}

const OWNER = [
  column('agent', 's.agent', 'agent that made it: `claude-code`, `codex`, `rap`'),
  column('session', 's.id', 'id of its session'),
  column('project', 's.project', 'working folder that the session began in'),
];

const failure = (d: SqlDialect): ViewColumn[] => [
  column('failure', 'c.code', 'code of the failure; null when nothing failed'),
  column(
    'blame',
    'c.blame',
    'whose problem it is: `expected`, `agent`, `code`, `environment`, `tool`, `policy`, `user`, `unknown`',
  ),
  column('message', d.detail('m'), 'what the failure says'),
];

const masked = (d: SqlDialect): ViewColumn[] => [
  column('masked', d.detail('mk', 'code'), 'code of a failure that the success hides; null when there is none'),
  column('masked_blame', d.detail('mk', 'blame'), 'whose problem that is'),
  column('masked_message', d.detail('mk', 'message'), 'what that failure says'),
];

/** A call's request in its log. */
const place = (d: SqlDialect): ViewColumn[] => [
  column('log', logOf(d, 'c.session_pk', 'c.source'), 'log file that holds the request'),
  column(
    'line',
    d.whole(`coalesce(${d.detail('bi', 1)}, ${d.detail('ev', 0, 2)})`),
    'line of the request in that file',
  ),
];

/** The names of the columns that a row has from its session. */
export const SESSION_COLUMNS: ReadonlySet<string> = new Set(OWNER.map(({ name }) => name));

/** A view of calls that are no copies. `further` is what else comes after the tables; `group` what only rows with a session need. */
function viewOfCalls(
  d: SqlDialect,
  { name, says, columns }: Pick<View, 'name' | 'says' | 'columns'>,
  further = '',
  group = '',
): View {
  const table = `${d.table('calls')} c`;
  const session = `JOIN ${d.table('sessions')} s ON s.pk = c.session_pk`;
  return {
    name,
    says,
    columns: [...OWNER, ...columns],
    from: `${table} ${session} WHERE c.copy_of IS NULL AND ${d.shown('s.pk')}${further}${group}`,
    withoutSession: { columns, from: `${table} WHERE c.copy_of IS NULL AND ${d.shown('c.session_pk')}${further}` },
  };
}

const calls = (d: SqlDialect): View =>
  viewOfCalls(d, {
    name: 'calls',
    says: 'One row per tool call. Copies of a call in resumed and forked sessions are left out.',
    columns: [
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
      ...failure(d),
      ...instant(d, 'requested', 'c.requested_at', 'when it was asked for'),
      ...instant(d, 'ended', 'c.ended_at', 'when it ended'),
      column('duration_ms', 'c.ms', 'how long it took; null when that cannot be known'),
      column('duration_basis', 'c.basis', 'how that is known: `reported`, `hook`, `between-records`, `notification`'),
      column('duration_exact', d.flag(`c.bound = 'exact'`), '1 for a measured duration, 0 for an upper bound'),
      column('model', 'c.model', 'model that asked for it'),
      column('summary', 'c.summary', 'one line about what it did'),
      column('path', 'c.path', 'file or folder it was about'),
      column('command', d.command, 'command it ran'),
      column('commands', d.detail('f', 'commands'), 'where it ran several: the others, one a line'),
      column('programs', d.detail('f', 'programs'), 'programs that its commands run, one a line'),
      column('paths', d.detail('f', 'paths'), 'where it is about several files: the others, one a line'),
      column('exit_code', 'c.exit_code', 'exit status of that command'),
      column('lines_added', 'c.lines_added', 'lines of a file it added, or wanted to add'),
      column('lines_removed', 'c.lines_removed', 'lines of a file it removed, or wanted to remove'),
      column('bytes', 'c.bytes', 'size of what it returned, where that is known'),
      column('tokens', 'c.tokens', 'tokens a subagent used'),
      column('flags', 'c.flags', 'marks, separated by blanks'),
      ...place(d),
      ...masked(d),
    ],
  });

const sessions = (d: SqlDialect): View => ({
  name: 'sessions',
  says: 'One row per session. The tokens of a fork hold those of the messages it copied.',
  columns: [
    ...OWNER,
    column('title', 's.title', 'title'),
    column('branch', 's.branch', 'git branch'),
    column('version', 's.version', "the agent's version"),
    column('model', 's.model', 'model that spoke most often'),
    ...instant(d, 'started', 's.started_at', 'first record'),
    ...instant(d, 'last', 's.last_at', 'last record'),
    column('live', 's.live', '1 while it may still go on'),
    column('calls', 's.calls', 'tool calls'),
    column('failures', 's.failures', 'calls that failed unexpectedly'),
    column('masked', 's.masked', 'calls that succeeded and hide a failure'),
    column('running', 's.running', 'calls without an end yet'),
    column('tokens_input', 's.tokens_input', 'tokens sent, the cached ones not counted'),
    column('tokens_output', 's.tokens_output', 'tokens that came back'),
    column('tokens_cache_read', 's.tokens_cache_read', 'tokens taken from the cache'),
    column('tokens_cache_write', 's.tokens_cache_write', 'tokens put into the cache'),
    column('logs', ofLogs(d, 'count(*)'), 'log files'),
    column('log_bytes', ofLogs(d, 'coalesce(sum(f.bytes), 0)'), 'their size'),
    column('ending', 'i.ending', 'how it ended: `done`, `asked`, `interrupted`, `failed`, `running`, `unknown`'),
    column('wall_ms', 'i.wall_ms', 'time from the first record to the last'),
    column('active_ms', 'i.active_ms', 'the same without idle time'),
    column('cost_usd', 'i.cost_usd', 'cost in US dollars; null when it is not known'),
    column('cost_basis', 'i.cost_basis', 'how that is known: `log`, `estimate`, `mixed`, `none`'),
    column('open_failures', 'i.open_failures', 'failures that no later call made good, the same one counted once'),
    column('hidden_failures', 'i.hidden_failures', 'failures that a success hides, made good or not'),
  ],
  from: `${d.table('sessions')} s LEFT JOIN ${d.table('insights')} i ON i.session_pk = s.pk WHERE ${d.shown('s.pk')}`,
});

/** Rows from lists inside a session's stored insights. */
const keptList = (d: SqlDialect, list: string): string =>
  `${d.table('insights')} i JOIN ${d.table('sessions')} s ON s.pk = i.session_pk ${d.elements(list)} WHERE ${d.shown('s.pk')}`;

function kept(d: SqlDialect, name: string, member: string, says: string): ViewColumn {
  return column(name, d.element(member), says);
}

function keptNumber(d: SqlDialect, name: string, member: string, says: string): ViewColumn {
  return column(name, d.number(d.element(member)), says);
}

const COST_BASIS = 'how that is known: `log`, `estimate`, `mixed`, `none`';

const turns = (d: SqlDialect): View => ({
  name: 'turns',
  says: 'One row per prompt of a main thread, with all that it led to.',
  columns: [
    ...OWNER,
    keptNumber(d, 'turn', 'turn', 'its number, from 1 on'),
    kept(d, 'asked', 'asked', 'the beginning of the prompt; null for what came before any'),
    ...instant(d, 'began', d.number(d.element('from')), 'when it was asked'),
    keptNumber(d, 'wall_ms', 'wallMs', 'time until the next prompt, or the end of the session'),
    keptNumber(d, 'active_ms', 'activeMs', 'the same without idle time'),
    keptNumber(d, 'calls', 'calls', 'tool calls, those of its subagents included'),
    keptNumber(d, 'failures', 'failures', 'calls that failed unexpectedly'),
    keptNumber(d, 'tokens', 'tokens', 'tokens, cached ones included'),
    keptNumber(d, 'cost_usd', 'usd', 'cost in US dollars; null when it is not known'),
    kept(d, 'cost_basis', 'basis', COST_BASIS),
    kept(d, 'summary', 'summary', 'one line about what was done'),
  ],
  from: keptList(d, 'turns'),
});

const times = (d: SqlDialect): View => ({
  name: 'times',
  says: 'One row per session and class of time. The classes of a session add up to its wall time.',
  columns: [
    ...OWNER,
    kept(
      d,
      'class',
      'class',
      'where the time went: `model`, `tool`, `hook`, `permission`, `answer`, `subagent`, `idle`, `unknown`',
    ),
    keptNumber(d, 'ms', 'ms', 'how long'),
    column('exact', d.flag(`${d.element('bound')} = 'exact'`), '1 for a measured time, 0 for an upper bound'),
  ],
  from: keptList(d, 'time'),
});

const costs = (d: SqlDialect): View => ({
  name: 'costs',
  says: 'One row per session, model, thread, turn and day. The costs of a fork hold those of the messages it copied.',
  columns: [
    ...OWNER,
    kept(d, 'model', 'model', 'model'),
    kept(d, 'thread', 'thread', '`main`, or the id of a subagent'),
    keptNumber(d, 'turn', 'turn', 'turn of the main thread'),
    kept(d, 'day', 'day', 'day of the requests (UTC), as 2026-03-13'),
    keptNumber(d, 'cost_usd', 'usd', 'cost in US dollars; null when the model has no known price'),
    kept(d, 'cost_basis', 'basis', COST_BASIS),
    keptNumber(d, 'requests', 'requests', 'requests to the model'),
    keptNumber(d, 'requests_unpriced', 'unpriced', 'those among them without a price'),
    keptNumber(d, 'tokens_input', 'input', 'tokens sent, the cached ones not counted'),
    keptNumber(d, 'tokens_output', 'output', 'tokens that came back'),
    keptNumber(d, 'tokens_cache_read', 'cacheRead', 'tokens taken from the cache'),
    keptNumber(d, 'tokens_cache_write', 'cacheWrite', 'tokens put into the cache'),
  ],
  from: keptList(d, 'costs'),
});

const claims = (d: SqlDialect): View => ({
  name: 'claims',
  says: 'One row per statement of an answer that tests, types, a linter, a build, checks or a deployment pass.',
  columns: [
    ...OWNER,
    kept(d, 'about', 'about', 'what it is about: `tests`, `types`, `lint`, `build`, `checks`, `deployment`'),
    kept(d, 'quote', 'quote', "the answer's own words"),
    kept(
      d,
      'standing',
      'standing',
      'what the log has: `shown`, `not-run`, `failed`, `hidden-failure`, `before-last-edit`, `partly`, `unclear`',
    ),
    kept(d, 'call', 'call', 'id of the call that it rests on, or that speaks against it'),
    kept(d, 'result', 'result', 'what that call said: `passed`, `failed`, `hidden-failure`, `unclear`, `open`'),
    ...instant(d, 'said', d.number(d.element('at')), 'when it was said'),
    column('log', logOf(d, 'i.session_pk', d.whole(d.element('source'))), 'log file with the answer'),
    keptNumber(d, 'line', 'line', 'line in that file'),
  ],
  from: keptList(d, 'claims'),
});

const hooks = (d: SqlDialect): View => ({
  name: 'hooks',
  says: 'One row per hook that ran.',
  columns: [
    ...OWNER,
    column('call', d.hooks.columns.call, 'id of the call it ran for; null for hooks of a session or turn'),
    column('event', d.hooks.columns.event, 'event that started it'),
    column('name', d.hooks.columns.name, 'its name'),
    column('command', d.hooks.columns.command, 'its command'),
    column(
      'outcome',
      d.hooks.columns.outcome,
      '`ok`, `blocked`, `failed-open`, `cancelled`, `decided`, `context`, `stopped`, `started`',
    ),
    column('exit_code', d.hooks.columns.exit_code, 'its exit status'),
    column('duration_ms', d.hooks.columns.duration_ms, 'how long it took'),
    column('decision', d.hooks.columns.decision, 'what it decided'),
    column('message', d.hooks.columns.message, 'what it said, clipped'),
    ...instant(d, 'ran', d.hooks.columns.at, 'when it ran'),
    column('log', logOf(d, 'h.session_pk', d.hooks.columns.source), 'log file that tells about it'),
    column('line', d.hooks.columns.line, 'line in that file'),
  ],
  from: `${d.hooks.from} JOIN ${d.table('sessions')} s ON s.pk = h.session_pk WHERE ${d.shown('s.pk')}`,
});

const files = (d: SqlDialect): View =>
  viewOfCalls(
    d,
    {
      name: 'files',
      says: 'One row per session and file or folder that its calls were about. A patch of several files counts, with all its lines, for the first of them.',
      columns: [
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
        column('tools', d.list('c.tool_id'), 'tools that were used, separated by commas'),
        ...instant(d, 'first', 'min(c.requested_at)', 'first call'),
        ...instant(d, 'last', 'max(c.requested_at)', 'last call'),
      ],
    },
    ' AND c.path IS NOT NULL GROUP BY c.session_pk, c.path',
    ', s.agent, s.id, s.project',
  );

const errors = (d: SqlDialect): View =>
  viewOfCalls(
    d,
    {
      name: 'errors',
      says: 'One row per call that failed. Failures that are answers (a search without hits) have the blame `expected`.',
      columns: [
        column('call', 'c.call_id', 'id of the call'),
        column('tool', 'c.tool', 'name of the tool, as the log spells it'),
        column('tool_id', 'c.tool_id', "Toolscope's name for the tool"),
        ...failure(d),
        column('summary', 'c.summary', 'one line about what it did'),
        column('path', 'c.path', 'file or folder it was about'),
        column('exit_code', 'c.exit_code', 'exit status of its command'),
        ...instant(d, 'requested', 'c.requested_at', 'when it was asked for'),
        column('duration_ms', 'c.ms', 'how long it took; null when that cannot be known'),
        column('model', 'c.model', 'model that asked for it'),
        ...place(d),
      ],
    },
    ` AND c.status = 'error'`,
  );

const VIEWS = [calls, sessions, hooks, files, errors, turns, times, costs, claims];

export function sqlViews(dialect: SqlDialect): readonly View[] {
  return VIEWS.map((view) => view(dialect));
}
