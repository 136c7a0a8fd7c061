// `toolscope sql`: read-only SQL queries on documented views.

import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { plural } from '../../base/units.ts';
import { checkStatement, SQL_VIEWS } from '../../store/open-store.ts';
import { sharedStore } from '../../store/store-address.ts';
import type { Invocation } from '../command.ts';
import { LIMITS, SQL_SECONDS } from '../defaults.ts';
import { columns as inColumns } from '../help.ts';
import { limitFrom } from '../library-options.ts';
import { withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { prose } from '../prose.ts';
import { CsvRows, JsonRows, type RowWriter, TableRows } from '../sql-output.ts';

function timeoutFrom({ options }: Invocation): number {
  const given = options['timeout'];
  if (given === undefined) return SQL_SECONDS * 1000;
  const seconds = typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN;
  // Timers cannot wait longer than 2^31 ms.
  if (!(seconds >= 0 && seconds <= 2_000_000)) {
    throw new AppError('bad-usage', '--timeout takes a number of seconds.', { hint: '0 means no limit.' });
  }
  return seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000;
}

function writerFor({ options, out }: Invocation): RowWriter {
  if (options['json'] === true && options['csv'] === true) {
    throw new AppError('bad-usage', '--json and --csv cannot be combined.');
  }
  if (options['json'] === true) return new JsonRows(out);
  return options['csv'] === true ? new CsvRows(out) : new TableRows(out);
}

async function listViews(out: Output, isJson: boolean): Promise<number> {
  for (const { name, says, columns } of SQL_VIEWS) {
    if (isJson) {
      await out.line(terminalJson({ view: name, says, columns: columns.map(({ name: column }) => column) }));
      continue;
    }
    for (const line of prose(`${out.paint('bold', name)}  ${says}`, out)) await out.line(line);
    for (const line of inColumns(
      columns.map((column) => [column.name, column.says] as const),
      '  ',
      out,
    ))
      await out.line(line);
    await out.line('');
  }
  return 0;
}

export async function askInSql(invocation: Invocation): Promise<number> {
  const { positionals, options, out } = invocation;
  const question = positionals.join(' ');
  const writer = writerFor(invocation);
  if (question.trim() === '') return listViews(out, options['json'] === true);
  const limit = limitFrom(invocation, LIMITS.sql);
  const timeoutMs = timeoutFrom(invocation);
  // Checked before a long read; another engine has other errors.
  if (sharedStore() === null) checkStatement(question);
  return withLibrary(invocation, async ({ index: { questions }, places }) => {
    const request = { sql: question, places, limit: Number.isFinite(limit) ? limit : null, timeoutMs };
    let rows = 0;
    let more = false;
    for await (const message of questions.sql(request)) {
      if (message.kind === 'columns') await writer.columns(message.columns);
      else if (message.kind === 'end') more = message.more;
      else {
        rows++;
        await writer.row(message.cells);
      }
    }
    await writer.end();
    if (more) out.note(`toolscope: ${plural(rows, 'row')} shown; --limit 0 shows all.`);
    if (rows > 0) return 0;
    if (options['json'] !== true) out.note('toolscope: the query returned no rows.');
    return 1;
  });
}
