// Tests that failures hidden by a success are counted, found, classed and followed by everything that queries the index.

import { beforeAll, describe, expect, it } from 'vitest';
import { integer } from '../../src/base/row.ts';
import { type ErrorClass, errorClasses } from '../../src/library/error-classes.ts';
import { callRecord } from '../../src/model/call-record.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import type { Database } from '../../src/sqlite/database.ts';
import { ColumnChunks } from '../../src/store/sqlite/index/column-chunks.ts';
import { InternedStrings } from '../../src/store/sqlite/index/interned-strings.ts';
import { indexPath, openIndex } from '../../src/store/sqlite/open-index.ts';
import { callStats } from '../../src/store/sqlite/queries/call-stats.ts';
import { dailyStats } from '../../src/store/sqlite/queries/daily-stats.ts';
import { wordsOf } from '../../src/store/sqlite/queries/engine.ts';
import { FindCalls } from '../../src/store/sqlite/queries/find-calls.ts';
import { openViews } from '../../src/store/sqlite/queries/open-views.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { maskCalls } from '../support/mask-calls.ts';
import { storeOver } from '../support/sqlite-database.ts';
import { indexOnce, newFolder } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const MASKED = { code: 'tests-failed', blame: 'code', message: '2 pears failed' } as const;

function orchard(): string {
  const log = new ClaudeLog(SID);
  log.prompt('ripen the pears');
  log.call('toolu_hidden', 'Bash', { command: 'make taste | tail -3' });
  log.result('toolu_hidden', 'two pears are hard', { isError: false });
  log.call('toolu_failed', 'Bash', { command: 'npm run pick -- pears' });
  log.result('toolu_failed', 'Exit code 1\nno ladder', { isError: true, structured: 'Error: Exit code 1\nno ladder' });
  log.call('toolu_picked', 'Bash', { command: 'npm run pick -- plums' });
  log.result('toolu_picked', 'picked', { isError: false });
  log.call('toolu_fixed', 'Bash', { command: 'make taste | tail -3' });
  log.result('toolu_fixed', 'all ripe', { isError: false });
  return log.text();
}

describe('masked failures in the index', () => {
  const logs = folderWith({ [`${SID}.jsonl`]: orchard() });
  const home = newFolder();
  let database: Database;

  const questionOf = (filter: string) => {
    const parsed = parseFilter(filter, { now: 0, offsetMinutesAt: () => 0 });
    if (!parsed.ok) throw new Error(filter);
    return { filter: parsed.filter, places: [logs], families: TOOL_FAMILIES };
  };
  /** By columns of numbers, and by SQL. */
  const idsOf = (filter: string): string[][] =>
    [{}, { session: 1 }].map((part) =>
      [...new FindCalls(database, wordsOf(database), questionOf(filter), part).batches(9)]
        .flat()
        .map(({ call }) => call.callId)
        .sort(),
    );
  const classesOf = async (withMasked: boolean): Promise<Partial<ErrorClass>[]> =>
    (await errorClasses(storeOver(database).questions, questionOf(''), { withExpected: false, withMasked })).map(
      ({ blame, masked, count, examined, recovered, recoveredBySameProgram, callsToRecover }) => ({
        ...{ blame, masked, count, examined, recovered, recoveredBySameProgram, callsToRecover },
      }),
    );

  beforeAll(async () => {
    await indexOnce(home, [logs]);
    await maskCalls(home, { toolu_hidden: MASKED });
    ({ database } = openIndex(home));
    return () => database.close();
  });

  it('counts them next to the failures: of sessions, tools and days', async () => {
    const list = new SqliteQuestions(database).sessions;
    const [session] = (await list.page(questionOf(''), { limit: 9 })).sessions;
    expect(session).toMatchObject({ calls: 4, failures: 1, masked: 1 });
    const counts = { calls: 4, failures: 1, masked: 1 };
    expect(callStats(database, questionOf(''), 'tool')).toMatchObject([{ ...counts, failureRate: 0.25 }]);
    expect(dailyStats(database, questionOf(''))).toMatchObject([counts]);
  });

  it.each([
    ['is:masked', ['toolu_hidden']],
    ['-is:masked', ['toolu_failed', 'toolu_fixed', 'toolu_picked']],
    ['masked:tests-failed', ['toolu_hidden']],
    ['masked:checks-failed', []],
    ['is:ok is:masked', ['toolu_hidden']],
    ['code:tests-failed', []],
    ['blame:code', ['toolu_failed']],
    ['is:failed', ['toolu_failed']],
  ])('finds %s', (filter, ids) => {
    expect(idsOf(filter)).toEqual([ids, ids]);
  });

  it('classes them apart when they are asked for, with what became of them', async () => {
    const failed = { masked: false, count: 1, examined: 1, recovered: 1, recoveredBySameProgram: 1, callsToRecover: 1 };
    const hidden = { masked: true, count: 1, examined: 1, recovered: 1, recoveredBySameProgram: 0, callsToRecover: 3 };
    expect(await classesOf(false)).toMatchObject([failed]);
    const both = (await classesOf(true)).sort((a, b) => Number(a.masked) - Number(b.masked));
    expect(both).toMatchObject([failed, { ...hidden, blame: 'code' }]);
    // The session is not settled yet: all of that was read from its rows. Settled, columns of numbers say the same.
    database.exec('DELETE FROM briefs');
    const columns = new ColumnChunks(database, new InternedStrings(database));
    for (const pk of database.query('SELECT pk FROM sessions', (row) => integer(row, 'pk')).all()) columns.refresh(pk);
    columns.flush();
    expect((await classesOf(true)).sort((a, b) => Number(a.masked) - Number(b.masked))).toEqual(both);
    expect(idsOf('is:masked')).toEqual([['toolu_hidden'], ['toolu_hidden']]);
  });

  it('has them in records, with the line that says so, and in SQL', () => {
    const [[found] = []] = [...new FindCalls(database, wordsOf(database), questionOf('is:masked')).batches(9)];
    if (found === undefined) throw new Error('Nothing was found.');
    const { masked, flags, evidence } = callRecord(found.call, found.pathOf);
    const result = evidence.find(({ role }) => role === 'result');
    expect(flags).toContain('masks-failure');
    expect(masked).toEqual({
      ...MASKED,
      ...{ file: result?.file, line: result?.line, offset: result?.offset, length: result?.length },
    });
    const views = openViews({ path: indexPath(home), places: [logs] });
    const rows = views
      .prepare('SELECT call, masked, masked_blame, masked_message FROM calls WHERE masked IS NOT NULL')
      .all();
    const sessions = views.prepare('SELECT masked FROM sessions').all();
    views.close();
    expect([rows, sessions].map((list) => list.map((row) => Object.values(Object.assign({}, row))))).toEqual([
      [['toolu_hidden', 'tests-failed', 'code', '2 pears failed']],
      [[1]],
    ]);
  });
});
