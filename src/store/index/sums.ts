// Owns what calls add up to, kept by the database itself as calls come and go: a question about a million calls reads a
// few thousand sums. And small indexes of the calls that are few and often asked for.

/** Three digits of a duration are as many as are shown: all that lie between two of them count as one. */
const THREE_DIGITS = (ms: string): string =>
  `CASE WHEN ${ms} < 1000 THEN round(${ms}) ELSE round(${ms} / pow10(${ms})) * pow10(${ms}) END`;

/** SQLite on every platform has no logarithm: powers of ten by comparison. */
function withPowers(sql: string): string {
  return sql.replace(/pow10\(([\w.]+)\)/g, (_, ms: string) => {
    const steps = [4, 5, 6, 7, 8, 9, 10, 11, 12].map((digits) => `WHEN ${ms} < 1e${digits} THEN 1e${digits - 3}`);
    return `(CASE ${steps.join(' ')} ELSE 1e10 END)`;
  });
}

const SUMS_OF = {
  tool_sums: {
    keys: 'agent, tool_id, model, status, blame, code',
    keysOf: (row: string) =>
      `${row}.tool_id, coalesce(${row}.model, ''), ${row}.status, coalesce(${row}.blame, ''), coalesce(${row}.code, '')`,
    counts: {
      calls: () => '1',
      bytes: (row: string) => `coalesce(${row}.bytes, 0)`,
      tokens: (row: string) => `coalesce(${row}.tokens, 0)`,
    },
    where: (row: string) => `${row}.copy_of IS NULL`,
  },
  span_sums: {
    keys: 'agent, tool_id, model, basis, bound, ms',
    keysOf: (row: string) =>
      `${row}.tool_id, coalesce(${row}.model, ''), ${row}.basis, ${row}.bound, ${withPowers(THREE_DIGITS(`${row}.ms`))}`,
    counts: { calls: () => '1' },
    where: (row: string) => `${row}.copy_of IS NULL AND ${row}.ms IS NOT NULL`,
  },
  time_sums: {
    keys: 'agent, quarter',
    keysOf: (row: string) => `coalesce(CAST(${row}.requested_at / 900000 AS INTEGER), -1)`,
    counts: {
      calls: () => '1',
      failures: (row: string) => `(${row}.status = 'error' AND ${row}.blame IS NOT 'expected')`,
      expected: (row: string) => `(${row}.status = 'error' AND ${row}.blame IS 'expected')`,
      refused: (row: string) => `(${row}.status IN ('rejected', 'denied'))`,
    },
    where: (row: string) => `${row}.copy_of IS NULL`,
  },
} as const;

/** One call's part in every sum; `by` is 1 or -1. */
function addUp(row: 'new' | 'old', by: 1 | -1): string {
  const agent = `(SELECT agent FROM sessions WHERE pk = ${row}.session_pk)`;
  return Object.entries(SUMS_OF)
    .map(([table, { keys, keysOf, counts, where }]) => {
      const names = Object.keys(counts);
      const values = Object.values(counts).map((count) => `${by} * ${count(row)}`);
      const growth = names.map((name) => `${name} = ${name} + excluded.${name}`);
      return `  INSERT INTO ${table} (${keys}, ${names.join(', ')})
    SELECT ${agent}, ${keysOf(row)}, ${values.join(', ')} WHERE ${where(row)}
    ON CONFLICT DO UPDATE SET ${growth.join(', ')};`;
    })
    .join('\n');
}

/** For calls that are there already. */
function addUpAll(): string {
  return Object.entries(SUMS_OF)
    .map(([table, { keys, keysOf, counts, where }]) => {
      const totals = Object.values(counts).map((count) => `sum(${count('c')})`);
      const places = keys.split(',').map((_, i) => i + 1);
      return `INSERT INTO ${table} (${keys}, ${Object.keys(counts).join(', ')})
  SELECT s.agent, ${keysOf('c')}, ${totals.join(', ')} FROM calls c JOIN sessions s ON s.pk = c.session_pk
  WHERE ${where('c')} GROUP BY ${places.join(', ')};`;
    })
    .join('\n');
}

const SUMMED = 'tool_id model status blame code requested_at ms basis bound bytes tokens copy_of'.split(' ');
const sideOf = (row: 'new' | 'old'): string => `(${SUMMED.map((name) => `${row}.${name}`).join(', ')})`;

export const SUMS = `
CREATE TABLE tool_sums (
  agent TEXT NOT NULL,
  tool_id TEXT NOT NULL,
  -- Empty where a call has none.
  model TEXT NOT NULL,
  status TEXT NOT NULL,
  blame TEXT NOT NULL,
  code TEXT NOT NULL,
  calls INTEGER NOT NULL,
  bytes REAL NOT NULL,
  tokens REAL NOT NULL,
  PRIMARY KEY (agent, tool_id, model, status, blame, code)
) WITHOUT ROWID;

CREATE TABLE span_sums (
  agent TEXT NOT NULL,
  tool_id TEXT NOT NULL,
  model TEXT NOT NULL,
  basis TEXT NOT NULL,
  bound TEXT NOT NULL,
  -- Three digits of it.
  ms REAL NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (agent, tool_id, model, ms, basis, bound)
) WITHOUT ROWID;

CREATE TABLE time_sums (
  agent TEXT NOT NULL,
  -- Quarters of an hour since 1970, so that every time zone's days are whole; -1 for calls without a time.
  quarter INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  expected INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  PRIMARY KEY (quarter, agent)
) WITHOUT ROWID;

CREATE INDEX calls_failed ON calls (requested_at, session_pk, tool_id, tool, blame, code, call_id, occurrence)
  WHERE status = 'error' AND copy_of IS NULL;
CREATE INDEX calls_decided ON calls (session_pk, tool_id, (detail ->> '$.pm.decision'), (detail ->> '$.pm.by'))
  WHERE (detail ->> '$.pm.decision') IS NOT NULL AND copy_of IS NULL;
CREATE INDEX calls_odd ON calls (session_pk) WHERE (detail ->> '$.pb') IS NOT NULL AND copy_of IS NULL;
CREATE INDEX calls_background ON calls (requested_at, session_pk)
  WHERE (detail ->> '$.bg') IS NOT NULL AND copy_of IS NULL;

CREATE TRIGGER calls_added AFTER INSERT ON calls BEGIN
${addUp('new', 1)}
END;
CREATE TRIGGER calls_changed AFTER UPDATE ON calls WHEN ${sideOf('old')} IS NOT ${sideOf('new')} BEGIN
${addUp('old', -1)}
${addUp('new', 1)}
END;
CREATE TRIGGER calls_removed AFTER DELETE ON calls BEGIN
${addUp('old', -1)}
END;
-- The sums of a session's calls need the session: its calls go first.
CREATE TRIGGER sessions_removed BEFORE DELETE ON sessions BEGIN DELETE FROM calls WHERE session_pk = old.pk; END;

${addUpAll()}
`;
