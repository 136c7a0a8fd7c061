// A moment as the time that has passed since then, and columns of moments.

import type { ComponentChildren } from 'preact';
import { ago, wholeTime } from './display-text.ts';
import type { Column } from './sort-table.tsx';

export function When({ at }: { readonly at: number | null }): ComponentChildren {
  return <span title={wholeTime(at)}>{ago(at, Date.now())}</span>;
}

export function timeColumn<Row>(
  id: string,
  title: string,
  at: (row: Row) => number | null,
  more: Pick<Column<Row>, 'isNumber' | 'isExtra' | 'isRoomy'> = {},
): Column<Row> {
  return { id, title, ...more, sort: (row) => at(row) ?? 0, cell: (row) => <When at={at(row)} /> };
}
