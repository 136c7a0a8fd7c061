// Plain tables: few columns, rows as they come.

import type { ComponentChildren } from 'preact';
import './data-table.css';

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

const ROWS_MAX = 500;

function isEmpty(cell: ComponentChildren): boolean {
  return cell === null || cell === undefined || cell === '' || cell === false;
}

/** Empty columns are left out. */
export function DataTable({ label, columns, rows }: DataTableProps) {
  const told = columns.map((_, column) => rows.some((cells) => !isEmpty(cells[column])));
  // Horizontal scrolling must be reachable without a mouse.
  const reach = { role: 'group' as const, 'aria-label': label, tabIndex: 0 };
  return (
    <div class="ts-table" {...reach}>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) =>
              told[at] === true ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : null,
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MAX).map((cells, at) => (
            <tr key={at}>
              {cells.map((cell, column) => (told[column] === true ? <td key={columns[column]}>{cell}</td> : null))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS_MAX && <p class="ts-cut">{rows.length - ROWS_MAX} more rows are in the raw result.</p>}
    </div>
  );
}
