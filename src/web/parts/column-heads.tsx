// Column heads: click to sort, drag the edge to resize, and a list to choose which columns are shown.

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import './column-heads.css';
import {
  type ColumnChoice,
  type ColumnChoices,
  choicesOf,
  choose,
  dragWidth,
  forgetChoices,
  keepWidth,
  LEAST_WIDTH,
  MOST_WIDTH,
  type Order,
  orderOf,
  sortBy,
} from '../state/table-view.ts';

export interface HeadColumn {
  readonly id: string;
  readonly title: string;
  readonly help?: string;
  readonly isNumber?: boolean;
  readonly isSortable?: boolean;
  /** Identifies the row: cannot be hidden. */
  readonly isFixed?: boolean;
}

interface TableName {
  /** Name in the URL; empty where a page has one table. */
  readonly table: string;
  /** Tables of the same kind share their remembered columns. */
  readonly kind: string;
}

interface SortHeadProps {
  readonly name: TableName;
  readonly column: HeadColumn;
  readonly order: Order | null;
}

export function ariaSort(order: Order | null, id: string): { 'aria-sort'?: 'ascending' | 'descending' } {
  return order?.id === id ? { 'aria-sort': order.isDown ? 'descending' : 'ascending' } : {};
}

/** The content of a column head. */
export function SortHead({ name, column, order }: SortHeadProps): ComponentChildren {
  const { id, title, isNumber = false, isSortable = false } = column;
  const mark = order?.id === id ? (order.isDown ? '↓' : '↑') : '';
  return (
    <>
      {isSortable ? (
        <button type="button" class="text-button cut heads__sort" onClick={() => sortBy(name.table, id, isNumber)}>
          {title}
          {mark === '' ? null : <span aria-hidden="true"> {mark}</span>}
        </button>
      ) : (
        title
      )}
      <Resizer name={name} id={id} />
    </>
  );
}

/** Not in the tab order: the list of columns sets widths by keys. */
function Resizer({ name, id }: { readonly name: TableName; readonly id: string }): ComponentChildren {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  return (
    <span
      class="heads__edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement;
        if (event.button !== 0 || head === null) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: head.getBoundingClientRect().width };
      }}
      onPointerMove={(event) => {
        if (from.current === null) return;
        dragWidth(name.table, id, Math.round(from.current.width + event.clientX - from.current.x));
      }}
      onPointerUp={() => {
        from.current = null;
        keepWidth(name.kind);
      }}
      onDblClick={() => choose(name.table, name.kind, id, { width: undefined })}
    />
  );
}

interface ColumnListProps {
  readonly name: TableName;
  readonly columns: readonly HeadColumn[];
  readonly choices: ColumnChoices;
  /** Columns that are hidden by default. */
  readonly unusual?: ReadonlySet<string>;
  /** It is outside the row of heads, and has a head of its own. */
  readonly isOwnHead?: boolean;
}

/** The button at the end of the heads, and its list. */
export function ColumnList({ name, columns, choices, unusual, isOwnHead = false }: ColumnListProps): ComponentChildren {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const set = (column: string, change: ColumnChoice): void => choose(name.table, name.kind, column, change);
  return (
    <span class="heads__more" {...(isOwnHead ? { role: 'columnheader' as const } : {})}>
      <button
        type="button"
        class="heads__button"
        aria-label="Columns"
        title="Columns"
        popovertarget={id}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          list.current?.style.setProperty('top', `${box.bottom + 2}px`);
          list.current?.style.setProperty('right', `${Math.max(4, innerWidth - box.right)}px`);
        }}
      >
        <Icon name="columns" />
      </button>
      <div
        class="floating heads__list"
        id={id}
        popover="auto"
        ref={list}
        role="group"
        aria-label="Columns"
        onBeforeToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {(isOpen ? columns : []).map((column) => (
          <div class="heads__line" key={column.id}>
            <label>
              <input
                type="checkbox"
                checked={choices.get(column.id)?.isShown ?? unusual?.has(column.id) !== true}
                disabled={column.isFixed === true}
                onChange={(event) => set(column.id, { isShown: event.currentTarget.checked })}
              />
              {column.title}
            </label>
            <input
              class="input"
              type="number"
              aria-label={`Width of ${column.title}`}
              placeholder="width"
              min={LEAST_WIDTH}
              max={MOST_WIDTH}
              step={10}
              value={choices.get(column.id)?.width ?? ''}
              onChange={(event) => {
                const width = event.currentTarget.valueAsNumber;
                set(column.id, {
                  width: Number.isFinite(width) ? Math.max(LEAST_WIDTH, Math.round(width)) : undefined,
                });
              }}
            />
          </div>
        ))}
        <button type="button" class="button" onClick={() => forgetChoices(name.table, name.kind)}>
          Reset
        </button>
      </div>
    </span>
  );
}

/** For tables whose cells get width and visibility from custom properties of the table. */
export function columnStyle(choices: ColumnChoices): Record<string, string> {
  const style: Record<string, string> = {};
  for (const [id, { isShown, width }] of choices) {
    if (isShown !== undefined) style[`--show-${id}`] = isShown ? 'block' : 'none';
    if (width !== undefined) style[`--width-${id}`] = `${width}px`;
  }
  return style;
}

export interface TableLook {
  readonly name: TableName;
  readonly order: Order | null;
  readonly choices: ColumnChoices;
}

export function tableLook(name: TableName): TableLook {
  return { name, order: orderOf(name.table), choices: choicesOf(name.table, name.kind) };
}

interface HeadsProps {
  readonly look: TableLook;
  readonly columns: readonly HeadColumn[];
  readonly classOf: (column: HeadColumn) => string;
}

/** The heads in the first row of a table of virtual rows. */
export function Heads({ look: { name, order }, columns, classOf }: HeadsProps): ComponentChildren {
  return columns.map((column) => (
    <span
      key={column.id}
      role="columnheader"
      title={column.help}
      class={classOf(column)}
      {...ariaSort(order, column.id)}
    >
      <SortHead name={name} column={column} order={order} />
    </span>
  ));
}
