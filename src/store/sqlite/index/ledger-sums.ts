// Sums of the ledgers of all files, kept by database triggers as files are read: files are few compared with calls.

/** Numbers of a ledger's parts, as stored; the last holds the names of files that do not add up. */
export const LEDGER_PARTS = {
  lines: 0,
  observed: 1,
  ignored: 2,
  problems: 3,
  unknown: 4,
  findings: 5,
  wrong: 6,
} as const;

/** The parts of one ledger, with a name if a part has several. */
function partsOf(ledger: string, path: string): string {
  const sum = (part: number): string =>
    `coalesce((SELECT sum(e.value ->> 1) FROM json_each(${ledger}, '$[${part}]') e), 0)`;
  return `SELECT 0 AS part, '' AS name, ${ledger} ->> 0 AS lines
    UNION ALL SELECT 1, '', ${ledger} ->> 1
    UNION ALL SELECT t.key, e.value ->> 0, e.value ->> 1 FROM json_each(${ledger}) t, json_each(t.value) e WHERE t.key >= 2
    UNION ALL SELECT 6, ${path}, 1
      WHERE (${ledger} ->> 0) <> (${ledger} ->> 1) + ${sum(LEDGER_PARTS.ignored)} + ${sum(LEDGER_PARTS.problems)}`;
}

function addUp(row: 'new' | 'old', by: 1 | -1): string {
  return `INSERT INTO ledger_sums (agent, part, name, lines, files)
    SELECT (SELECT agent FROM sessions WHERE pk = ${row}.session_pk), part, name, ${by} * sum(lines), ${by}
    FROM (${partsOf(`${row}.ledger`, `${row}.path`)}) WHERE ${row}.ledger IS NOT NULL GROUP BY part, name
    ON CONFLICT DO UPDATE SET lines = lines + excluded.lines, files = files + excluded.files;`;
}

export const LEDGER_SUMS = `
CREATE TABLE ledger_sums (
  agent TEXT NOT NULL,
  part INTEGER NOT NULL,
  -- Empty for parts that are one number.
  name TEXT NOT NULL,
  lines INTEGER NOT NULL,
  -- How many files have it.
  files INTEGER NOT NULL,
  PRIMARY KEY (agent, part, name)
) WITHOUT ROWID;

CREATE TRIGGER sources_added AFTER INSERT ON sources BEGIN
${addUp('new', 1)}
END;
CREATE TRIGGER sources_changed AFTER UPDATE OF session_pk, path, ledger ON sources
WHEN (old.session_pk, old.path, old.ledger) IS NOT (new.session_pk, new.path, new.ledger) BEGIN
${addUp('old', -1)}
${addUp('new', 1)}
END;
CREATE TRIGGER sources_removed AFTER DELETE ON sources BEGIN
${addUp('old', -1)}
END;
-- Whose lines they were has to be known while they are taken away.
CREATE TRIGGER sessions_removed BEFORE DELETE ON sessions BEGIN DELETE FROM sources WHERE session_pk = old.pk; END;

`;
