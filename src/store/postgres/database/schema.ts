// The tables of the index in PostgreSQL. All but the logs themselves (`machine-tables`) is derived from these,
// so that it may be dropped at any time.
//
// - Texts are compared by their bytes, as SQLite compares them. Ids and paths have any length, and an index row has not: they are
//   found by a hash or by how they begin, and compared then.
// - Times and numbers out of logs are double precision: what JavaScript holds comes back as it went in.
// - `week` is that of a session's beginning, 0 where that says nothing. It never changes; calls and facts are partitioned by it.
// - Every primary key of what belongs to a session contains its key (`session_pk`; `pk` in sessions), by which an engine that speaks
//   PostgreSQL's protocol could distribute rows; tables that belong to none (words, rules, meta, leases, machines, changes, sums of weeks,
//   slices, gone_objects) would be its reference tables. This was not tried, and unique indexes that do not contain the session are still in
//   the way: sessions_id, sources_path, sources_pk, logs_path, other_copies_path.

import { LOGS, MACHINES, SOURCES_PATH, STALE_COPIES } from './machine-tables.ts';

/** Counted up with every change of a table; steps from each to the next are in `migrate`. */
export const POSTGRES_SCHEMA_VERSION = 8;

/** All tables lie in a schema of their own. */
export const SCHEMA_NAME = 'toolscope';

/** Of ids, how many characters an index holds. */
export const ID_HEAD = 128;

/** Keys of calls that a number of the sequence stands for: itself and those that follow. */
export const KEYS_AT_ONCE = 64;

/** Tables with a partition for each week. */
export const WEEKLY = ['calls', 'facts'] as const;

const TABLES = `
${LOGS}
-- schema: its version; epoch: another text for every time that the index was begun.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

-- Names of the rules by which logs are read, in order: newer programs have greater numbers.
CREATE TABLE rules (name TEXT PRIMARY KEY, num int8 NOT NULL);

${MACHINES}
CREATE TABLE sessions (
  pk int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  week int4 NOT NULL,
  -- The one that has its logs.
  machine int4 NOT NULL DEFAULT 0,
  agent TEXT NOT NULL,
  id TEXT NOT NULL,
  lineage TEXT,
  family int8,
  rank TEXT NOT NULL DEFAULT '',
  origin TEXT,
  is_orphan int4 NOT NULL DEFAULT 0,
  own_at float8,
  project TEXT,
  title TEXT,
  own_title TEXT,
  branch TEXT,
  version TEXT,
  model TEXT,
  started_at float8,
  last_at float8,
  live int4 NOT NULL DEFAULT 0,
  waits int4 NOT NULL DEFAULT 0,
  calls int8 NOT NULL DEFAULT 0,
  failures int8 NOT NULL DEFAULT 0,
  masked int8 NOT NULL DEFAULT 0,
  running int8 NOT NULL DEFAULT 0,
  tokens_input float8 NOT NULL DEFAULT 0,
  tokens_output float8 NOT NULL DEFAULT 0,
  tokens_cache_read float8 NOT NULL DEFAULT 0,
  tokens_cache_write float8 NOT NULL DEFAULT 0,
  is_settled int4 NOT NULL DEFAULT 0,
  -- By what rules its logs were read, the newer the greater; 0: only its outline is known. Older rules never overwrite newer ones.
  rules int8,
  -- JSON
  detail TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX sessions_id ON sessions (agent, md5(id));
CREATE INDEX sessions_id_head ON sessions (left(id, ${ID_HEAD}));
CREATE INDEX sessions_time ON sessions (last_at);
CREATE INDEX sessions_lineage ON sessions (md5(lineage)) WHERE lineage IS NOT NULL;
CREATE INDEX sessions_family ON sessions (family) WHERE family IS NOT NULL;
CREATE INDEX sessions_live ON sessions (last_at) WHERE live = 1;
CREATE INDEX sessions_unsettled ON sessions (pk) WHERE is_settled = 0;
-- The few that have problems to tell of.
CREATE INDEX sessions_odd ON sessions (pk) WHERE strpos(detail, '"problems":[]') = 0;

CREATE TABLE states (
  session_pk int8 NOT NULL,
  num int4 NOT NULL,
  format int4 NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (session_pk, num)
);

CREATE TABLE sources (
  pk int8 GENERATED ALWAYS AS IDENTITY,
  session_pk int8 NOT NULL,
  num int4 NOT NULL,
  -- A file is known by its machine and path.
  machine int4 NOT NULL DEFAULT 0,
  path TEXT NOT NULL,
  thread TEXT NOT NULL,
  started_at float8,
  device TEXT NOT NULL,
  inode TEXT NOT NULL,
  size int8 NOT NULL,
  modified_at float8 NOT NULL,
  "offset" int8 NOT NULL,
  line int8 NOT NULL,
  head TEXT NOT NULL,
  tail TEXT NOT NULL,
  -- See rows/ledger-text; null for the small files beside a log.
  ledger TEXT,
  gone_at float8,
  -- How large a log is. The size of one in a database is a number of rows, by which it is known again.
  bytes int8 NOT NULL GENERATED ALWAYS AS (CASE WHEN right(path, 4) = '.zst' THEN size ELSE greatest(size, "offset") END) STORED,
  PRIMARY KEY (session_pk, pk)
);
${SOURCES_PATH}
CREATE INDEX sources_path_head ON sources (left(path, ${ID_HEAD}));
CREATE UNIQUE INDEX sources_pk ON sources (pk);
CREATE INDEX sources_session ON sources (session_pk, num);

-- Columns as in rows/call-row. Each process takes keys in blocks, in the order in which it writes calls.
CREATE SEQUENCE call_keys AS int8 INCREMENT BY ${KEYS_AT_ONCE};
CREATE TABLE calls (
  week int4 NOT NULL,
  session_pk int8 NOT NULL,
  pk int8 NOT NULL,
  call_id TEXT NOT NULL,
  occurrence int4 NOT NULL,
  -- The call that it is a copy of; 0 where that is not there.
  copy_of int8,
  identity float8,
  thread TEXT NOT NULL,
  turn int8 NOT NULL,
  source int4 NOT NULL,
  "offset" int8 NOT NULL,
  pointer TEXT NOT NULL,
  tool TEXT NOT NULL,
  tool_id TEXT NOT NULL,
  status TEXT NOT NULL,
  code TEXT,
  blame TEXT,
  requested_at float8,
  ended_at float8,
  ms float8,
  basis TEXT,
  bound TEXT,
  model TEXT,
  summary TEXT NOT NULL,
  path TEXT,
  exit_code float8,
  lines_added float8,
  lines_removed float8,
  bytes float8,
  tokens float8,
  flags TEXT,
  -- JSON: see rows/call-detail.
  detail TEXT NOT NULL,
  -- JSON: see rows/stored-hook.
  hooks TEXT,
  PRIMARY KEY (week, session_pk, pk)
) PARTITION BY LIST (week);
CREATE INDEX calls_pk ON calls (pk);
CREATE INDEX calls_id ON calls (left(call_id, ${ID_HEAD}), session_pk);
CREATE INDEX calls_place ON calls (session_pk, source, "offset");
CREATE INDEX calls_copies ON calls (copy_of) WHERE copy_of IS NOT NULL;
CREATE INDEX calls_open ON calls (session_pk) WHERE status IN ('running', 'lost');
CREATE INDEX calls_hooks ON calls (session_pk) WHERE hooks IS NOT NULL;

-- Calls in brief, see rows/call-numbers: what is summed up over very many. Copies of other sessions' calls have no row. Words by their
-- numbers; \`step\` is the step of a duration that percentiles are told in (questions/span-counts).
CREATE TABLE facts (
  week int4 NOT NULL,
  session_pk int8 NOT NULL,
  pk int8 NOT NULL,
  tool int4 NOT NULL,
  outcome int4 NOT NULL,
  model int4,
  at float8,
  ms float8,
  step int4,
  measure int4,
  bytes float8,
  tokens float8,
  path int4,
  file int4,
  more_files float8,
  added float8,
  removed float8,
  exit float8,
  permission int4,
  flags int4 NOT NULL,
  recovery float8,
  masked int4,
  wait float8,
  PRIMARY KEY (week, session_pk, pk)
) PARTITION BY LIST (week);
CREATE INDEX facts_time ON facts (at DESC NULLS LAST, pk DESC);

-- Those that nothing names any more stay. \`digest\`: the first 16 bytes of the SHA-256 of the value.
CREATE TABLE words (
  kind int4 NOT NULL,
  id int4 GENERATED ALWAYS AS IDENTITY,
  digest bytea NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE UNIQUE INDEX words_digest ON words (kind, digest);

-- Of calls that changed several files, as JSON: [number of the path's word, lines added, lines removed].
CREATE TABLE call_files (session_pk int8 NOT NULL, call_pk int8 NOT NULL, files TEXT NOT NULL, PRIMARY KEY (session_pk, call_pk));

-- Pages of one file are in the order of their keys. See rows/message-page.
CREATE TABLE message_pages (
  pk int8 GENERATED ALWAYS AS IDENTITY,
  session_pk int8 NOT NULL,
  source int4 NOT NULL,
  last_offset int8 NOT NULL,
  messages int4 NOT NULL,
  thread TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (session_pk, pk)
);
CREATE INDEX message_pages_place ON message_pages (session_pk, source, last_offset, pk);

CREATE TABLE session_hooks (
  session_pk int8 NOT NULL,
  source int4 NOT NULL,
  "offset" int8 NOT NULL,
  num int4 NOT NULL,
  said TEXT NOT NULL,
  PRIMARY KEY (session_pk, source, "offset", num)
);

-- Of settled sessions. Hooks of copied calls are not counted again.
CREATE TABLE hook_sums (
  session_pk int8 NOT NULL,
  hook int4 NOT NULL,
  runs int8 NOT NULL,
  blocked int8 NOT NULL,
  failed int8 NOT NULL,
  cancelled int8 NOT NULL,
  timed int8 NOT NULL,
  total_ms float8 NOT NULL,
  max_ms float8,
  first_at float8,
  last_at float8,
  PRIMARY KEY (session_pk, hook)
);

CREATE TABLE requests (
  session_pk int8 NOT NULL,
  num int8 NOT NULL,
  thread TEXT NOT NULL,
  model TEXT NOT NULL,
  at float8,
  input float8 NOT NULL,
  output float8 NOT NULL,
  cache_read float8 NOT NULL,
  cache_write float8 NOT NULL,
  reasoning float8 NOT NULL,
  cache_write_long float8 NOT NULL,
  cost_usd float8,
  context_window float8,
  source int4 NOT NULL,
  line int8 NOT NULL,
  "offset" int8 NOT NULL,
  length int8 NOT NULL,
  PRIMARY KEY (session_pk, num)
);

CREATE TABLE insights (
  session_pk int8 PRIMARY KEY,
  -- By which rules and prices; null: the session has changed since.
  stamp TEXT,
  ending TEXT NOT NULL,
  rule TEXT NOT NULL,
  wall_ms float8 NOT NULL,
  active_ms float8 NOT NULL,
  cost_usd float8,
  cost_basis TEXT NOT NULL,
  open_failures int8 NOT NULL,
  hidden_failures int8 NOT NULL,
  body TEXT NOT NULL
);

CREATE TABLE leaf_titles (session_pk int8 NOT NULL, leaf float8 NOT NULL, title TEXT NOT NULL);
CREATE INDEX leaf_titles_session ON leaf_titles (session_pk, leaf);
CREATE TABLE record_places (session_pk int8 NOT NULL, num int4 NOT NULL, body bytea NOT NULL, PRIMARY KEY (session_pk, num));
CREATE TABLE stale_titles (pk int4 PRIMARY KEY);
${STALE_COPIES}

CREATE TABLE texts (
  source_pk int8 PRIMARY KEY,
  covered int8 NOT NULL,
  sealed_offset int8 NOT NULL,
  sealed_line int8 NOT NULL,
  chunks int4 NOT NULL
);
CREATE TABLE text_chunks (
  source_pk int8 NOT NULL,
  num int4 NOT NULL,
  -- In the order in which chunks were stored.
  place int8 GENERATED ALWAYS AS IDENTITY,
  body bytea NOT NULL,
  PRIMARY KEY (source_pk, num)
);
CREATE INDEX text_chunks_place ON text_chunks (place);

-- What changed. Numbers are given before a transaction ends: read only those of transactions before the oldest that still runs
-- (xid < pg_snapshot_xmin(pg_current_snapshot())), or some would be passed over.
CREATE TABLE changes (
  seq int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  call_id TEXT
);

-- The right to do something that only one process at a time does, until then.
CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, said TEXT NOT NULL, until timestamptz NOT NULL);
`;

/** Every column of text is compared by its bytes, whatever the database's own order is. */
export function byBytes(sql: string): string {
  return sql.replaceAll(/ TEXT\b/g, ' text COLLATE "C"');
}

export const POSTGRES_SCHEMA = byBytes(TABLES);

const WEEK_MS = 7 * 24 * 3600 * 1000;
/** Monday, 3 January 2022: no agent that is read here is older. */
const FIRST = Date.UTC(2022, 0, 3);

/** The week in which a session began, counted from the first; 0 where that is not known, or cannot be. */
export function weekOf(startedAt: number | null, now = Date.now()): number {
  if (startedAt === null || !(startedAt >= FIRST) || startedAt > now + WEEK_MS) return 0;
  return 1 + Math.floor((startedAt - FIRST) / WEEK_MS);
}

/** Weeks from this one back have partitions of their own. */
const OWN_WEEKS = 8;
const SHARING_WEEKS = 4;

/**
 * The weeks that get a partition together where this one has none yet. Of old weeks there is little, and a statement that does not name a
 * week pays for every partition: four of them share one, which goes when nothing of the four stays.
 */
export function weeksTogether(week: number, now = Date.now()): number[] {
  const first = week - ((week - 1) % SHARING_WEEKS);
  if (week === 0 || first + SHARING_WEEKS > weekOf(now, now) - OWN_WEEKS) return [week];
  return Array.from({ length: SHARING_WEEKS }, (_, i) => first + i);
}

/** What the names of partitions of these weeks end with. */
export function partitionName(weeks: readonly number[]): string {
  return [...new Set([weeks[0], weeks.at(-1)])].join('_');
}

/** A partition is made beside its table and attached: others may go on reading and writing meanwhile. */
export function partitionOf(table: (typeof WEEKLY)[number], weeks: readonly number[]): string {
  const name = `${table}_${partitionName(weeks)}`;
  return `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL);
    ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES IN (${weeks.join(', ')});`;
}
