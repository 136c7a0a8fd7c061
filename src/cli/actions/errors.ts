// `toolscope errors`: failures by class, and whether the agent recovered.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatCount, formatShare, plural } from '../../base/units.ts';
import { type ErrorClass, errorClasses } from '../../library/error-classes.ts';
import { TOOL_FAMILIES } from '../../tools/traits.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { filterFrom } from '../filter-from.ts';
import { limitFrom } from '../library-options.ts';
import { withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { printTable } from '../print-table.ts';
import type { Column, Row } from '../table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'TOOL', max: 24, keeps: 'end' },
  { title: 'FAILURE', grows: true },
  { title: 'BLAME', hides: 'late' },
  { title: 'COUNT', align: 'right' },
  { title: 'SESSIONS', align: 'right', hides: true },
  { title: 'RECOVERED', align: 'right', hides: 'late' },
  { title: 'AFTER', align: 'right', hides: true },
  { title: 'LATEST', style: 'dim' },
];

function rowOf(row: ErrorClass, id: string, out: Output): Row {
  return {
    cells: [
      out.safe(row.toolId),
      row.masked ? `${out.safe(row.code)} (masked)` : out.safe(row.code),
      row.blame,
      formatCount(row.count),
      formatCount(row.sessions),
      row.examined === 0 ? '' : formatShare(row.recovered / row.examined),
      row.callsToRecover === null ? '' : plural(row.callsToRecover, 'call'),
      out.safe(id),
    ],
    styles: { FAILURE: row.blame === 'expected' ? 'grey' : row.masked ? 'yellow' : 'red' },
  };
}

function sumOf(rows: readonly ErrorClass[], name: 'count' | 'examined'): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

export async function countErrors(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, LIMITS.errors);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async ({ index: { questions }, places }) => {
    const question = { filter, places, families: TOOL_FAMILIES };
    const all = await errorClasses(questions, question, {
      withExpected: options['expected'] === true,
      withMasked: options['masked'] === true,
    });
    const shown = all.slice(0, limit);
    if (options['json'] === true) {
      for (const row of shown) {
        const times = { firstAt: formatInstant(row.firstAt), lastAt: formatInstant(row.lastAt) };
        await out.line(terminalJson({ ...row, ...times }));
      }
    } else if (shown.length === 0) {
      const more = options['masked'] === true ? '' : ' --masked includes those that a success hides.';
      out.note(`toolscope: no failures match.${more}`);
    } else {
      const ids = await questions.calls.shortIds(shown.map(({ example }) => example.callId));
      const rows = shown.map((row, i) => rowOf(row, ids[i] ?? '', out));
      await printTable(out, COLUMNS, rows);
      const [of, examined] = [sumOf(shown, 'count'), sumOf(shown, 'examined')];
      if (examined < of) {
        const said = `the latest ${formatCount(examined)} of ${formatCount(of)} failures`;
        out.note(
          `toolscope: RECOVERED and AFTER cover ${said}; narrow the filter, for example with since:7d, to cover all.`,
        );
      }
      if (shown.length < all.length)
        out.note(`toolscope: ${formatCount(shown.length)} of ${formatCount(all.length)} classes; --limit 0 shows all.`);
    }
    return shown.length === 0 ? 1 : 0;
  });
}
