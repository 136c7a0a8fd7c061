// Gives sessions the titles that any log has for one of their records.

import { blob, flag, integer, text, textOrNull } from '../../base/row.ts';
import { LastLeaf } from '../../model/leaf-titles.ts';
import { type LeafTitles, leafTitles, retitled, takeTitles } from '../rows/leaf-title.ts';
import type { RelationLocks } from './relation-locks.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** Of the records' places: more would take much memory in a large store. */
const ROWS_AT_ONCE = 200;

/** Every session has yet to be asked, if there are any titles. */
export function* markAnyTitles(): Steps<void> {
  yield* ask('INSERT INTO stale_titles SELECT 1 WHERE EXISTS (SELECT 1 FROM leaf_titles) ON CONFLICT DO NOTHING');
}

/** Every session, if titles came or went. Returns those whose title changed. */
export function* settleTitles(locks: RelationLocks): Steps<number[]> {
  if ((yield* askOne('SELECT 1 AS one FROM stale_titles')) === undefined) return [];
  // In the order in which all lock: sessions first.
  const known = yield* ask(
    `SELECT pk, own_title IS NOT NULL AS is_titled FROM sessions WHERE pk IN (SELECT session_pk FROM record_places)
     ORDER BY pk ${locks.forUpdate}`,
  );
  yield* locks.lockRelations();
  yield* ask('DELETE FROM stale_titles');
  const last = yield* lastTitles(yield* allTitles());
  // Those that have such a title, or had one.
  const titled = known.filter((row) => flag(row, 'is_titled')).map((row) => integer(row, 'pk'));
  const renamed: number[] = [];
  for (const session of [...new Set([...titled, ...last.keys()])].sort((a, b) => a - b)) {
    if (yield* settle(locks, session, last.get(session)?.title)) renamed.push(session);
  }
  return renamed;
}

/** One session, whose row was written without what others say about it. */
export function* settleTitle(locks: RelationLocks, session: number): Steps<void> {
  const titles = yield* allTitles();
  if (titles.size === 0) return;
  const last = new LastLeaf();
  const rows = yield* ask('SELECT body FROM record_places WHERE session_pk = ?', session);
  for (const row of rows) takeTitles(last, blob(row, 'body'), titles);
  if (last.title !== undefined) yield* settle(locks, session, last.title);
}

/** The last title of each session that has one. */
function* lastTitles(titles: LeafTitles): Steps<Map<number, LastLeaf>> {
  const found = new Map<number, LastLeaf>();
  let after: readonly [session: number, num: number] = [0, 0];
  for (let isMore = titles.size > 0; isMore; ) {
    const rows = yield* ask(
      `SELECT session_pk AS pk, num, body FROM record_places WHERE (session_pk, num) > (?, ?) ORDER BY 1, 2 LIMIT ${ROWS_AT_ONCE}`,
      ...after,
    );
    for (const row of rows) {
      after = [integer(row, 'pk'), integer(row, 'num')];
      const last = found.get(after[0]) ?? new LastLeaf();
      takeTitles(last, blob(row, 'body'), titles);
      if (last.title !== undefined) found.set(after[0], last);
    }
    isMore = rows.length === ROWS_AT_ONCE;
  }
  return found;
}

function* allTitles(): Steps<LeafTitles> {
  const rows = yield* ask('SELECT leaf, title FROM leaf_titles');
  return leafTitles(rows.map((row) => ({ leaf: integer(row, 'leaf'), title: text(row, 'title') })));
}

function* settle({ forUpdate }: RelationLocks, session: number, last: string | undefined): Steps<boolean> {
  const row = yield* askOne(`SELECT title, own_title, detail FROM sessions WHERE pk = ? ${forUpdate}`, session);
  if (row === undefined) return false;
  const before = { detail: text(row, 'detail'), shown: textOrNull(row, 'title'), own: textOrNull(row, 'own_title') };
  const { update, isRenamed } = retitled(before, last);
  if (update !== null) {
    const { title, own, detail } = update;
    yield* ask('UPDATE sessions SET title = ?, own_title = ?, detail = ? WHERE pk = ?', title, own, detail, session);
  }
  return isRenamed;
}
