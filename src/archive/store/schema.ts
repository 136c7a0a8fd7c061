// The tables of the archive. It holds what may exist nowhere else any more: migrations keep everything.

import type { Migration } from '../../sqlite/migrate.ts';

const TABLES = `
CREATE TABLE files (
  pk INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  thread TEXT NOT NULL,
  started_at REAL,
  lineage TEXT,
  path TEXT NOT NULL,
  -- The file as it was when it was last copied.
  device TEXT NOT NULL,
  inode TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  -- How far it was copied; hashes of its first bytes and of the last before that place.
  bytes INTEGER NOT NULL,
  head TEXT NOT NULL,
  tail TEXT NOT NULL,
  -- When another file was found under its path.
  replaced_at REAL,
  -- When copies were thrown away on request. They are not made again.
  purged_at REAL
);
CREATE UNIQUE INDEX files_path ON files (path) WHERE replaced_at IS NULL;
CREATE INDEX files_session ON files (agent, session);

CREATE TABLE blocks (
  pk INTEGER PRIMARY KEY,
  file_pk INTEGER NOT NULL REFERENCES files (pk) ON DELETE CASCADE,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  packed_length INTEGER NOT NULL,
  packing TEXT NOT NULL,
  -- CRC-32 of the bytes before they were packed, and the line ends among them.
  checksum INTEGER NOT NULL,
  newlines INTEGER NOT NULL,
  body BLOB NOT NULL
);
-- Answers where bytes are, and how many, without touching the bodies.
CREATE UNIQUE INDEX blocks_place ON blocks (file_pk, offset, length, packed_length);
`;

export const ARCHIVE_MIGRATIONS: readonly Migration[] = [{ version: 1, sql: TABLES }];
