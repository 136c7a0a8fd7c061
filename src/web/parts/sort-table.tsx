// Tables that can be sorted by a click on a column's head.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import './sort-table.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly help?: string;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  readonly isWide?: boolean;
  /** Left out where there is no room for everything. */
  readonly isExtra?: boolean;
  /** Left out on all but wide screens. */
  readonly isRoomy?: boolean;
  /** What it is sorted by; left out for columns that cannot be. */
  readonly sort?: (row: Row) => number | string;
  readonly cell: (row: Row) => ComponentChildren;
}

function classOf<Row>({ isNumber, isWide, isExtra, isRoomy }: Column<Row>): string {
  const classes = [
    isNumber === true ? 'sort-table__number' : '',
    isWide === true ? 'sort-table__wide' : '',
    isExtra === true ? 'sort-table__extra' : '',
    isRoomy === true ? 'sort-table__roomy' : '',
  ];
  return classes.filter((name) => name !== '').join(' ');
}

export interface SortTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly firstSort?: string;
}

interface Order {
  readonly id: string;
  readonly isDown: boolean;
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | null): readonly Row[] {
  const by = columns.find(({ id }) => id === order?.id)?.sort;
  if (by === undefined || order === null) return rows;
  const sign = order.isDown ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [by(a), by(b)];
    return x === y ? 0 : (x < y ? -1 : 1) * sign;
  });
}

export function SortTable<Row>(props: SortTableProps<Row>): ComponentChildren {
  const { label, columns, rows, keyOf, firstSort } = props;
  const [order, setOrder] = useState<Order | null>(firstSort === undefined ? null : { id: firstSort, isDown: true });
  return (
    <table class="sort-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => {
            const { id, title, help, sort } = column;
            const isBy = order?.id === id;
            return (
              <th
                key={id}
                scope="col"
                title={help}
                class={classOf(column)}
                {...(isBy ? { 'aria-sort': order.isDown ? ('descending' as const) : ('ascending' as const) } : {})}
              >
                {sort === undefined ? (
                  title
                ) : (
                  <button
                    type="button"
                    class="sort-table__sort"
                    onClick={() => setOrder({ id, isDown: isBy ? !order.isDown : true })}
                  >
                    {title}
                    <span aria-hidden="true">{isBy ? (order.isDown ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {sorted(rows, columns, order).map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.id} class={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
