// Coverage per tool: how many results were parsed from the structured result, from the text, or not at all.

import { formatCount } from '../base/units.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { Output } from './output.ts';
import { tableLines } from './print-table.ts';
import type { Column } from './table.ts';

export interface CoverageRow {
  readonly agent: string;
  readonly toolId: string;
  readonly calls: number;
  readonly structured: number;
  readonly text: number;
  /** Successful results that were not parsed. */
  readonly raw: number;
  /** Failed, refused and interrupted calls: their text is their result. */
  readonly failed: number;
  readonly unanswered: number;
  readonly unexpectedInput: number;
}

type Counts = { -readonly [Key in keyof CoverageRow]: CoverageRow[Key] };

export class CoverageCount {
  readonly #rows = new Map<string, Counts>();

  add(call: ToolCall): void {
    const key = `${call.agent} ${call.toolId}`;
    const row = this.#rows.get(key) ?? {
      agent: call.agent,
      toolId: call.toolId,
      calls: 0,
      structured: 0,
      text: 0,
      raw: 0,
      failed: 0,
      unanswered: 0,
      unexpectedInput: 0,
    };
    this.#rows.set(key, row);
    row.calls++;
    if (call.result === null) row.unanswered++;
    else if (call.result.via === 'structured') row.structured++;
    else if (call.result.via === 'raw') row.raw++;
    else if (call.result.kind === 'failure') row.failed++;
    else row.text++;
    if (call.problems.some(({ code }) => code === 'unexpected-input')) row.unexpectedInput++;
  }

  rows(): CoverageRow[] {
    return [...this.#rows.values()].sort((a, b) =>
      a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : b.calls - a.calls || (a.toolId < b.toolId ? -1 : 1),
    );
  }
}

const COLUMNS: readonly Column[] = [
  { title: 'AGENT' },
  { title: 'TOOL', grows: true },
  { title: 'CALLS', align: 'right' },
  { title: 'STRUCTURED', align: 'right' },
  { title: 'TEXT', align: 'right' },
  { title: 'RAW', align: 'right' },
  { title: 'FAILED', align: 'right', hides: true },
  { title: 'UNANSWERED', align: 'right', hides: true },
  { title: 'ODD INPUT', align: 'right', hides: true },
];

export function coverageLines(coverage: CoverageCount, out: Output): string[] {
  const rows = coverage.rows().map((row) => ({
    cells: [
      row.agent,
      row.toolId,
      ...[row.calls, row.structured, row.text, row.raw, row.failed, row.unanswered, row.unexpectedInput].map(
        formatCount,
      ),
    ],
  }));
  return tableLines(COLUMNS, rows, out);
}
