// A process that runs SQL with the built program: prints which processes run queries, as one line of JSON. With `stay` it
// then waits to be ended.

import { runSql } from '../../dist/store/sqlite/queries/run-sql.js';
import { keepRunner, takeRunner } from '../../dist/store/sqlite/queries/sql-runner.js';

const [path, stay] = process.argv.slice(2);
const MINUTE = 60_000;
const FOREVER = 'with recursive c(x) as (select 1 union all select x + 1 from c) select max(x) from c';
const MUCH = `with recursive c(x, y) as (select 1, zeroblob(9000000) union all select x + 1, zeroblob(9000000) from c)
  select x from c order by y`;

/** The result of a query: its rows, or the error code. */
async function ask(sql, timeoutMs = MINUTE, signal = undefined) {
  const rows = [];
  try {
    const options = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
    for await (const message of runSql({ path, places: ['/'], sql, limit: null }, options)) {
      if (message.kind === 'row') rows.push(message.cells);
    }
    return rows;
  } catch (error) {
    return typeof error.code === 'string' ? error.code : error.name;
  }
}

/** The process that would run the next query, if one is kept. */
function kept() {
  const runner = takeRunner();
  keepRunner(runner);
  return runner.pid;
}

async function brokenOff() {
  for await (const message of runSql(
    { path, places: ['/'], sql: 'values (1), (2)', limit: null },
    { timeoutMs: MINUTE },
  )) {
    if (message.kind === 'row') return message.cells;
  }
}

const first = await ask('select 1');
const pid = kept();
const answers = {
  first,
  second: await ask("select '\u2028' || 2"),
  wrong: await ask('select nothing'),
  same: kept() === pid,
  late: await ask(FOREVER, 300),
  anew: await ask('select 3'),
  other: kept() !== pid,
  much: await ask(MUCH),
  brokenOff: await brokenOff(),
  left: await ask(FOREVER, MINUTE, AbortSignal.timeout(300)),
  together: await Promise.all([ask('select 4'), ask('select 5'), ask('select 6')]),
};
process.stdout.write(`${JSON.stringify(answers)}\n`);
if (stay === 'stay') setInterval(() => {}, 1000);
