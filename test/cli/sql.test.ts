// Tests `toolscope sql` as a user runs it: answers, refusals, limits, and that the documentation is correct.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isObject } from '../../src/base/json.ts';
import { indexPath } from '../../src/store/sqlite/open-index.ts';
import { openViews } from '../../src/store/sqlite/queries/open-views.ts';
import { SQL_VIEWS } from '../../src/store/sqlite/queries/sql-views.ts';
import { indexOnce, newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const DOCS = readFileSync(join(import.meta.dirname, '../../docs/sql.md'), 'utf8');

beforeAll(buildProgram, 120_000);

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('count the pears');
  log.raw({ type: 'custom-title', customTitle: 'Pears, "ripe" \u001b]0;owned\u0007', sessionId: SID });
  log.call('toolu_a', 'Bash', { command: 'make pears' });
  log.result('toolu_a', 'Exit code 2\nno pears', { isError: true, structured: 'Error: Exit code 2\nno pears' });
  log.call('toolu_b', 'Bash', { command: 'make pears' });
  log.result('toolu_b', 'done', { isError: false });
  log.add('attachment', {
    attachment: {
      type: 'hook_success',
      hookName: 'PreToolUse:Bash',
      toolUseID: 'toolu_b',
      hookEvent: 'PreToolUse',
      exitCode: 0,
      command: 'guard',
      durationMs: 30,
    },
  });
  log.call('toolu_c', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  return log.text();
}

function parsed(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));
}

describe('sql', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: orchard() });
  const home = newFolder();
  const ask = (...args: string[]): Promise<Outcome> =>
    toolscope(['sql', ...args, '--root', logs], { env: { TOOLSCOPE_HOME: home, COLUMNS: '100' } });
  /** Without the program around it: starting it takes longer than the query. */
  const rows = (query: string, sql?: string): unknown => {
    const database = openViews({ path: indexPath(home), places: [logs], ...(sql === undefined ? {} : { sql }) });
    try {
      return database
        .prepare(query)
        .all()
        .map((row) => Object.assign({}, row));
    } finally {
      database.close();
    }
  };

  beforeAll(async () => {
    await indexOnce(home, [logs]);
  });

  it.each([
    'SELECT tool, count(*) AS n FROM calls GROUP BY tool ORDER BY tool',
    'SELECT path, calls, tools FROM files ORDER BY path, calls',
    'SELECT call, failure FROM errors ORDER BY call',
    "SELECT name FROM pragma_table_info('calls')",
    'SELECT count(*) AS n FROM calls c, errors e WHERE c.call = e.call',
  ])('answers the same whatever the views leave out: %s', (query) => expect(rows(query, query)).toEqual(rows(query)));

  it('answers in a table, NDJSON and CSV', async () => {
    const query = 'select call, status, exit_code from calls order by call';
    expect(await ask(query)).toEqual({
      status: 0,
      stderr: '',
      stdout: ['call     status  exit_code', 'toolu_a  error           2', 'toolu_b  ok', 'toolu_c  lost', ''].join(
        '\n',
      ),
    });
    expect(parsed((await ask(query, '--json')).stdout)).toEqual([
      { call: 'toolu_a', status: 'error', exit_code: 2 },
      { call: 'toolu_b', status: 'ok', exit_code: null },
      { call: 'toolu_c', status: 'lost', exit_code: null },
    ]);
    expect((await ask('select title, calls, failures from sessions', '--csv')).stdout).toBe(
      'title,calls,failures\n"Pears, ""ripe"" ",3,1\n',
    );
    expect((await ask('select 1 as a, 2 as a', '--json')).stdout).toBe('{"a":1,"a_2":2}\n');
  });

  it('has every documented view, with times as text and as numbers', async () => {
    expect(rows("select requested_at, requested_ms, log, line from calls where call = 'toolu_a'")).toEqual([
      {
        requested_at: '2026-03-01T09:00:02.000Z',
        requested_ms: Date.UTC(2026, 2, 1, 9, 0, 2),
        log: join(logs, `${SID}.jsonl`),
        line: 3,
      },
    ]);
    expect(rows('select call, failure, message from errors')).toEqual([
      { call: 'toolu_a', failure: 'checks-failed', message: 'exit code 2: no pears' },
    ]);
    expect(rows('select path, calls, changes, tools from files')).toEqual([
      { path: '/home/dev/orchard/pear.ts', calls: 1, changes: 0, tools: 'read' },
    ]);
    expect(rows('select call, event, command, outcome, duration_ms, line from hooks')).toEqual([
      { call: 'toolu_b', event: 'PreToolUse', command: 'guard', outcome: 'ok', duration_ms: 30, line: 7 },
    ]);
    const none = await ask('select * from hooks where false');
    expect(none).toMatchObject({ status: 1, stderr: 'toolscope: the query returned no rows.\n' });
    const listed = parsed((await ask('--json')).stdout).map(({ view }) => view);
    expect(listed).toEqual(['calls', 'sessions', 'hooks', 'files', 'errors', 'turns', 'times', 'costs', 'claims']);
  });

  describe('reads only the calls that a question is about', () => {
    const plan = (query: string, folder: string | null): string[] => {
      const database = openViews({ path: indexPath(home), places: [logs], folder, sql: query });
      try {
        const steps = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all();
        return steps
          .flatMap((step) => (isObject(step) ? [String(step['detail'])] : []))
          .filter((step) => / c\b/.test(step));
      } finally {
        database.close();
      }
    };

    it.each([
      ['the newest', 'SELECT summary FROM calls ORDER BY requested_at DESC LIMIT 20', 'SCAN c USING INDEX calls_said'],
      [
        'of a week',
        "SELECT log FROM errors WHERE requested_at >= '2026-03-01'",
        'SEARCH c USING INDEX calls_said (<expr>>?)',
      ],
      ['how many', 'SELECT count(*) FROM calls', 'SCAN c USING COVERING INDEX calls_said'],
      [
        'how many by tool',
        "SELECT tool, count(*), sum(status = 'error') FROM calls GROUP BY tool",
        'SCAN c USING COVERING INDEX calls_tool',
      ],
      [
        'how many by tool in a week',
        "SELECT tool, count(*) FROM calls WHERE requested_at >= '2026-01-01' GROUP BY tool",
        'SEARCH c USING INDEX calls_said (<expr>>?)',
      ],
      [
        'how many by project',
        'SELECT project, count(*) FROM calls GROUP BY project',
        'SEARCH c USING COVERING INDEX calls_place (session_pk=?)',
      ],
      ['by file', 'SELECT path, sum(calls) FROM files GROUP BY path', 'SCAN c USING COVERING INDEX calls_path'],
      ['the slowest', 'SELECT summary FROM calls ORDER BY duration_ms DESC LIMIT 10', 'SCAN c USING INDEX calls_ms'],
      ['what fails', 'SELECT failure, count(*) FROM errors GROUP BY failure', 'SCAN c USING INDEX calls_failed'],
      [
        'one session',
        "SELECT tool FROM calls WHERE session = '1' ORDER BY requested_at",
        'SEARCH c USING INDEX calls_place (session_pk=?)',
      ],
    ])('%s of all', (_, query, step) => {
      expect(plan(query, null)).toEqual([step]);
    });

    it.each([
      ['the newest', 'SELECT summary FROM calls ORDER BY requested_at DESC LIMIT 20'],
      ['how many by tool', 'SELECT tool, count(*) FROM calls GROUP BY tool'],
      ['by day', 'SELECT date(requested_at), count(*) FROM calls GROUP BY 1'],
    ])('%s of one project', (_, query) => {
      expect(plan(query, '/home/dev/elsewhere')).toEqual(['SEARCH c USING INDEX calls_place (session_pk=?)']);
    });
  });

  it('prints a record per row where a table is too wide, without what would talk to the terminal', async () => {
    const { stdout } = await ask('select * from sessions');
    expect(stdout).toMatch(/^── 1 ──\nagent {15,}claude-code\n/);
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]|owned/);
  });

  it('only reads', async () => {
    const refused = [
      'with x as (select 1) delete from main.calls',
      'with x as (select 1) insert into temp.shown select * from x',
      "select load_extension('x')",
      "select readfile('/etc/hostname')",
      "vacuum into '/tmp/copy.sqlite'",
    ];
    for (const query of refused) {
      expect([query, (await ask(query)).status]).toEqual([query, 2]);
    }
    expect(rows('select count(*) as n from calls')).toEqual([{ n: 3 }]);
  });

  it('points at what is wrong', async () => {
    const marked = async (query: string): Promise<string> => {
      const { status, stderr } = await ask(query);
      expect(status).toBe(2);
      const [, line = '', marks = ''] = stderr.split('\n');
      return line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1);
    };
    expect(await marked('select tool from calls where tool = 1 where 2')).toBe('where');
    expect((await ask('select tool from calls where tool = 1 where 2')).stderr).toContain(`\n${' '.repeat(40)}^^^^^\n`);
    expect(await marked('select toool from calls')).toBe('toool');
    expect((await ask('select toool from calls')).stderr).toContain('Did you mean tool?');
    expect((await ask('select * from call')).stderr).toContain('Did you mean calls?');
    expect(await marked('select ; select 2')).toBe('select');
    expect((await ask('select (')).stderr).toContain('Something is missing at the end.');
    expect((await ask('select 1', '--csv', '--json')).status).toBe(2);
    expect((await ask('select 1', '--timeout', 'soon')).status).toBe(2);
  });

  it('stops at the row limit, and says so', async () => {
    const query = 'with recursive n(i) as (select 1 union all select i + 1 from n limit 1000) select i from n';
    const few = await ask(query);
    expect([few.status, few.stdout.split('\n').length]).toEqual([0, 202]);
    expect(few.stderr).toBe('toolscope: 200 rows shown; --limit 0 shows all.\n');
    expect((await ask(query, '--limit', '0')).stdout.split('\n')).toHaveLength(1002);
  });

  it('ends a runaway query', async () => {
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n';
    const { status, stderr } = await ask(endless, '--timeout', '0.5');
    expect([status, stderr]).toEqual([1, expect.stringContaining('stopped after 0.5 s')]);
  });

  it('stops a query that takes more memory than is promised', async () => {
    const rows = 'with recursive n(i) as (select 1 union all select i + 1 from n limit 3000)';
    const sorted = await ask(
      `${rows} select count(*) from (select randomblob(1000000) as b from n order by b limit 2500)`,
    );
    expect(sorted).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('more memory than it is allowed'),
    });
    const huge = await ask('select randomblob(1e9)');
    expect(huge).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(/more memory|too long/) });
    const long = await ask('select zeroblob(20000000)');
    expect(long).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining('too long to be shown') });
    expect((await ask("select length(printf('%.*c', 16000000, 'x')) as n", '--json')).stdout).toBe('{"n":16000000}\n');
  });

  it('writes CSV in which nothing is a formula', async () => {
    const query = `select '=1+1' as a, '+1' as b, '-2+3' as c, '@x' as d, -5 as e, '-' as f, ' =1' as g, 'a=b' as h, '＝1' as "=i"`;
    expect((await ask(query, '--csv')).stdout).toBe("a,b,c,d,e,f,g,h,'=i\n'=1+1,'+1,'-2+3,'@x,-5,'-,' =1,a=b,'＝1\n");
  });

  it('shows only what lies at the given places', async () => {
    const other = folderWith({ 'other.jsonl': new ClaudeLog('22222222-2222-4333-8444-555555555555').text() });
    const { stderr } = await toolscope(['sql', 'select * from calls', '--root', other], {
      env: { TOOLSCOPE_HOME: home },
    });
    expect(stderr).toBe('toolscope: the query returned no rows.\n');
  });

  it('is documented, column by column', () => {
    for (const { name, says, columns } of SQL_VIEWS) {
      const table = columns.map((column) => `| \`${column.name}\` | ${column.says} |\n`).join('');
      expect(DOCS).toContain(`### ${name}\n\n${says}\n\n| column | meaning |\n|---|---|\n${table}`);
    }
  });

  it('answers the questions of the documentation', () => {
    const queries = [...DOCS.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query = '']) => query);
    expect(queries.length).toBeGreaterThan(5);
    const answers = queries.map((query) => [query, rows(query)]);
    // Nothing was refused, changed or edited in the orchard; every other question has an answer.
    expect(answers.filter(([, answer]) => Array.isArray(answer) && answer.length === 0)).toHaveLength(3);
  });
});
