// A file of the index as the values of its row.

import type { SourceFacts } from '../session-batch.ts';
import { ledgerText } from './ledger-text.ts';

/** In the order of the columns session_pk to ledger. */
export function sourceValues(session: number, source: SourceFacts): (string | number | null)[] {
  return [
    session,
    source.num,
    source.path,
    source.thread,
    source.startedAt,
    source.device,
    source.inode,
    source.size,
    source.modifiedAt,
    source.offset,
    source.line,
    source.head,
    source.tail,
    source.ledger === null ? null : ledgerText(source.ledger),
  ];
}
