// Answers "what did this session try, and did it work?": its calls in the order of its files, in brief.

import { integer } from '../../../base/row.ts';
import type { SessionAttempt } from '../../questions/sessions.ts';
import { attemptOfRow } from '../../rows/attempt-row.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { inSession, type SessionRef } from './session-keys.ts';

/** With the keys of the calls' rows. */
export async function sessionAttempts(
  on: Statements,
  session: SessionRef,
): Promise<(SessionAttempt & { readonly key: number })[]> {
  const { sql, values } = inSession('c', session);
  const rows = await ask(
    on,
    `SELECT c.pk, c.call_id, c.occurrence, c.tool_id, c.thread, c.status, c.code, c.blame, c.requested_at, c.ended_at,
       c.path, c.summary, c.detail
     FROM calls c WHERE c.copy_of IS NULL AND ${sql}
     ORDER BY c.source, c."offset", length(c.pointer), c.pointer, c.occurrence`,
    ...values,
  );
  return rows.map((row) => ({ key: integer(row, 'pk'), ...attemptOfRow(row) }));
}
