// Tests what may be asked in SQL, and how errors find their place.

import { describe, expect, it } from 'vitest';
import { AppError } from '../../../base/app-error.ts';
import {
  asksForSession,
  checkStatement,
  checkStaysInViews,
  explainStatementError,
  groupsBeyondTools,
} from './sql-statement.ts';

function refusal(sql: string): string | null {
  try {
    checkStatement(sql);
    return null;
  } catch (error) {
    return error instanceof AppError && error.code === 'bad-usage' ? error.message : String(error);
  }
}

describe('checkStatement', () => {
  it.each([
    'select 1',
    '  SELECT 1 ;;  -- done;\n',
    'select \';\' as a, "x;y", [z;], `;` /* ; delete */',
    'with x as (select 1) select * from x',
    'values (1)',
    'explain query plan select 1',
    "select 'it''s; fine'",
  ])('lets %s pass', (sql) => expect(refusal(sql)).toBeNull());

  it.each([
    'delete from calls',
    'insert into calls values (1)',
    'update calls set tool = 1',
    'drop view calls',
    'create table x (y)',
    "attach '/tmp/x' as x",
    'detach x',
    'pragma query_only = 0',
    "vacuum into '/tmp/x'",
    'begin',
    'reindex',
    '/* select */ -- select\n delete from calls',
    '"select" 1',
    ';delete from calls',
  ])('refuses %s', (sql) => expect(refusal(sql)).toMatch(/Only read-only queries are allowed/));

  it('refuses a second statement, and none at all', () => {
    expect(refusal('select 1; select 2')).toBe(
      'The query cannot be run.\n  select 1; select 2\n            ^^^^^^\nOnly one statement can be run at a time.',
    );
    expect(refusal(' -- nothing\n')).toBe('There is no query.');
  });
});

describe('explainStatementError', () => {
  const silent = (): null => null;

  it('finds the word that is meant among equal ones', () => {
    const complaint = (sql: string): string => (sql.endsWith('a a a') ? 'near "a": syntax error' : 'incomplete input');
    expect(explainStatementError('select a a a', 'near "a": syntax error', complaint).message).toBe(
      'The query cannot be run.\n  select a a a\n             ^\nThis word does not belong here.',
    );
  });

  it('offers names that exist', () => {
    const about = (sql: string, message: string): string => explainStatementError(sql, message, silent).message;
    expect(about('select c.stattus from calls c', 'no such column: c.stattus')).toContain('Did you mean status?');
    expect(about('select 1 from nowhere', 'no such table: nowhere')).toContain(
      'There are calls, sessions, hooks, files, errors, turns, times, costs, claims.',
    );
    expect(about('select 1 where sum(2)', 'misuse of aggregate: sum()')).toContain('\n                 ^^^\n');
    expect(about('select 1', 'something new')).toBe('The query cannot be run. SQLite says: something new.');
  });
});

describe('queries that may see some sessions only', () => {
  it.each([
    'select * from calls',
    "select * from calls where thread = 'main'",
    'select main.id from sessions as m',
    "with main as (select 1 as x) select x from main where branch = 'main.'",
  ])('%s stays in the views, or is refused', (sql) => {
    const isQualified = /main\.id/.test(sql);
    if (isQualified) expect(() => checkStaysInViews(sql)).toThrow('documented views');
    else expect(() => checkStaysInViews(sql)).not.toThrow();
  });

  it.each([
    'select * from main.calls',
    'select * from MAIN . calls',
    'select * from "main"/* x */.calls',
    "select * from 'main'.calls",
    'select * from [main].calls',
    'select * from `main`--\n.calls',
    'select * from temp.shown',
    'select * from sqlite_schema',
    'select * from pragma_table_info(1)',
    'select * from dbstat',
  ])('%s does not', (sql) => {
    expect(() => checkStaysInViews(sql)).toThrow('documented views');
  });
});

describe('asksForSession', () => {
  it.each([
    'SELECT project FROM calls',
    'SELECT "Session" FROM calls',
    'SELECT * FROM calls',
    'SELECT c.* FROM calls c',
    'SELECT count(*) FROM calls NATURAL JOIN sessions',
    'SELECT count(*) FROM calls JOIN sessions USING (session)',
    "SELECT name FROM pragma_table_info('calls')",
    "SELECT sql FROM sqlite_temp_schema WHERE name = 'calls'",
  ])('%s does', (sql) => expect(asksForSession(sql)).toBe(true));

  it.each([
    'SELECT tool, count(*) FROM calls GROUP BY tool',
    'SELECT count( * ) FROM errors -- of each project',
    'SELECT path, sum(changes) FROM files GROUP BY path',
  ])('%s does not', (sql) => expect(asksForSession(sql)).toBe(false));
});

describe('groupsBeyondTools', () => {
  it.each([
    "SELECT tool, count(*) FROM calls WHERE requested_at >= '2026-01-01' GROUP BY tool",
    'SELECT tool_id, sum(tokens) FROM calls GROUP BY tool_id',
  ])('%s does', (sql) => expect(groupsBeyondTools(sql)).toBe(true));

  it.each([
    "SELECT tool, sum(status = 'error'), avg(duration_ms) FROM calls GROUP BY tool",
    "SELECT summary FROM calls WHERE tool = 'Bash' ORDER BY requested_at",
  ])('%s does not', (sql) => expect(groupsBeyondTools(sql)).toBe(false));
});
