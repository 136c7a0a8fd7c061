// Owns reading from a call's row what it tried, and whether that worked.

import { BLAMES, type CallStatus, type Failure, STATUSES } from '../../model/outcome.ts';
import { integerOrNull, type Row, text, textOrNull } from '../row.ts';
import { targetOfRow } from './call-row.ts';
import { oneOf } from './one-of.ts';

export interface SessionAttempt {
  readonly callId: string;
  readonly toolId: string;
  readonly target: string | null;
  readonly thread: string;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  readonly requestedAt: number | null;
  readonly endedAt: number | null;
}

/**
 * Of rows with these columns: call_id, tool_id, thread, status, code, blame, requested_at, ended_at, path,
 * summary, detail.
 */
export function attemptOfRow(row: Row): SessionAttempt {
  const code = textOrNull(row, 'code');
  return {
    callId: text(row, 'call_id'),
    toolId: text(row, 'tool_id'),
    target: targetOfRow(row),
    thread: text(row, 'thread'),
    status: oneOf(STATUSES, text(row, 'status')),
    failure: code === null ? null : { code, blame: oneOf(BLAMES, text(row, 'blame')), message: '' },
    requestedAt: integerOrNull(row, 'requested_at'),
    endedAt: integerOrNull(row, 'ended_at'),
  };
}
