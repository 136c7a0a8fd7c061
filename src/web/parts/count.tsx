// Counts in tables: links to what they count, a dash for none; and columns of them.

import type { ComponentChildren } from 'preact';
import { formatCount } from '../../base/units.ts';
import type { Column } from './sort-table.tsx';

interface CountProps {
  readonly value: number;
  readonly href?: string | undefined;
  readonly tone?: string | undefined;
  /** Shown instead of the number, which is then in a tooltip. */
  readonly text?: string | undefined;
}

export function Count({ value, href, tone, text }: CountProps): ComponentChildren {
  if (value === 0) return <span class="dim">–</span>;
  const number = formatCount(value);
  if (href === undefined) return tone === undefined ? number : <span class={tone}>{number}</span>;
  return (
    <a class={tone} href={href} title={text === undefined || text === number ? undefined : number}>
      {text ?? number}
    </a>
  );
}

interface CountColumn<Row> extends Pick<Column<Row>, 'help' | 'isExtra' | 'isRoomy'> {
  readonly href?: (row: Row) => string;
  readonly tone?: string;
  readonly text?: (count: number) => string;
}

export function countColumn<Row>(
  id: string,
  title: string,
  count: (row: Row) => number,
  { href, tone, text, ...more }: CountColumn<Row>,
): Column<Row> {
  const cell = (row: Row): ComponentChildren => {
    const value = count(row);
    return <Count value={value} href={href?.(row)} tone={tone} text={text?.(value)} />;
  };
  return { id, title, isNumber: true, ...more, sort: count, cell };
}
