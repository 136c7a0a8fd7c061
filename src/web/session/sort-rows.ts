// Entries of a session sorted by a column. Entries without a value come last, in both directions.

import type { Order } from '../state/table-view.ts';
import type { Entries } from './entries.ts';
import type { Rows } from './rows.ts';

type Value = number | string | null;

function readerOf({ columns }: Entries, id: string): ((i: number) => Value) | undefined {
  const isCall = (i: number): boolean => (columns.key[i] ?? 0) > 0;
  switch (id) {
    case 'name':
      return (i) => (isCall(i) ? (columns.tool[i] ?? null) : (columns.kind[i] ?? null));
    case 'text':
      return (i) => columns.text[i] ?? null;
    case 'status':
      return (i) => (isCall(i) ? `${columns.status[i]} ${columns.code[i] ?? columns.masked[i] ?? ''}` : null);
    case 'at':
      return (i) => columns.at[i] ?? null;
    case 'ms':
      return (i) => columns.ms[i] ?? null;
    case 'size':
      return (i) => (isCall(i) ? (columns.size[i] ?? null) : null);
    default:
      return undefined;
  }
}

/** `shown`: entries at any depth. Sorting ignores nesting. */
export function sortedRows(entries: Entries, shown: Int32Array, { id, isDown }: Order): Rows | undefined {
  const read = readerOf(entries, id);
  if (read === undefined) return undefined;
  const sign = isDown ? -1 : 1;
  const rows = Array.from(shown, (i) => ({ i, value: read(i) }));
  rows.sort((a, b) => {
    if (a.value === b.value) return 0;
    if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
    return (a.value < b.value ? -1 : 1) * sign;
  });
  return {
    index: Int32Array.from(rows, ({ i }) => i),
    depth: new Uint8Array(rows.length),
    nested: new Map(),
  };
}
