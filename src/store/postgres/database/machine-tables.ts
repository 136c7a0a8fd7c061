// The tables of a store that several machines fill: the machines, what they leave to each other, and the logs themselves.

export const MACHINES = `
-- Those that fill the store. 0 stands for the one that filled it before machines were told apart, and may have been any.
CREATE TABLE machines (num int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE);

-- Files of sessions that are read on another machine, which has as much of them: they are not read as long as they stay as they are.
CREATE TABLE other_copies (
  machine int4 NOT NULL,
  session_pk int8 NOT NULL,
  num int4 NOT NULL,
  path TEXT NOT NULL,
  thread TEXT NOT NULL,
  started_at float8,
  size int8 NOT NULL,
  modified_at float8 NOT NULL,
  is_side int4 NOT NULL,
  -- By which rules that machine would have read them.
  rules int8
);
CREATE UNIQUE INDEX other_copies_path ON other_copies (machine, md5(path));
CREATE INDEX other_copies_session ON other_copies (session_pk);
`;
export const LOGS = `
-- The logs themselves, as far as they are kept here. See archive/shared-blocks.
CREATE TABLE logs (
  pk int8 GENERATED ALWAYS AS IDENTITY,
  session_pk int8 NOT NULL,
  machine int4 NOT NULL,
  path TEXT NOT NULL,
  bytes int8 NOT NULL,
  head TEXT NOT NULL,
  tail TEXT NOT NULL,
  size int8 NOT NULL,
  modified_at float8 NOT NULL,
  PRIMARY KEY (session_pk, pk)
);
CREATE UNIQUE INDEX logs_path ON logs (machine, md5(path));
CREATE TABLE log_blocks (
  session_pk int8 NOT NULL,
  log_pk int8 NOT NULL,
  "offset" int8 NOT NULL,
  length int4 NOT NULL,
  packing TEXT NOT NULL,
  checksum int8 NOT NULL,
  newlines int4 NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (session_pk, log_pk, "offset")
);
CREATE INDEX log_blocks_log ON log_blocks (log_pk, "offset");
-- They are packed already.
ALTER TABLE log_blocks ALTER COLUMN body SET STORAGE EXTERNAL;
`;
export const SOURCES_PATH = 'CREATE UNIQUE INDEX sources_path ON sources (machine, md5(path));';
/** Marks are numbered: one that is made while a session is settled outlives that. */
export const STALE_COPIES = `CREATE SEQUENCE stale_marks AS int8;
CREATE TABLE stale_copies (session_pk int8 PRIMARY KEY, mark int8 NOT NULL DEFAULT nextval('stale_marks'));`;

/** From one machine to several. Files of before belong to none: the machine that has them reads them again. */
export const TO_MACHINES = `${MACHINES}
${LOGS}
ALTER TABLE sessions ADD COLUMN machine int4 NOT NULL DEFAULT 0;
ALTER TABLE sources ADD COLUMN machine int4 NOT NULL DEFAULT 0;
DROP INDEX sources_path;
${SOURCES_PATH}
CREATE SEQUENCE stale_marks AS int8;
ALTER TABLE stale_copies ADD COLUMN mark int8 NOT NULL DEFAULT nextval('stale_marks');
`;
