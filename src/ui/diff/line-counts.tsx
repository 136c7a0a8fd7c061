// Added and removed lines: "+3 −1", in the colours of a diff.

import { formatCount } from '../../base/units.ts';
import './diff.css';

interface LineCountsProps {
  readonly added: number | null;
  readonly removed: number | null;
  /** Shown when there are no changes. */
  readonly none?: string;
}

export function LineCounts({ added, removed, none = '' }: LineCountsProps) {
  if ((added ?? 0) + (removed ?? 0) === 0) return none === '' ? null : <span class="ts-diff__none">{none}</span>;
  return (
    <>
      {added !== null && added > 0 && <span class="ts-diff__added">+{formatCount(added)}</span>}
      {removed !== null && removed > 0 && <span class="ts-diff__removed">−{formatCount(removed)}</span>}
    </>
  );
}
