// Owns what `toolscope calls` does: tool calls that fit a filter, over all sessions, newest first.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { plural } from '../../base/units.ts';
import { TOOL_FAMILIES } from '../../ingest/index/tool-families.ts';
import { callRecord } from '../../model/call-record.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { FindCalls } from '../../store/queries/find-calls.ts';
import { durationText, notesOf, statusStyle } from '../call-table.ts';
import type { Invocation } from '../command.ts';
import { USUAL } from '../commands/calls.ts';
import { limitFrom } from '../library-options.ts';
import { filterFrom, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { type Column, layOut, type Row, renderRow } from '../table.ts';

/** Rows laid out together: a table of any length takes bounded memory. */
const PAGE = 1000;

const COLUMNS: readonly Column[] = [
  { title: 'TIME' },
  { title: 'SESSION', max: 10, hides: true },
  { title: 'TOOL', max: 24 },
  { title: 'SUMMARY', grows: true },
  { title: 'STATUS' },
  { title: 'DURATION', align: 'right' },
  { title: 'NOTES', max: 32, hides: true },
];

/** Local day and time, to the second. */
function whenText(at: number | null): string {
  if (at === null || formatInstant(at) === null) return '';
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${date.toTimeString().slice(0, 8)}`;
}

function rowOf(call: ToolCall, out: Output): Row {
  return {
    cells: [
      whenText(call.requestedAt),
      out.safe(call.session).slice(0, 8),
      out.safe(call.tool),
      out.safe(call.summary),
      call.status,
      durationText(call),
      out.safe(notesOf(call)),
    ],
    paint: (cell, column) => {
      if (column === 4) return out.paint(statusStyle(call), cell);
      return column === 0 || column === 1 || column === 6 ? out.paint('dim', cell) : cell;
    },
  };
}

class PagedTable {
  readonly #out: Output;
  #rows: Row[] = [];
  #widths: number[] | undefined;

  constructor(out: Output) {
    this.#out = out;
  }

  async add(row: Row): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length >= PAGE) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    if (this.#widths === undefined) {
      this.#widths = layOut(COLUMNS, this.#rows, this.#out.width);
      const heading = renderRow(COLUMNS, this.#widths, { cells: COLUMNS.map(({ title }) => title) });
      await this.#out.line(this.#out.paint('dim', heading));
    }
    for (const row of this.#rows) await this.#out.line(renderRow(COLUMNS, this.#widths, row));
    this.#rows = [];
  }
}

export async function listCalls(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, USUAL);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async ({ index: { database }, places }) => {
    const table = new PagedTable(out);
    let shown = 0;
    let more = false;
    for (const { call, pathOf } of new FindCalls(database, {
      filter,
      places,
      families: TOOL_FAMILIES,
    }).newestFirst()) {
      if (shown >= limit) {
        more = true;
        break;
      }
      shown++;
      if (options['json'] === true) await out.line(terminalJson(callRecord(call, pathOf)));
      else await table.add(rowOf(call, out));
    }
    await table.flush();
    if (shown > 0) {
      if (more && options['json'] !== true) out.note(`toolscope: ${plural(shown, 'call')} shown; --limit 0 shows all.`);
      return 0;
    }
    if (options['json'] !== true) out.note('toolscope: no call fits.');
    return 1;
  });
}
