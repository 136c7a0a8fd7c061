// Schema 6: sums of what was done to files, outcomes by tool as well, and what sessions cost in narrow rows, so that none of these is
// read call by call or out of long texts (see sums-schema for how weeks become stale). Outputs that agents keep beside their logs.

import { jsonOf } from './stored-json.ts';

/** Kept by `at_week`, and summed up with the others. */
export const NARROW_TABLES = ['file_sums'] as const;

function counted(name: string): string {
  return `sum((e.cost ->> '${name}')::float8)`;
}

/** What sessions cost, by day and model, from rows of insights. */
function costsOf(insights: string): string {
  return `INSERT INTO session_costs
    SELECT i.session_pk, row_number() OVER (PARTITION BY i.session_pk ORDER BY min(e.num)), e.cost ->> 'day', e.cost ->> 'model',
      coalesce(string_agg(float8send((e.cost ->> 'usd')::float8), '' ORDER BY e.num), ''), ${counted('requests')},
      ${counted('unpriced')}, ${counted('input')}, ${counted('output')}, ${counted('cacheRead')}, ${counted('cacheWrite')}
    FROM ${insights} i CROSS JOIN LATERAL json_array_elements(${jsonOf('i.body')} -> 'costs') WITH ORDINALITY AS e (cost, num)
    GROUP BY i.session_pk, e.cost ->> 'day', e.cost ->> 'model'`;
}

export const NARROW_SCHEMA = `
-- What calls did to each file; \`sessions\` are those that made them, four bytes each.
CREATE TABLE file_sums (
  at_week int4 NOT NULL,
  file int4 NOT NULL,
  tool int4 NOT NULL,
  outcome int4 NOT NULL,
  calls int8 NOT NULL,
  first_at float8,
  last_at float8,
  added float8,
  removed float8,
  sessions bytea NOT NULL
);
ALTER TABLE file_sums ALTER COLUMN sessions SET STORAGE EXTERNAL;
CREATE INDEX file_sums_week ON file_sums (at_week);

-- Calls that changed several files, by their tools: those of other tools are many.
DROP INDEX facts_more_files;
CREATE INDEX facts_several ON facts (tool) WHERE more_files IS NOT NULL;

ALTER TABLE outcome_sums ADD COLUMN tool int4;

-- What is counted of all sessions, without their long rows.
CREATE INDEX sessions_brief ON sessions (agent, version) INCLUDE (pk, last_at, calls);

-- What insights say of costs, by day and model. \`usd\`: each amount that is known, eight bytes: sums of them lose less added up at once.
CREATE TABLE session_costs (
  session_pk int8 NOT NULL,
  num int4 NOT NULL,
  day TEXT,
  model TEXT NOT NULL,
  usd bytea NOT NULL,
  requests float8 NOT NULL,
  unpriced float8 NOT NULL,
  input float8 NOT NULL,
  output float8 NOT NULL,
  cache_read float8 NOT NULL,
  cache_write float8 NOT NULL,
  PRIMARY KEY (session_pk, num)
);
CREATE OR REPLACE FUNCTION note_changed_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT 1 FROM gone g JOIN come c ON c.session_pk = g.session_pk WHERE c.body <> g.body) THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stale_costs SELECT DISTINCT s.week FROM gone g JOIN sessions s ON s.pk = g.session_pk;
    DELETE FROM session_costs c USING gone g WHERE c.session_pk = g.session_pk;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO stale_costs SELECT DISTINCT s.week FROM come c JOIN sessions s ON s.pk = c.session_pk;
    ${costsOf('come')};
  END IF;
  RETURN NULL;
END
$$;

-- A file that an agent wrote beside its log, and not a log: see archive/shared-blocks.
ALTER TABLE logs ADD COLUMN is_output int4 NOT NULL DEFAULT 0;

-- What is there already.
${costsOf('insights')};
INSERT INTO stale_weeks SELECT DISTINCT at_week FROM day_sums EXCEPT SELECT at_week FROM stale_weeks;
`;
