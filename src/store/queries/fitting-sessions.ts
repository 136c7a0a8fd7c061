// Owns the question "which sessions made a call that fits?".

import type { Database } from '../database.ts';
import { integer } from '../row.ts';
import { type CallQuestion, FindCalls, questionCondition } from './find-calls.ts';

/** Keys of their rows. */
export function fittingSessions(database: Database, question: CallQuestion): ReadonlySet<number> {
  const { where, decided } = questionCondition(question, database);
  if (decided.isExact) {
    const keys = database.query(
      `SELECT DISTINCT c.session_pk FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE ${where.sql}`,
      (row) => integer(row, 'session_pk'),
    );
    return new Set(keys.all(...where.values));
  }
  const key = database.query('SELECT pk FROM sessions WHERE agent = ? AND id = ?', (row) => integer(row, 'pk'));
  const keys = new Set<number>();
  let last = '';
  for (const { call } of new FindCalls(database, question).newestFirst()) {
    const name = `${call.agent} ${call.session}`;
    if (name === last) continue;
    last = name;
    const found = key.get(call.agent, call.session);
    if (found !== undefined) keys.add(found);
  }
  return keys;
}

/** Keys of the calls of one session that fit. */
export function fittingCalls(database: Database, question: CallQuestion, session: number): number[] {
  const { where, decided } = questionCondition(question, database);
  if (decided.isExact) {
    const keys = database.query(
      `SELECT c.pk FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.session_pk = ? AND ${where.sql}`,
      (row) => integer(row, 'pk'),
    );
    return keys.all(session, ...where.values);
  }
  return [...new FindCalls(database, question, { session }).keys()];
}
