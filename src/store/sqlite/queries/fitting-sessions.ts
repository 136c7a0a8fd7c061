// Answers "which sessions made a matching call?"; for a filter about sessions alone, which match.

import { integer } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { ALWAYS, joinConditions } from '../../sql/condition.ts';
import type { Fitting } from '../../sql/sessions.ts';
import { CallScan } from './call-scan.ts';
import { dataVersion, SQLITE_DIALECT, wordsOf } from './engine.ts';
import { FindCalls, questionCondition } from './find-calls.ts';
import { scopeOf } from './scope.ts';
import { sessionFilter } from './session-filter.ts';

/** Keys of their rows. */
export function fittingSessions(database: Database, question: CallQuestion): ReadonlySet<number> {
  const { filter } = question;
  const members = sessionFilter(database, filter);
  if (members !== undefined) return new Set(Array.from(members.keys()).filter((key) => members[key] === 1));
  if (filter.type !== 'and') return sessionsOfCalls(database, question);
  // Terms about sessions are decided for each as a whole: `tokens` are all of its tokens, not those of a call.
  const asked = filter.items.map((item) => ({ item, members: sessionFilter(database, item) }));
  const ofCalls = asked.filter(({ members: found }) => found === undefined).map(({ item }) => item);
  const keys = sessionsOfCalls(database, { ...question, filter: { type: 'and', items: ofCalls } });
  return new Set(
    [...keys].filter((key) => asked.every(({ members: found }) => found === undefined || found[key] === 1)),
  );
}

/** The same as a condition on rows `s`. Undefined if nothing was committed since the known version. */
export function newFitting(database: Database, question: CallQuestion, known: string | undefined): Fitting | undefined {
  const version = dataVersion(database);
  if (version === known) return undefined;
  const isAmong =
    question.filter.type === 'all' ? ALWAYS : SQLITE_DIALECT.isAmong('s.pk', [...fittingSessions(database, question)]);
  return { version, where: joinConditions([scopeOf(database, question.places, 's.pk'), isAmong], 'AND') };
}

function sessionsOfCalls(database: Database, question: CallQuestion): ReadonlySet<number> {
  const scan = new CallScan(database, question);
  const session = scan.column('session');
  const keys = new Set<number>();
  let last = 0;
  scan.each(({ slots, count }) => {
    for (let i = 0; i < count; i++) {
      const key = session[slots[i] ?? 0] ?? 0;
      if (key !== last) keys.add(key);
      last = key;
    }
  });
  return keys;
}

/** Keys of the matching calls of one session. */
export function fittingCalls(database: Database, question: CallQuestion, session: number): number[] {
  const { where, decided } = questionCondition(question, database);
  if (decided.isExact) {
    const keys = database.query(
      `SELECT c.pk FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.session_pk = ? AND ${where.sql}`,
      (row) => integer(row, 'pk'),
    );
    return keys.all(session, ...where.values);
  }
  return new FindCalls(database, wordsOf(database), question, { session }).keys();
}
