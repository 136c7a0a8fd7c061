// Answers "what became of the calls that changed?": those of one change that fit a filter, with whose they are.

import { type Row, textOrNull } from '../../../base/row.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { ChangedCall } from '../../questions/calls.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Statements } from '../database/statement.ts';
import { CallJudge } from './call-judge.ts';
import type { CallWords } from './call-reader.ts';
import { ask, askOne } from './condition.ts';
import { rowsOfCall } from './one-call.ts';
import { inSession, type SessionRef, sessionBelow } from './session-keys.ts';

async function fitting(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  session: SessionRef,
  rows: readonly Row[],
): Promise<ChangedCall[]> {
  const home = await askOne(on, 'SELECT project FROM sessions WHERE pk = ?::int8', session.pk);
  if (home === undefined) return [];
  const project = textOrNull(home, 'project');
  const calls = await new CallJudge(on, words, question).fitting(rows);
  return calls.map(({ call, pathOf }) => ({ call, project, pathOf }));
}

export async function changedCalls(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  session: SessionKey,
  callId: string,
): Promise<ChangedCall[]> {
  const key = await sessionBelow(on, session, question.places);
  if (key === undefined) return [];
  return fitting(on, words, question, key, await rowsOfCall(on, key, callId, 'AND c.copy_of IS NULL'));
}

/** Those of a session that were made or came to something since then. */
export async function callsChangedSince(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  session: SessionKey,
  at: number,
): Promise<ChangedCall[]> {
  const key = await sessionBelow(on, session, question.places);
  if (key === undefined) return [];
  const own = inSession('c', key);
  const rows = await ask(
    on,
    `SELECT * FROM calls c WHERE ${own.sql} AND c.copy_of IS NULL AND coalesce(c.ended_at, c.requested_at) >= ?::float8
     ORDER BY coalesce(c.ended_at, c.requested_at), c.pk`,
    ...own.values,
    at,
  );
  return fitting(on, words, question, key, rows);
}
