// Reads from a call's row what it tried, and whether that worked.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import { BLAMES, STATUSES } from '../../model/outcome.ts';
import type { SessionAttempt } from '../questions/sessions.ts';
import { triedInRow } from './call-row.ts';
import { oneOf } from './one-of.ts';

/**
 * For rows with these columns: call_id, occurrence, tool_id, thread, status, code, blame, requested_at, ended_at, path, summary,
 * detail.
 */
export function attemptOfRow(row: Row): SessionAttempt {
  const code = textOrNull(row, 'code');
  return {
    callId: text(row, 'call_id'),
    occurrence: integer(row, 'occurrence'),
    toolId: text(row, 'tool_id'),
    ...triedInRow(row),
    thread: text(row, 'thread'),
    status: oneOf(STATUSES, text(row, 'status')),
    failure: code === null ? null : { code, blame: oneOf(BLAMES, text(row, 'blame')), message: '' },
    requestedAt: integerOrNull(row, 'requested_at'),
    endedAt: integerOrNull(row, 'ended_at'),
  };
}
