// Tables that can be sorted by a click on a column's head, with columns that can be chosen and made wider.

import type { ComponentChildren } from 'preact';
import type { Order } from '../state/table-view.ts';
import { ariaSort, ColumnList, SortHead, tableLook } from './column-heads.tsx';
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

/** A number is never cut: its column is as wide as its longest. */
function widthOf<Row>({ id, isNumber }: Column<Row>, choices: Chosen): Record<string, string> {
  const width = choices.get(id)?.width;
  if (width === undefined) return {};
  return { width: `${width}px`, minWidth: `${width}px`, ...(isNumber === true ? {} : { maxWidth: `${width}px` }) };
}

export interface SortTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** By which column, largest first, unless the address says otherwise. */
  readonly firstSort?: string;
  /** Names the table in the address, where a page has several. */
  readonly name?: string;
  /** The rows come sorted by the side that knows all of them. */
  readonly isSorted?: boolean;
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
  const { label, columns, rows, keyOf, firstSort, isSorted = false } = props;
  const look = tableLook({ table: props.name ?? '', kind: label });
  const { name, choices } = look;
  const order = look.order ?? (firstSort === undefined ? null : { id: firstSort, isDown: true });
  const shown = columns.filter(({ id }) => choices.get(id)?.isShown !== false);
  // Beside the table: whichever column is the last depends on the room there is.
  const list = (
    <div class="sort-table__tools">
      <ColumnList
        name={name}
        columns={columns.map((one, i) => ({ ...one, isFixed: i === 0 }))}
        choices={choices}
        isUsual={() => true}
      />
    </div>
  );
  const table = (
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
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <div class="sort-table__box">
      {list}
      {table}
    </div>
  );
}
