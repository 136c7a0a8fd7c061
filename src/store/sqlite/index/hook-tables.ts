// Hooks of sessions and their turns, and views in which every run of a hook is a row.

import { kindNumber } from '../../rows/interned.ts';

function said(hook: string): string {
  return `w.value ->> 0 AS event, w.value ->> 1 AS name, w.value ->> 2 AS command, ${hook} ->> 1 AS outcome,
    ${hook} ->> 2 AS exit_code, ${hook} ->> 3 AS duration_ms, ${hook} ->> 4 AS decision, ${hook} ->> 5 AS message,
    ${hook} ->> 6 AS at, ${hook} ->> 7 AS source, ${hook} ->> 8 AS line, ${hook} ->> 9 AS offset, ${hook} ->> 10 AS length`;
}

/** CROSS: runs first, each with its word; the planner would start with the words and scan all runs for each. */
function hookOf(hook: string): string {
  return `CROSS JOIN words w ON w.kind = ${kindNumber('hook')} AND w.id = ${hook} ->> 0`;
}

export const HOOK_TABLES = `
-- Hooks of a session and its turns; several can stand in one line.
CREATE TABLE session_hooks (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  source INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  num INTEGER NOT NULL,
  said TEXT NOT NULL,
  PRIMARY KEY (session_pk, source, offset, num)
) WITHOUT ROWID;

-- One row for each run. Those of copied calls are left out; of an id that stands for several calls the first has them.
CREATE VIEW call_hooks AS SELECT c.session_pk, c.pk AS call_pk, c.call_id, ${said('e.value')}
  FROM calls c JOIN json_each(c.hooks) e ${hookOf('e.value')}
  WHERE c.hooks IS NOT NULL AND c.occurrence = 1 AND c.copy_of IS NULL;
CREATE VIEW turn_hooks AS SELECT h.session_pk, NULL AS call_pk, '' AS call_id, ${said('h.said')}
  FROM session_hooks h ${hookOf('h.said')};
CREATE VIEW hooks AS SELECT * FROM call_hooks UNION ALL SELECT * FROM turn_hooks;
`;

/** All matching rows `h`, of both views: a condition on the union would be applied only after its rows are made. */
export function hooksThat(condition: string): string {
  return `(SELECT * FROM call_hooks h WHERE ${condition} UNION ALL SELECT * FROM turn_hooks h WHERE ${condition}) h`;
}
