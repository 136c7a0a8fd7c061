// Answers "what happened to the calls that changed?": the matching calls of one change, with their session.

import { type Row, textOrNull } from '../../base/row.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import type { ChangedCall } from '../questions/calls.ts';
import type { SessionKey } from '../session-batch.ts';
import { CallJudge } from './call-judge.ts';
import type { CallWords } from './call-reader.ts';
import { condition } from './condition.ts';
import type { Dialect, SessionRef } from './engine.ts';
import { rowsOfCall } from './one-call.ts';
import { sessionBelow } from './session-keys.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** Matching calls among the rows that `rowsOf` finds in the session. */
function* fitting(
  dialect: Dialect,
  words: CallWords,
  question: CallQuestion,
  key: SessionKey,
  rowsOf: (session: SessionRef) => Steps<readonly Row[]>,
): Steps<readonly ChangedCall[]> {
  const session = yield* sessionBelow(dialect, key, question.places);
  if (session === undefined) return [];
  const rows = yield* rowsOf(session);
  const home = yield* askOne('SELECT project FROM sessions WHERE pk = ?', session.pk);
  if (rows.length === 0 || home === undefined) return [];
  const project = textOrNull(home, 'project');
  const calls = yield* new CallJudge(dialect, words, question).fitting(rows);
  return calls.map(({ call, pathOf }) => ({ call, project, pathOf }));
}

export function changedCalls(
  dialect: Dialect,
  words: CallWords,
  question: CallQuestion,
  key: SessionKey,
  callId: string,
): Steps<readonly ChangedCall[]> {
  return fitting(dialect, words, question, key, (session) =>
    rowsOfCall(dialect, session, callId, [condition('c.copy_of IS NULL')]),
  );
}

/** Those of a session that were requested or ended since then. */
export function callsChangedSince(
  dialect: Dialect,
  words: CallWords,
  question: CallQuestion,
  key: SessionKey,
  at: number,
): Steps<readonly ChangedCall[]> {
  return fitting(dialect, words, question, key, (session) => {
    const own = dialect.inSession(session);
    return ask(
      `SELECT * FROM calls c WHERE ${own.sql} AND c.copy_of IS NULL AND coalesce(c.ended_at, c.requested_at) >= ?
       ORDER BY coalesce(c.ended_at, c.requested_at), c.pk`,
      ...own.values,
      at,
    );
  });
}
