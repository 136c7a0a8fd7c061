// The change feed as rows: a change, and what a reader gets who knows all up to a number.

import { integer, type Row, text, textOrNull } from '../../base/row.ts';
import type { Change, ChangeFeed } from '../questions/changes.ts';
import { READ_AGAIN } from './read-again.ts';

export function changeOfRow(row: Row): Change {
  const callId = textOrNull(row, 'call_id');
  const isAnew = callId === READ_AGAIN;
  return {
    seq: integer(row, 'seq'),
    agent: text(row, 'agent'),
    session: text(row, 'session'),
    callId: isAnew ? null : callId,
    ...(isAnew ? { isAnew } : {}),
  };
}

/**
 * `oldest` and `newest` are numbers of changes, 0 if there are none. A place ahead of the newest change belongs to an index that was
 * deleted since: everything was missed.
 */
export function feedOf(seq: number, changes: readonly Change[], oldest: number, newest: number): ChangeFeed {
  const isAhead = changes.length === 0 && seq > newest;
  const isBehind = oldest > 0 && seq < oldest - 1;
  const next = isAhead ? newest : (changes.at(-1)?.seq ?? seq);
  return { changes, seq: next, missed: isBehind || isAhead };
}
