// The tables of the index. Everything in them is derived from the logs: the file may be deleted at any time, and one of another
// schema is.

import { HOOK_SUMS } from './hook-sums.ts';
import { HOOK_TABLES } from './hook-tables.ts';
import { INSIGHT_TABLES } from './insight-table.ts';
import { instantText } from './instant-text.ts';
import { LEAF_TITLE_TABLES } from './leaf-title-table.ts';
import { LEDGER_SUMS } from './ledger-sums.ts';
import { MESSAGE_TABLES } from './message-table.ts';
import { REQUEST_TABLES } from './request-table.ts';
import { TEXT_TABLES } from './text-table.ts';

/** Counted up with every change of a table: an index of an older schema is built again. */
export const INDEX_SCHEMA_VERSION = 19;

// Times and numbers from logs are REAL: whole ones take no more room that way, and none is too large to be read back.
const TABLES = `
CREATE TABLE sessions (
  pk INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Sessions of one lineage may share history.
  lineage TEXT,
  -- Sessions that were compared with each other, by the smallest key among them; rank orders them, originals first.
  family INTEGER,
  rank TEXT NOT NULL DEFAULT '',
  -- The session whose lines it may have copied, and whether that was not there when it was read.
  origin TEXT,
  is_orphan INTEGER NOT NULL DEFAULT 0,
  -- When it first made a call that stands in no other session.
  own_at REAL,
  project TEXT,
  title TEXT,
  -- The title of its own log, where another log has a better one.
  own_title TEXT,
  branch TEXT,
  version TEXT,
  model TEXT,
  started_at REAL,
  last_at REAL,
  live INTEGER NOT NULL,
  -- It waits for something that its own database knows of: no silence ends it.
  waits INTEGER NOT NULL DEFAULT 0,
  -- Copies of other sessions' calls are not counted.
  calls INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  -- Failures that successes hide.
  masked INTEGER NOT NULL DEFAULT 0,
  running INTEGER NOT NULL DEFAULT 0,
  tokens_input REAL NOT NULL DEFAULT 0,
  tokens_output REAL NOT NULL DEFAULT 0,
  tokens_cache_read REAL NOT NULL DEFAULT 0,
  tokens_cache_write REAL NOT NULL DEFAULT 0,
  -- Whether columns tell what became of its failures: not while it is written to.
  is_settled INTEGER NOT NULL DEFAULT 0,
  -- By what rules its logs were read: by others the same lines may come to other calls. Empty: only its outline is known.
  rules TEXT,
  detail TEXT NOT NULL,
  UNIQUE (agent, id)
);
CREATE INDEX sessions_time ON sessions (last_at);
CREATE INDEX sessions_lineage ON sessions (lineage) WHERE lineage IS NOT NULL;
CREATE INDEX sessions_family ON sessions (family) WHERE family IS NOT NULL;
CREATE INDEX sessions_live ON sessions (last_at) WHERE live = 1;
CREATE INDEX sessions_unsettled ON sessions (pk) WHERE is_settled = 0;
-- The few that have problems to tell of.
CREATE INDEX sessions_odd ON sessions (pk) WHERE instr(detail, '"problems":[]') = 0;
-- How much there is, without walking through it.
CREATE INDEX sessions_calls ON sessions (calls);

-- What is needed to read on where reading stopped, in pieces: that of a long session takes tens of megabytes. Apart from the
-- sessions, so that lists do not walk through it.
CREATE TABLE states (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  num INTEGER NOT NULL,
  format INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (session_pk, num)
);

CREATE TABLE sources (
  pk INTEGER PRIMARY KEY,
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  num INTEGER NOT NULL,
  path TEXT NOT NULL UNIQUE,
  thread TEXT NOT NULL,
  started_at REAL,
  device TEXT NOT NULL,
  inode TEXT NOT NULL,
  -- Size and time of the file when it was read; offset and line are where reading goes on.
  size INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  offset INTEGER NOT NULL,
  line INTEGER NOT NULL,
  head TEXT NOT NULL,
  tail TEXT NOT NULL,
  ledger TEXT,
  gone_at REAL,
  -- How large a log is. The size of one in a database is a number of rows, by which it is known again.
  bytes INTEGER AS (iif(substr(path, -4) = '.zst', size, max(size, offset))) VIRTUAL
);
CREATE UNIQUE INDEX sources_session ON sources (session_pk, num);
CREATE INDEX sources_logs ON sources (bytes, gone_at) WHERE ledger IS NOT NULL;

CREATE TABLE calls (
  pk INTEGER PRIMARY KEY,
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  occurrence INTEGER NOT NULL,
  copy_of INTEGER,
  -- By which copies are told from originals, across all sessions.
  identity REAL,
  thread TEXT NOT NULL,
  turn INTEGER NOT NULL,
  source INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  pointer TEXT NOT NULL,
  tool TEXT NOT NULL,
  tool_id TEXT NOT NULL,
  status TEXT NOT NULL,
  code TEXT,
  blame TEXT,
  requested_at REAL,
  ended_at REAL,
  ms REAL,
  basis TEXT,
  bound TEXT,
  model TEXT,
  summary TEXT NOT NULL,
  path TEXT,
  exit_code REAL,
  lines_added REAL,
  lines_removed REAL,
  bytes REAL,
  tokens REAL,
  flags TEXT,
  detail TEXT NOT NULL,
  -- Hooks that ran for it, as a JSON array.
  hooks TEXT
);
CREATE UNIQUE INDEX calls_id ON calls (call_id, session_pk, occurrence);
CREATE INDEX calls_place ON calls (session_pk, source, offset, copy_of);
CREATE INDEX calls_time ON calls (requested_at);
CREATE INDEX calls_copies ON calls (copy_of) WHERE copy_of IS NOT NULL;
CREATE INDEX calls_open ON calls (session_pk, call_id) WHERE status IN ('running', 'lost');
CREATE INDEX calls_hooks ON calls (session_pk) WHERE hooks IS NOT NULL;
-- For questions in SQL, which know times as text: the newest, the slowest, the failed, one session by its id.
CREATE INDEX calls_said ON calls (${instantText('requested_at')}, session_pk, copy_of, requested_at);
CREATE INDEX calls_ms ON calls (ms);
-- How often each tool was called and failed, and what it was used on: answered without reading the calls themselves.
CREATE INDEX calls_tool ON calls (tool, status, blame, code, ms, copy_of);
CREATE INDEX calls_tool_id ON calls (tool_id, status, blame, code, ms, copy_of);
CREATE INDEX calls_path ON calls (session_pk, path, tool_id, status, blame, lines_added, lines_removed, requested_at,
  copy_of) WHERE path IS NOT NULL;
CREATE INDEX calls_failed ON calls (session_pk) WHERE status = 'error';
CREATE INDEX sessions_id ON sessions (id);
-- Agents ask about the project they work in.
CREATE INDEX sessions_project ON sessions (project);

-- Column chunks: columns of numbers about 256 calls each, by the keys of their rows.
CREATE TABLE briefs (
  chunk INTEGER PRIMARY KEY,
  body BLOB NOT NULL
);

-- Interned strings, which column chunks name by number. Those that nothing names any more stay.
CREATE TABLE words (
  kind INTEGER NOT NULL,
  id INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX words_hash ON words (kind, hash);

-- Of calls that changed several files: each by the number of its string, and how much of it changed.
CREATE TABLE call_files (
  call_pk INTEGER PRIMARY KEY REFERENCES calls (pk) ON DELETE CASCADE,
  files TEXT NOT NULL
);

-- What changed, in order: a call, or with no call id a session as a whole. Old entries are dropped.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  call_id TEXT
);

-- Sessions whose copies have yet to be told from their originals; 0: all that share a call with another.
CREATE TABLE stale_copies (session_pk INTEGER PRIMARY KEY);
`;

export const INDEX_SCHEMA = [
  TABLES,
  TEXT_TABLES,
  HOOK_SUMS,
  LEDGER_SUMS,
  HOOK_TABLES,
  MESSAGE_TABLES,
  LEAF_TITLE_TABLES,
  REQUEST_TABLES,
  INSIGHT_TABLES,
].join('\n');
