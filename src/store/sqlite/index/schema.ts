// The tables of the index. Everything in them is derived from the logs: the file may be deleted at any time.

import type { Migration } from '../../../sqlite/migrate.ts';
import { fillColumns } from './column-chunks.ts';
import { HOOK_SUMS } from './hook-sums.ts';
import { INSIGHT_TABLES } from './insight-table.ts';
import { LEAF_TITLE_TABLES } from './leaf-title-table.ts';
import { fillLedgerSums, LEDGER_SUMS } from './ledger-sums.ts';
import { MESSAGE_TABLES } from './message-table.ts';
import { migrateRows, OLD_ROWS } from './migrate-rows.ts';
import { REQUEST_TABLES } from './request-table.ts';
import { HOOK_TABLES } from './stored-hook.ts';
import { TEXT_TABLES } from './text-table.ts';

// Times and numbers out of logs are REAL: whole ones take no more room that way, and none is too large to be read again.
const TABLES = `
CREATE TABLE sessions (
  pk INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  id TEXT NOT NULL,
  -- Sessions of one lineage may share history; rank orders those of one family, originals first.
  lineage TEXT,
  rank INTEGER NOT NULL DEFAULT 0,
  -- When it first made a call that stands in no other session.
  own_at REAL,
  project TEXT,
  title TEXT,
  branch TEXT,
  version TEXT,
  model TEXT,
  started_at REAL,
  last_at REAL,
  live INTEGER NOT NULL,
  -- Copies of other sessions' calls are not counted.
  calls INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  running INTEGER NOT NULL DEFAULT 0,
  tokens_input REAL NOT NULL DEFAULT 0,
  tokens_output REAL NOT NULL DEFAULT 0,
  tokens_cache_read REAL NOT NULL DEFAULT 0,
  tokens_cache_write REAL NOT NULL DEFAULT 0,
  detail TEXT NOT NULL,
  UNIQUE (agent, id)
);
CREATE INDEX sessions_time ON sessions (last_at);
CREATE INDEX sessions_lineage ON sessions (lineage) WHERE lineage IS NOT NULL;
CREATE INDEX sessions_live ON sessions (last_at) WHERE live = 1;

-- What is needed to read on where reading stopped. Apart from the sessions, so that lists do not walk through it.
CREATE TABLE states (
  session_pk INTEGER PRIMARY KEY REFERENCES sessions (pk) ON DELETE CASCADE,
  format INTEGER NOT NULL,
  body BLOB NOT NULL
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
  gone_at REAL
);
CREATE UNIQUE INDEX sources_session ON sources (session_pk, num);

CREATE TABLE calls (
  pk INTEGER PRIMARY KEY,
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  call_id TEXT NOT NULL,
  occurrence INTEGER NOT NULL,
  copy_of INTEGER,
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
  detail TEXT NOT NULL
);
CREATE UNIQUE INDEX calls_id ON calls (call_id, session_pk, occurrence);
CREATE INDEX calls_place ON calls (session_pk, source, offset);
CREATE INDEX calls_time ON calls (requested_at);
CREATE INDEX calls_copies ON calls (copy_of) WHERE copy_of IS NOT NULL;
CREATE INDEX calls_open ON calls (session_pk, call_id) WHERE status IN ('running', 'lost');

CREATE TABLE messages (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  source INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  pointer TEXT NOT NULL,
  line INTEGER NOT NULL,
  length INTEGER NOT NULL,
  what TEXT NOT NULL,
  thread TEXT NOT NULL,
  at REAL,
  preview TEXT NOT NULL,
  size INTEGER NOT NULL,
  model TEXT,
  call_id TEXT,
  PRIMARY KEY (session_pk, source, offset, pointer)
) WITHOUT ROWID;

-- Hooks of calls have their call's id; for hooks of a session or turn it is empty.
CREATE TABLE hooks (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  source INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  -- Several hooks can stand in one line.
  num INTEGER NOT NULL,
  line INTEGER NOT NULL,
  length INTEGER NOT NULL,
  event TEXT NOT NULL,
  name TEXT NOT NULL,
  command TEXT,
  outcome TEXT NOT NULL,
  exit_code REAL,
  duration_ms REAL,
  decision TEXT,
  message TEXT,
  at REAL,
  PRIMARY KEY (session_pk, source, offset, call_id, num)
) WITHOUT ROWID;
CREATE INDEX hooks_call ON hooks (session_pk, call_id) WHERE call_id <> '';

-- What changed, in order: a call, or with no call id a session as a whole. Old entries are dropped.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  call_id TEXT
);

-- Lineages whose copies have yet to be told from their originals.
CREATE TABLE stale_lineages (
  agent TEXT NOT NULL,
  lineage TEXT NOT NULL,
  PRIMARY KEY (agent, lineage)
) WITHOUT ROWID;
`;

/** Calls in brief took the place of sums that were kept call by call, and of wide indexes over calls. */
const BRIEFS = `

DROP TRIGGER IF EXISTS calls_added;
DROP TRIGGER IF EXISTS calls_changed;
DROP TRIGGER IF EXISTS calls_removed;
DROP TRIGGER IF EXISTS sessions_removed;
DROP TABLE IF EXISTS tool_sums;
DROP TABLE IF EXISTS span_sums;
DROP TABLE IF EXISTS time_sums;
DROP INDEX IF EXISTS calls_sums;
DROP INDEX IF EXISTS calls_failed;
DROP INDEX IF EXISTS calls_decided;
DROP INDEX IF EXISTS calls_odd;
DROP INDEX IF EXISTS calls_background;

-- Columns of numbers about 256 calls each, by the keys of their rows.
CREATE TABLE briefs (
  chunk INTEGER PRIMARY KEY,
  body BLOB NOT NULL
);

-- InternedStrings that briefs name by number. Those that nothing names any more stay.
CREATE TABLE words (
  kind INTEGER NOT NULL,
  id INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX words_hash ON words (kind, hash);

-- Whether briefs tell what became of the session's failures: not while it is written to.
ALTER TABLE sessions ADD COLUMN is_settled INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sessions_unsettled ON sessions (pk) WHERE is_settled = 0;

-- Of calls that changed several files: each by the number of its word, and how much of it changed.
CREATE TABLE call_files (
  call_pk INTEGER PRIMARY KEY REFERENCES calls (pk) ON DELETE CASCADE,
  files TEXT NOT NULL
);
`;

const NARROW_INDEXES = `
-- The few that have problems to tell of.
CREATE INDEX sessions_odd ON sessions (pk) WHERE instr(detail, '"problems":[]') = 0;
-- How much there is, without walking through it.
CREATE INDEX sessions_calls ON sessions (calls);
CREATE INDEX sources_logs ON sources (size, gone_at) WHERE ledger IS NOT NULL;
`;

/** A long session's state takes tens of megabytes: no one has to have all of it at once. Older states are of no use any more. */
const STATE_PIECES = `
DROP TABLE states;
CREATE TABLE states (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  num INTEGER NOT NULL,
  format INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (session_pk, num)
);
`;

/** By what rules the session's logs were read: by others the same lines may come to other calls. */
const SESSION_RULES = 'ALTER TABLE sessions ADD COLUMN rules TEXT';

/** Failures that successes hide: how many a session has. Briefs have a column more, so they are made again. */
const MASKED = `
ALTER TABLE sessions ADD COLUMN masked INTEGER NOT NULL DEFAULT 0;
DELETE FROM briefs;
`;
/** Copies are told by what they are, across all sessions. */
const IDENTITIES = `
ALTER TABLE calls ADD COLUMN identity REAL;
-- Sessions that were compared with each other, by the smallest key among them.
ALTER TABLE sessions ADD COLUMN family INTEGER;
CREATE INDEX sessions_family ON sessions (family) WHERE family IS NOT NULL;
DROP TABLE stale_lineages;
-- Sessions whose copies have yet to be told from their originals; 0: all that share a call with another.
CREATE TABLE stale_copies (session_pk INTEGER PRIMARY KEY);
-- The session whose lines it may have copied, and whether that was not there when it was read.
ALTER TABLE sessions ADD COLUMN origin TEXT;
ALTER TABLE sessions ADD COLUMN is_orphan INTEGER NOT NULL DEFAULT 0;
${LEAF_TITLE_TABLES}`;

/** A rank is text that sorts, so that a session gets its own without all others getting theirs again. */
const TEXT_RANKS = `
ALTER TABLE sessions DROP COLUMN rank;
ALTER TABLE sessions ADD COLUMN rank TEXT NOT NULL DEFAULT '';
INSERT OR IGNORE INTO stale_copies SELECT pk FROM sessions WHERE family IS NOT NULL;
`;

/** Sessions that wait for something their own database knows of: no silence ends them. */
const WAITING = `
ALTER TABLE sessions ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
-- How large a log is. The size of one in a database is a number of rows, by which it is known again.
ALTER TABLE sources ADD COLUMN bytes INTEGER AS (iif(substr(path, -4) = '.zst', size, max(size, offset))) VIRTUAL;
DROP INDEX sources_logs;
CREATE INDEX sources_logs ON sources (bytes, gone_at) WHERE ledger IS NOT NULL;
`;

export const INDEX_MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: TABLES },
  // Sums that the fourth step takes away: who begins now never has them.
  { version: 2, sql: '' },
  { version: 3, sql: TEXT_TABLES },
  { version: 4, sql: BRIEFS },
  { version: 5, sql: HOOK_SUMS + NARROW_INDEXES },
  { version: 6, sql: LEDGER_SUMS, fill: fillLedgerSums },
  // Messages in pages, hooks beside their calls; then briefs and sums of all that was there before.
  { version: 7, sql: OLD_ROWS + HOOK_TABLES + MESSAGE_TABLES, fill: migrateRows },
  { version: 8, sql: STATE_PIECES },
  { version: 9, sql: SESSION_RULES },
  { version: 10, sql: MASKED, fill: fillColumns },
  { version: 11, sql: IDENTITIES },
  { version: 12, sql: REQUEST_TABLES + INSIGHT_TABLES },
  { version: 13, sql: TEXT_RANKS },
  { version: 14, sql: WAITING },
];
