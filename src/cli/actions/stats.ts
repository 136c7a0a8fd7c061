// Owns what `toolscope stats` does: how the tools fare, one row each.

import { terminalJson } from '../../base/terminal.ts';
import { formatBytes, formatCount, formatMs } from '../../base/units.ts';
import { TOOL_FAMILIES } from '../../ingest/index/tool-families.ts';
import { type ToolStats, toolStats } from '../../store/queries/tool-stats.ts';
import type { Invocation } from '../command.ts';
import { USUAL } from '../commands/stats.ts';
import { limitFrom } from '../library-options.ts';
import { filterFrom, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { type Column, layOut, type Row, renderRow } from '../table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'AGENT', max: 12, hides: true },
  { title: 'TOOL', grows: true },
  { title: 'CALLS', align: 'right' },
  { title: 'FAILED', align: 'right' },
  { title: 'RATE', align: 'right' },
  { title: 'REFUSED', align: 'right', hides: true },
  { title: 'P50', align: 'right' },
  { title: 'P95', align: 'right' },
  { title: 'KNOWN BY', max: 28, hides: true },
  { title: 'BYTES', align: 'right', hides: true },
];

/** A percentile over bounds is a bound itself. */
function spanText(ms: number | null, { exact, known }: ToolStats['durations']): string {
  if (ms === null) return '';
  return `${exact < known ? '≤ ' : ''}${formatMs(ms)}`;
}

function rowOf(stats: ToolStats, out: Output): Row {
  const { durations, failureRate } = stats;
  const basis = Object.entries(durations.basis).sort((a, b) => b[1] - a[1]);
  return {
    cells: [
      stats.agent,
      out.safe(stats.toolId),
      formatCount(stats.calls),
      stats.failures === 0 ? '' : formatCount(stats.failures),
      failureRate === null || stats.failures === 0 ? '' : `${(100 * failureRate).toFixed(1)} %`,
      stats.refused === 0 ? '' : formatCount(stats.refused),
      spanText(durations.p50Ms, durations),
      spanText(durations.p95Ms, durations),
      basis.map(([name]) => name).join(', '),
      stats.bytes === 0 ? '' : formatBytes(stats.bytes),
    ],
    paint: (cell, column) => {
      if (column === 3 || column === 4) return out.paint('red', cell);
      return column === 0 || column === 8 ? out.paint('dim', cell) : cell;
    },
  };
}

export async function countCalls(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, USUAL);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async ({ index: { database }, places }) => {
    const all = toolStats(database, { filter, places, families: TOOL_FAMILIES });
    const shown = all.slice(0, limit);
    if (options['json'] === true) for (const row of shown) await out.line(terminalJson(row));
    else if (shown.length === 0) out.note('toolscope: no call fits.');
    else {
      const rows = shown.map((row) => rowOf(row, out));
      const widths = layOut(COLUMNS, rows, out.width);
      await out.line(out.paint('dim', renderRow(COLUMNS, widths, { cells: COLUMNS.map(({ title }) => title) })));
      for (const row of rows) await out.line(renderRow(COLUMNS, widths, row));
      if (shown.length < all.length)
        out.note(`toolscope: ${shown.length} of ${all.length} tools; --limit 0 shows all.`);
    }
    return shown.length === 0 ? 1 : 0;
  });
}
