// A count in a table, as a link to what it counts; a dash for none.

import type { ComponentChildren } from 'preact';
import { formatCount } from '../../base/units.ts';

interface CountProps {
  readonly value: number;
  readonly href?: string;
  readonly tone?: string;
  /** Shown instead of the number, which is then in a tooltip. */
  readonly text?: string;
}

export function Count({ value, href, tone = '', text }: CountProps): ComponentChildren {
  if (value === 0) return <span class="dim">–</span>;
  const number = formatCount(value);
  if (href === undefined) return number;
  return (
    <a class={tone} href={href} title={text === undefined || text === number ? undefined : number}>
      {text ?? number}
    </a>
  );
}
