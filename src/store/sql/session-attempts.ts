// Answers "what did this session try, and did it work?": its calls in file order, in brief.

import { integer } from '../../base/row.ts';
import type { SessionAttempt } from '../questions/sessions.ts';
import { attemptOfRow } from '../rows/attempt-row.ts';
import type { Dialect, SessionRef } from './engine.ts';
import { sessionRef } from './session-keys.ts';
import { ask, type Steps } from './steps.ts';

type KeyedAttempt = SessionAttempt & { readonly key: number };

/** With the keys of the calls' rows. */
export function* sessionAttempts(dialect: Dialect, session: SessionRef): Steps<readonly KeyedAttempt[]> {
  const { sql, values } = dialect.inSession(session);
  const rows = yield* ask(
    `SELECT c.pk, c.call_id, c.occurrence, c.tool_id, c.thread, c.status, c.code, c.blame, c.requested_at, c.ended_at,
       c.path, c.summary, c.detail
     FROM calls c WHERE c.copy_of IS NULL AND ${sql}
     ORDER BY c.source, c."offset", length(c.pointer), c.pointer, c.occurrence`,
    ...values,
  );
  return rows.map((row) => ({ key: integer(row, 'pk'), ...attemptOfRow(row) }));
}

/** By the key of the session's row. */
export function* attemptsIn(dialect: Dialect, session: number): Steps<readonly KeyedAttempt[]> {
  const ref = yield* sessionRef(dialect, session);
  return ref === undefined ? [] : yield* sessionAttempts(dialect, ref);
}
