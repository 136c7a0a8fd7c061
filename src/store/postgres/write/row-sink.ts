// Rows that a transaction adds, gathered by table and brought in together: one COPY for very many, one INSERT for a few.

import type { Transaction } from '../database/connection.ts';
import type { Given } from '../database/statement.ts';

/** COPY ends what the client sends in one go; up to here an insertion is as fast. */
const FEW_VALUES = 400;

interface Gathered {
  readonly columns: readonly string[];
  readonly rows: (readonly Given[])[];
}

export class RowSink {
  readonly #tables = new Map<string, Gathered>();
  readonly #marked = new Map<string, Set<number>>();

  /** `columns` are the same for every row of a table. */
  add(table: string, columns: readonly string[], row: readonly Given[]): void {
    const gathered = this.#tables.get(table);
    if (gathered === undefined) this.#tables.set(table, { columns, rows: [row] });
    else gathered.rows.push(row);
  }

  /** A row of one number, which a table gets once however often it is added. */
  mark(table: string, column: string, number: number): void {
    const marked = this.#marked.get(table) ?? new Set();
    if (marked.has(number)) return;
    this.#marked.set(table, marked.add(number));
    this.add(table, [column], [number]);
  }

  async flush(on: Transaction): Promise<void> {
    for (const [table, { columns, rows }] of this.#tables) {
      if (rows.length * columns.length > FEW_VALUES) await on.copy(table, columns, rows);
      else await insert(on, table, columns, rows);
    }
    this.#tables.clear();
    this.#marked.clear();
  }
}

function insert(on: Transaction, table: string, columns: readonly string[], rows: readonly (readonly Given[])[]) {
  const names = columns.map((name) => `"${name}"`).join(', ');
  let place = 0;
  const places = rows.map((row) => `(${row.map(() => `$${++place}`).join(', ')})`);
  return on.all(`INSERT INTO ${table} (${names}) VALUES ${places.join(', ')}`, ...rows.flat());
}
