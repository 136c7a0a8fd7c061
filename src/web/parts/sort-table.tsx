// Sortable tables, with columns that can be chosen and resized.

import type { ComponentChildren } from 'preact';
import { formatCount } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import type { Order } from '../state/table-view.ts';
import { ariaSort, ColumnList, SortHead, tableLook } from './column-heads.tsx';
import './sort-table.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly help?: string;
  /** Right-aligned. */
  readonly isNumber?: boolean;
  readonly isWide?: boolean;
  /** Hidden where space is short. */
  readonly isExtra?: boolean;
  /** Hidden except on wide screens. */
  readonly isRoomy?: boolean;
  /** The sort key; undefined for columns that cannot be sorted. */
  readonly sort?: (row: Row) => number | string;
  /** Without it, the sort key is shown. */
  readonly cell?: (row: Row) => ComponentChildren;
}

function cellOf<Row>({ cell, sort }: Column<Row>, row: Row): ComponentChildren {
  if (cell !== undefined) return cell(row);
  const key = sort?.(row) ?? '';
  return typeof key === 'number' ? formatCount(key) : oneLine(key);
}

type Chosen = ReturnType<typeof tableLook>['choices'];

function classOf<Row>({ id, isNumber, isWide, isExtra, isRoomy }: Column<Row>, choices: Chosen): string {
  const isChosen = choices.get(id)?.isShown === true;
  const classes = [
    isNumber === true ? 'sort-table__number' : '',
    isWide === true ? 'sort-table__wide' : '',
    isExtra === true && !isChosen ? 'sort-table__extra' : '',
    isRoomy === true && !isChosen ? 'sort-table__roomy' : '',
  ];
  return classes.filter((name) => name !== '').join(' ');
}

/** Numbers are never cut: the column is as wide as its longest number. */
function widthOf<Row>({ id, isNumber }: Column<Row>, choices: Chosen): Record<string, string> {
  const width = choices.get(id)?.width;
  if (width === undefined) return {};
  return { width: `${width}px`, minWidth: `${width}px`, ...(isNumber === true ? {} : { maxWidth: `${width}px` }) };
}

interface SortTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The default sort column, largest first. */
  readonly firstSort?: string;
  /** The table's name in the URL, where a page has several. */
  readonly name?: string;
  /** The rows are already sorted by the server. */
  readonly isSorted?: boolean;
  /** Shown instead of a table without rows. */
  readonly empty?: ComponentChildren;
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
  const { label, columns, rows, keyOf, firstSort, isSorted = false, empty } = props;
  const look = tableLook({ table: props.name ?? '', kind: label });
  const { name, choices } = look;
  const order = look.order ?? (firstSort === undefined ? null : { id: firstSort, isDown: true });
  if (rows.length === 0 && empty !== undefined) return empty;
  const shown = columns.filter(({ id }) => choices.get(id)?.isShown !== false);
  return (
    <div class="sort-table__box">
      {/* Outside the table: which column is last depends on the width. */}
      <div class="sort-table__tools">
        <ColumnList name={name} columns={columns.map((one, i) => ({ ...one, isFixed: i === 0 }))} choices={choices} />
      </div>
      <table class="sort-table" aria-label={label}>
        <thead>
          <tr>
            {shown.map((column) => (
              <th
                key={column.id}
                scope="col"
                title={column.help}
                class={classOf(column, choices)}
                style={widthOf(column, choices)}
                {...ariaSort(order, column.id)}
              >
                <SortHead name={name} column={{ ...column, isSortable: column.sort !== undefined }} order={order} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isSorted ? rows : sorted(rows, columns, order)).map((row) => (
            <tr key={keyOf(row)}>
              {shown.map((column) => (
                <td key={column.id} class={classOf(column, choices)} style={widthOf(column, choices)}>
                  {cellOf(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
