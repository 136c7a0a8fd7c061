// Tables on standard output: a heading, and rows laid out in pages, so that a table of any length takes bounded memory.

import type { Output } from './output.ts';
import { type Column, layOut, type Row, renderRow } from './table.ts';

/** Rows per page; the first page determines the widths. */
const PAGE = 1000;

function heading(columns: readonly Column[], widths: readonly number[], out: Output): string {
  return out.paint('dim', renderRow(columns, widths, { cells: columns.map(({ title }) => title) }));
}

/** The heading and the rows of a table, laid out as a whole. */
export function tableLines(columns: readonly Column[], rows: readonly Row[], out: Output): string[] {
  const widths = layOut(columns, rows, out.width);
  return [heading(columns, widths, out), ...rows.map((row) => renderRow(columns, widths, row, out.paint))];
}

export class PagedTable {
  readonly #out: Output;
  readonly #columns: readonly Column[];
  #rows: Row[] = [];
  #widths: number[] | undefined;

  constructor(out: Output, columns: readonly Column[]) {
    this.#out = out;
    this.#columns = columns;
  }

  async add(row: Row): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length >= PAGE) await this.end();
  }

  /** Prints the rows since the last page. */
  async end(): Promise<void> {
    const [out, columns, rows] = [this.#out, this.#columns, this.#rows];
    if (rows.length === 0) return;
    const isFirst = this.#widths === undefined;
    this.#widths ??= layOut(columns, rows, out.width);
    if (isFirst) await out.line(heading(columns, this.#widths, out));
    for (const row of rows) await out.line(renderRow(columns, this.#widths, row, out.paint));
    this.#rows = [];
  }
}

export async function printTable(out: Output, columns: readonly Column[], rows: Iterable<Row>): Promise<void> {
  const table = new PagedTable(out, columns);
  for (const row of rows) await table.add(row);
  await table.end();
}
