// Owns what `toolscope errors` does: what goes wrong, by class, and whether the agent recovered.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatCount, plural } from '../../base/units.ts';
import { type ErrorClass, errorClasses } from '../../ingest/index/error-classes.ts';
import { TOOL_FAMILIES } from '../../ingest/index/tool-families.ts';
import type { Invocation } from '../command.ts';
import { USUAL } from '../commands/errors.ts';
import { limitFrom } from '../library-options.ts';
import { filterFrom, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { type Column, layOut, type Row, renderRow } from '../table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'TOOL', max: 24 },
  { title: 'FAILURE', grows: true },
  { title: 'BLAME' },
  { title: 'COUNT', align: 'right' },
  { title: 'SESSIONS', align: 'right', hides: true },
  { title: 'RECOVERED', align: 'right' },
  { title: 'AFTER', align: 'right', hides: true },
  { title: 'LATEST', max: 32, hides: true },
];

function rowOf(row: ErrorClass, out: Output): Row {
  return {
    cells: [
      out.safe(row.toolId),
      out.safe(row.code),
      row.blame,
      formatCount(row.count),
      formatCount(row.sessions),
      `${Math.round((100 * row.recovered) / row.count)} %`,
      row.callsToRecover === null ? '' : plural(row.callsToRecover, 'call'),
      out.safe(row.example.callId),
    ],
    paint: (cell, column) => {
      if (column === 1) return out.paint(row.blame === 'expected' ? 'grey' : 'red', cell);
      return column === 7 ? out.paint('dim', cell) : cell;
    },
  };
}

export async function countErrors(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, USUAL);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async ({ index: { database }, places }) => {
    const question = { filter, places, families: TOOL_FAMILIES };
    const all = errorClasses(database, question, { withExpected: options['expected'] === true });
    const shown = all.slice(0, limit);
    if (options['json'] === true) {
      for (const row of shown) {
        const times = { firstAt: formatInstant(row.firstAt), lastAt: formatInstant(row.lastAt) };
        await out.line(terminalJson({ ...row, ...times }));
      }
    } else if (shown.length === 0) out.note('toolscope: no failure fits.');
    else {
      const rows = shown.map((row) => rowOf(row, out));
      const widths = layOut(COLUMNS, rows, out.width);
      await out.line(out.paint('dim', renderRow(COLUMNS, widths, { cells: COLUMNS.map(({ title }) => title) })));
      for (const row of rows) await out.line(renderRow(COLUMNS, widths, row));
      if (shown.length < all.length)
        out.note(`toolscope: ${shown.length} of ${all.length} classes; --limit 0 shows all.`);
    }
    return shown.length === 0 ? 1 : 0;
  });
}
