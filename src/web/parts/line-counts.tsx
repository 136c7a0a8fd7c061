// Owns how many lines came and went, in the colours of a diff.

import type { ComponentChildren } from 'preact';
import { formatCount } from '../../base/units.ts';
import './line-counts.css';

interface LineCountsProps {
  readonly added: number | null;
  readonly removed: number | null;
}

export function LineCounts({ added, removed }: LineCountsProps): ComponentChildren {
  if ((added ?? 0) + (removed ?? 0) === 0) return <span class="dim">–</span>;
  return (
    <>
      {(added ?? 0) > 0 ? <span class="lines-added">+{formatCount(added ?? 0)}</span> : null}
      {(added ?? 0) > 0 && (removed ?? 0) > 0 ? ' ' : null}
      {(removed ?? 0) > 0 ? <span class="lines-removed">−{formatCount(removed ?? 0)}</span> : null}
    </>
  );
}
