// What facts come to, in tables of their own (schema 3): pages over long spans read these few rows instead of millions of facts.
//
// - Sums are kept by the week of a call's time (`at_week`), which is the unit that is summed again; a session's `week` is another matter.
// - A week that changed is stale: triggers note it in the transaction that changes its facts, or the code that adds them does (write/facts, since
//   schema 7). Stale weeks are answered from facts, and summed again by the process that fills the store (week-sums).
// - Marks have no key, so that no writer waits for another. Who sums a week deletes only the marks that its snapshot shows: one that
//   is committed meanwhile stays, and the week stays stale.

/** From here to there times have a week; all others, and calls without a time, are in week 0. */
export const FIRST_WEEK_MS = 4 * 86_400_000;
export const LAST_WEEK_MS = 1e13;

/** Tables with sums; `at_week` is the first column of each. */
export const SUM_TABLES = [
  'day_sums',
  'step_sums',
  'project_sums',
  'project_steps',
  'quarter_sums',
  'outcome_sums',
] as const;

/** Indexes of facts for questions about few of them. */
const INDEXES = `
CREATE INDEX facts_outcome ON facts (outcome);
CREATE INDEX facts_masked ON facts (masked) WHERE masked IS NOT NULL;
CREATE INDEX facts_file ON facts (file) WHERE file IS NOT NULL;
CREATE INDEX facts_more_files ON facts (pk) WHERE more_files IS NOT NULL;
CREATE INDEX facts_unasked ON facts (pk DESC) WHERE (flags & 8) <> 0;
CREATE INDEX facts_problem ON facts (pk) WHERE (flags & 4) <> 0;
CREATE INDEX facts_permission ON facts (permission) WHERE permission IS NOT NULL;
CREATE INDEX sessions_newest ON sessions (coalesce(last_at, 0) DESC, pk DESC);
`;

const TABLES = `
CREATE FUNCTION at_week(at float8) RETURNS int4 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN at >= ${FIRST_WEEK_MS} AND at < ${LAST_WEEK_MS}::float8
    THEN floor((floor(floor(at) / 86400000) + 3) / 7)::int4 ELSE 0 END
$$;

CREATE TABLE stale_weeks (at_week int4 NOT NULL);
CREATE INDEX stale_weeks_week ON stale_weeks (at_week);

-- By the day on which calls were asked for; \`timed\` have a duration.
CREATE TABLE day_sums (
  at_week int4 NOT NULL,
  day float8,
  tool int4 NOT NULL,
  model int4,
  outcome int4 NOT NULL,
  measure int4,
  calls int8 NOT NULL,
  bytes float8 NOT NULL,
  tokens float8 NOT NULL,
  masked int8 NOT NULL,
  timed int8 NOT NULL,
  ms float8 NOT NULL,
  waits int8 NOT NULL,
  wait_ms float8 NOT NULL,
  first_at float8,
  last_at float8
);
CREATE INDEX day_sums_week ON day_sums (at_week);

-- How many calls took how long: steps with their counts, two and four bytes each.
CREATE TABLE step_sums (at_week int4 NOT NULL, tool int4 NOT NULL, model int4, outcome int4 NOT NULL, steps bytea NOT NULL);
CREATE INDEX step_sums_week ON step_sums (at_week);

-- The same by project.
CREATE TABLE project_sums (
  at_week int4 NOT NULL,
  project TEXT,
  outcome int4 NOT NULL,
  measure int4,
  calls int8 NOT NULL,
  bytes float8 NOT NULL,
  tokens float8 NOT NULL,
  masked int8 NOT NULL,
  timed int8 NOT NULL,
  ms float8 NOT NULL,
  waits int8 NOT NULL,
  wait_ms float8 NOT NULL
);
CREATE INDEX project_sums_week ON project_sums (at_week);
CREATE TABLE project_steps (at_week int4 NOT NULL, project TEXT, outcome int4 NOT NULL, steps bytea NOT NULL);
CREATE INDEX project_steps_week ON project_steps (at_week);

-- By the quarter of an hour, from which days of every time zone are made.
CREATE TABLE quarter_sums (at_week int4 NOT NULL, quarter float8, outcome int4 NOT NULL, calls int8 NOT NULL, masked int8 NOT NULL);
CREATE INDEX quarter_sums_week ON quarter_sums (at_week);

-- By what trends are asked for.
CREATE TABLE outcome_sums (
  at_week int4 NOT NULL,
  week float8,
  agent TEXT NOT NULL,
  version TEXT,
  project TEXT,
  model int4,
  outcome int4 NOT NULL,
  masked int4,
  calls int8 NOT NULL,
  examined int8 NOT NULL,
  recovered int8 NOT NULL,
  waits int8 NOT NULL,
  wait_ms float8 NOT NULL,
  first_pk int8 NOT NULL
);
CREATE INDEX outcome_sums_week ON outcome_sums (at_week);

-- What sessions that began in a week cost, as JSON: see queries/cost-sums. Here \`week\` is that of sessions.
CREATE TABLE cost_sums (week int4 PRIMARY KEY, costs TEXT NOT NULL);
CREATE TABLE stale_costs (week int4 NOT NULL);
CREATE INDEX stale_costs_week ON stale_costs (week);

CREATE FUNCTION note_changed_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM gone; END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM come; END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER facts_come AFTER INSERT ON facts REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_facts();
CREATE TRIGGER facts_go AFTER DELETE ON facts REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_facts();
CREATE TRIGGER facts_change AFTER UPDATE ON facts REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_facts();

-- What trends are asked by and stands with the session.
CREATE FUNCTION note_changed_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_weeks SELECT DISTINCT at_week(f.at) FROM facts f WHERE f.week = NEW.week AND f.session_pk = NEW.pk;
  INSERT INTO stale_costs VALUES (NEW.week);
  RETURN NULL;
END
$$;
CREATE TRIGGER sessions_change AFTER UPDATE OF project, version, is_settled ON sessions FOR EACH ROW
  WHEN (OLD.project IS DISTINCT FROM NEW.project OR OLD.version IS DISTINCT FROM NEW.version OR OLD.is_settled <> NEW.is_settled)
  EXECUTE FUNCTION note_changed_session();

CREATE FUNCTION note_changed_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stale_costs SELECT DISTINCT s.week FROM gone g JOIN sessions s ON s.pk = g.session_pk;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO stale_costs SELECT DISTINCT s.week FROM come c JOIN sessions s ON s.pk = c.session_pk;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER insights_come AFTER INSERT ON insights REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_costs();
CREATE TRIGGER insights_go AFTER DELETE ON insights REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_costs();
CREATE TRIGGER insights_change AFTER UPDATE ON insights REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_costs();

-- What is there already has no sums yet.
INSERT INTO stale_costs SELECT DISTINCT week FROM sessions;
INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM facts;
`;

/** From schema 2 to 3; a new database takes the same step. */
export const SUMS_SCHEMA = `${INDEXES}${TABLES}`;
