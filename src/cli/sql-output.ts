// Output of SQL queries: a table, a record per row where a table is too wide, NDJSON, or CSV.

import { stripControls, terminalJson } from '../base/terminal.ts';
import type { SqlCell } from '../store/questions/sql.ts';
import type { Output } from './output.ts';
import { type Column, cells, layOut, type Row, renderRow } from './table.ts';

export interface RowWriter {
  columns(names: readonly string[]): Promise<void>;
  row(cells: readonly SqlCell[]): Promise<void>;
  end(): Promise<void>;
}

/** Unique names for the keys of an object: the second `id` is `id_2`. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}_${times}`;
  });
}

export class JsonRows implements RowWriter {
  readonly #out: Output;
  #names: readonly string[] = [];

  constructor(out: Output) {
    this.#out = out;
  }

  async columns(names: readonly string[]): Promise<void> {
    this.#names = distinct(names);
  }

  async row(values: readonly SqlCell[]): Promise<void> {
    await this.#out.line(terminalJson(Object.fromEntries(this.#names.map((name, i) => [name, values[i] ?? null]))));
  }

  async end(): Promise<void> {}
}

/**
 * Spreadsheets take text that begins like this for a formula, and run it. An apostrophe before it keeps it text, as OWASP
 * recommends; numbers stay as they are.
 */
const FORMULA = /^(?!-\d+$)\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

function csvCell(value: SqlCell): string {
  const plain = stripControls(String(value ?? ''));
  const text = typeof value === 'string' && FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, but with \
 *  as line end. Control sequences are removed: the file may be shown on a terminal. */
export class CsvRows implements RowWriter {
  readonly #out: Output;

  constructor(out: Output) {
    this.#out = out;
  }

  async columns(names: readonly string[]): Promise<void> {
    await this.row(names);
  }

  async row(values: readonly SqlCell[]): Promise<void> {
    await this.#out.line(values.map(csvCell).join(','));
  }

  async end(): Promise<void> {}
}

/** Rows and characters laid out together: a table of any length takes bounded memory. */
const PAGE = 500;
const PAGE_TEXT = 1_000_000;
/** Longest text in a table. */
const TEXT_MAX = 1000;
/** Minimum width of every column for a table to be readable. */
const READABLE = 10;
const GAP = 2;

interface Layout {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
}

export class TableRows implements RowWriter {
  readonly #out: Output;
  #names: readonly string[] = [];
  #page: (readonly SqlCell[])[] = [];
  #layout: Layout | 'records' | undefined;
  #count = 0;
  #text = 0;

  constructor(out: Output) {
    this.#out = out;
  }

  async columns(names: readonly string[]): Promise<void> {
    this.#names = names.map((name) => this.#out.safe(name));
  }

  async row(values: readonly SqlCell[]): Promise<void> {
    this.#page.push(values);
    for (const value of values) this.#text += typeof value === 'string' ? value.length : 0;
    if (this.#page.length >= PAGE || this.#text >= PAGE_TEXT) await this.end();
  }

  async end(): Promise<void> {
    const page = this.#page;
    this.#page = [];
    this.#text = 0;
    if (page.length === 0) return;
    const isFirst = this.#layout === undefined;
    this.#layout ??= this.#layOut(page);
    if (this.#layout === 'records') {
      for (const values of page) await this.#record(values);
      return;
    }
    const { columns, widths } = this.#layout;
    if (isFirst) {
      const heading = renderRow(columns, widths, { cells: this.#names });
      await this.#out.line(this.#out.paint('dim', heading));
    }
    for (const values of page) await this.#out.line(renderRow(columns, widths, this.#rowOf(values)));
  }

  /** On one line; an ellipsis marks cut text. */
  #shown(value: SqlCell): string {
    return this.#out.safe(String(value ?? '').slice(0, TEXT_MAX));
  }

  #rowOf(values: readonly SqlCell[]): Row {
    return { cells: values.map((value) => this.#shown(value)) };
  }

  #layOut(page: readonly (readonly SqlCell[])[]): Layout | 'records' {
    const columns = this.#names.map((title, i): Column => {
      const isNumber = page.every((values) => values[i] === null || typeof values[i] === 'number');
      return isNumber ? { title, align: 'right' } : { title, grows: true };
    });
    const rows = page.map((values) => this.#rowOf(values));
    const natural = columns.map(({ title }, i) =>
      Math.max(cells(title), ...rows.map((row) => cells(row.cells[i] ?? ''))),
    );
    const least = natural.map((width, i) => (columns[i]?.grows === true ? Math.min(width, READABLE) : width));
    const needed = least.reduce((total, width) => total + width + GAP, -GAP);
    if (needed > this.#out.width) return 'records';
    return { columns, widths: layOut(columns, rows, this.#out.width) };
  }

  async #record(values: readonly SqlCell[]): Promise<void> {
    this.#count++;
    const width = Math.max(...this.#names.map(cells));
    await this.#out.line(this.#out.paint('dim', `── ${this.#count} ──`));
    for (const [i, name] of this.#names.entries()) {
      const label = name + ' '.repeat(width - cells(name));
      await this.#out.line(`${this.#out.paint('dim', label)}  ${this.#shown(values[i] ?? null)}`.trimEnd());
    }
  }
}
