// Gives sessions the titles that any log has for one of their records.

import { blob, integer, text, textOrNull } from '../../base/row.ts';
import { type LeafTitles, lastTitle, leafTitles, retitled } from '../rows/leaf-title.ts';
import type { RelationLocks } from './relation-locks.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** Every session has yet to be asked, if there are any titles. */
export function* markAnyTitles(): Steps<void> {
  yield* ask('INSERT INTO stale_titles SELECT 1 WHERE EXISTS (SELECT 1 FROM leaf_titles) ON CONFLICT DO NOTHING');
}

/** Every session, if titles came or went. Returns those whose title changed. */
export function* settleTitles(locks: RelationLocks): Steps<number[]> {
  if ((yield* askOne('SELECT 1 AS one FROM stale_titles')) === undefined) return [];
  // In the order in which all lock: sessions first.
  yield* ask(
    `SELECT pk FROM sessions WHERE pk IN (SELECT session_pk FROM record_places) ORDER BY pk ${locks.forUpdate}`,
  );
  yield* locks.lockRelations();
  yield* ask('DELETE FROM stale_titles');
  const titles = yield* allTitles();
  const renamed: number[] = [];
  for (const row of yield* ask('SELECT DISTINCT session_pk AS pk FROM record_places ORDER BY 1')) {
    const session = integer(row, 'pk');
    if (yield* settle(locks, session, titles)) renamed.push(session);
  }
  return renamed;
}

/** One session, whose row was written without what others say about it. */
export function* settleTitle(locks: RelationLocks, session: number): Steps<void> {
  const titles = yield* allTitles();
  if (titles.size > 0) yield* settle(locks, session, titles);
}

function* allTitles(): Steps<LeafTitles> {
  const rows = yield* ask('SELECT leaf, title FROM leaf_titles');
  return leafTitles(rows.map((row) => ({ leaf: integer(row, 'leaf'), title: text(row, 'title') })));
}

function* settle({ forUpdate }: RelationLocks, session: number, titles: LeafTitles): Steps<boolean> {
  const row = yield* askOne(`SELECT title, own_title, detail FROM sessions WHERE pk = ? ${forUpdate}`, session);
  if (row === undefined) return false;
  const records = yield* ask('SELECT body FROM record_places WHERE session_pk = ? ORDER BY num', session);
  const last = lastTitle(
    records.map((record) => blob(record, 'body')),
    titles,
  );
  const before = { detail: text(row, 'detail'), shown: textOrNull(row, 'title'), own: textOrNull(row, 'own_title') };
  const { update, isRenamed } = retitled(before, last);
  if (update !== null) {
    const { title, own, detail } = update;
    yield* ask('UPDATE sessions SET title = ?, own_title = ?, detail = ? WHERE pk = ?', title, own, detail, session);
  }
  return isRenamed;
}
