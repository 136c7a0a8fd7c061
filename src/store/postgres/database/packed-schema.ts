// Schema 4: sums that name calls and sessions, packed week by week, and sums of ledgers (see sums-schema for how weeks become stale);
// text filters in slices.

/** Also kept by `at_week`, and summed up with the others. */
export const PACKED_TABLES = ['failure_sums', 'session_sums', 'permission_sums'] as const;

const TABLES = `
-- Calls that failed, or hid a failure: see queries/failure-classes.
CREATE TABLE failure_sums (at_week int4 NOT NULL, tool int4 NOT NULL, model int4, outcome int4 NOT NULL, masked int4, calls bytea NOT NULL);
ALTER TABLE failure_sums ALTER COLUMN calls SET STORAGE EXTERNAL;
CREATE INDEX failure_sums_week ON failure_sums (at_week);

-- Sessions that made such calls, each as a number of eight bytes.
CREATE TABLE session_sums (at_week int4 NOT NULL, tool int4 NOT NULL, model int4, outcome int4 NOT NULL, masked int4, sessions bytea NOT NULL);
ALTER TABLE session_sums ALTER COLUMN sessions SET STORAGE EXTERNAL;
CREATE INDEX session_sums_week ON session_sums (at_week);

CREATE TABLE permission_sums (
  at_week int4 NOT NULL,
  tool int4 NOT NULL,
  permission int4 NOT NULL,
  calls int8 NOT NULL,
  first_at float8,
  last_at float8,
  waits int8 NOT NULL,
  wait_ms float8 NOT NULL,
  first_pk int8 NOT NULL
);
CREATE INDEX permission_sums_week ON permission_sums (at_week);

-- An example of a tool is its first call.
ALTER TABLE day_sums ADD COLUMN first_pk int8;

-- What the ledgers of sessions that began in a week come to, as JSON: see queries/ledger-totals.
CREATE TABLE ledger_sums (week int4 PRIMARY KEY, ledgers TEXT NOT NULL);
CREATE TABLE stale_ledgers (week int4 NOT NULL);
CREATE INDEX stale_ledgers_week ON stale_ledgers (week);
CREATE INDEX sources_largest ON sources (bytes DESC, gone_at DESC NULLS LAST, pk DESC) WHERE ledger IS NOT NULL;

CREATE FUNCTION note_changed_ledgers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stale_ledgers SELECT DISTINCT s.week FROM gone g JOIN sessions s ON s.pk = g.session_pk;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO stale_ledgers SELECT DISTINCT s.week FROM come c JOIN sessions s ON s.pk = c.session_pk;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER sources_come AFTER INSERT ON sources REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_ledgers();
CREATE TRIGGER sources_go AFTER DELETE ON sources REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_ledgers();
CREATE TRIGGER sources_change AFTER UPDATE ON sources REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_ledgers();

-- Filters of many blocks, one bit of each in a row: see search/text/slices. Chunks whose filters lie there are left without them.
CREATE SEQUENCE text_groups AS int4;
CREATE TABLE text_slices (slices int4 NOT NULL, "row" int4 NOT NULL, bits bytea NOT NULL, PRIMARY KEY (slices, "row"));
ALTER TABLE text_chunks ADD COLUMN slices int4, ADD COLUMN "column" int4, ADD COLUMN columns int4, ADD COLUMN blocks int4;
CREATE INDEX text_chunks_full ON text_chunks (place) WHERE slices IS NULL;
CREATE INDEX text_chunks_cut ON text_chunks (slices) WHERE slices IS NOT NULL;

-- What is there already has no such sums yet.
INSERT INTO stale_ledgers SELECT DISTINCT week FROM sessions;
INSERT INTO stale_weeks SELECT DISTINCT at_week FROM day_sums EXCEPT SELECT at_week FROM stale_weeks;
`;

/** From schema 3 to 4; a new database takes the same step. */
export const PACKED_SCHEMA = TABLES;
