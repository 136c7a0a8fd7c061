// Answers "which logs are there to search?": newest first, with the session of each, and how far it is covered. All are listed
// once; after that only what changed, because an agent that searches writes to its own log meanwhile.

import { integer, text } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SearchableLog } from '../../questions/search.ts';
import { type Condition, joinConditions } from '../../sql/condition.ts';
import { atOrBelow } from '../../sql/places.ts';
import { ChangeLog } from '../index/change-log.ts';
import { exact } from '../index/source-table.ts';
import { boundTo, SQLITE_DIALECT } from './engine.ts';

/** As the database writes it: all logs in one text, because a row for each takes twice as long. */
type Listed = readonly [
  key: number,
  sessionKey: number,
  agent: string,
  session: string,
  source: number,
  thread: string,
  path: string,
  size: number,
  fileBytes: number,
  modifiedAt: number,
  covered: number,
  newestAt: number,
  title: string | null,
  project: string | null,
  rank: string,
  slices: readonly Place[] | null,
];

/** Where the filters of a chunk are. */
type Place = readonly [group: number, column: number, columns: number, blocks: number];

/** For a log whose chunks are all in slices. */
const PLACES = `(SELECT iif(count(*) > 0 AND count(*) = count(slices), json_group_array(json_array(slices, first, columns, blocks)), NULL)
  FROM (SELECT slices, first, columns, blocks FROM text_chunks WHERE source_pk = f.pk ORDER BY num))`;

/** Only sessions that were compared with others need an order. */
const RANK = `iif(s.family IS NULL, '', s.rank)`;

const LISTED = `json_array(f.pk, f.session_pk, s.agent, s.id, f.num, f.thread, f.path,
  CASE WHEN f.path LIKE '%.zst' THEN f.offset ELSE max(f.size, f.offset) END, f.size, ${exact('f.modified_at')},
  coalesce(t.covered, 0), ${exact('coalesce(s.last_at, f.modified_at)')}, s.title, s.project, ${RANK},
  json(${PLACES}))`;

function logOf(listed: Listed): SearchableLog {
  const [key, sessionKey, agent, session, source, thread, path, size, fileBytes, modifiedAt, covered, ...rest] = listed;
  const [newestAt, title, project, rank, places] = rest;
  const slices = (places ?? []).map(([group, column, columns, blocks]) => ({ group, column, columns, blocks }));
  const file = { source, thread, path, size, fileBytes, modifiedAt, covered, slices };
  return { key, sessionKey, agent, session, ...file, newestAt, title, project, rank };
}

function newerFirst(a: SearchableLog, b: SearchableLog): number {
  return b.newestAt - a.newestAt || b.sessionKey - a.sessionKey || a.source - b.source;
}

/** How far the list has followed the index. */
interface Progress {
  /** In the change feed. */
  readonly seq: number;
  /** The newest chunk of a text index, the newest group of slices, and how many text indexes there are. */
  readonly place: number;
  readonly group: number;
  readonly texts: number;
}

interface Listing {
  readonly places: string;
  readonly progress: Progress;
  readonly logs: readonly SearchableLog[];
}

/** From this many changes on, all logs are listed again. */
const MOST_CHANGES = 500;

export class LogList {
  readonly #database: Database;
  readonly #changes: ChangeLog;
  readonly #texts: Query<Omit<Progress, 'seq'>>;
  readonly #changedTexts: Query<number>;
  readonly #ofSession: Query<number>;
  readonly #ranks: Query<readonly [session: number, rank: string]>;
  #known: Listing | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#changes = new ChangeLog(database);
    this.#texts = database.query(
      `SELECT (SELECT coalesce(max(place), 0) FROM text_chunks) AS place,
         (SELECT coalesce(max(num), 0) FROM text_groups) AS "group", (SELECT count(*) FROM texts) AS texts`,
      (row) => ({ place: integer(row, 'place'), group: integer(row, 'group'), texts: integer(row, 'texts') }),
    );
    this.#changedTexts = database.query(
      'SELECT source_pk FROM text_chunks WHERE place > ? UNION ALL SELECT source_pk FROM text_chunks WHERE slices > ?',
      (row) => integer(row, 'source_pk'),
    );
    this.#ofSession = database.query(
      'SELECT f.pk FROM sources f JOIN sessions s ON s.pk = f.session_pk WHERE s.id = ?',
      (row) => integer(row, 'pk'),
    );
    this.#ranks = database.query('SELECT pk, rank FROM sessions WHERE family IS NOT NULL', (row) => [
      integer(row, 'pk'),
      text(row, 'rank'),
    ]);
  }

  newestFirst(places: readonly string[]): readonly SearchableLog[] {
    return this.#database.atOneMoment(() => {
      const known = this.#known?.places === JSON.stringify(places) ? this.#known : undefined;
      const texts = this.#texts.get() ?? { place: 0, group: 0, texts: 0 };
      const progress = { ...texts, seq: this.#changes.last() };
      const logs = (known && this.#followed(known, progress, places)) ?? this.#list(atOrBelow(SQLITE_DIALECT, places));
      this.#known = { places: JSON.stringify(places), progress, logs };
      return logs;
    });
  }

  /** Undefined if too much has changed, or changes are unknown. */
  #followed(
    { logs, progress: before }: Listing,
    now: Progress,
    places: readonly string[],
  ): readonly SearchableLog[] | undefined {
    const { changes, missed } = this.#changes.since(before.seq, MOST_CHANGES);
    const texts = this.#changedTexts.all(before.place, before.group);
    if (missed || changes.length + texts.length >= MOST_CHANGES || now.texts < before.texts) return undefined;
    const sessions = new Set(changes.map(({ session }) => session));
    const keys = new Set([...texts, ...Array.from(sessions, (session) => this.#ofSession.all(session)).flat()]);
    // A deleted session has no key left.
    const left = logs.filter(({ key, session }) => !keys.has(key) && !sessions.has(session));
    const changed = SQLITE_DIALECT.isAmong('f.pk', [...keys]);
    const fresh = this.#list(joinConditions([atOrBelow(SQLITE_DIALECT, places), changed], 'AND'));
    return [...this.#ranked(left), ...fresh].sort(newerFirst);
  }

  /** A session's rank may change when another session arrives. */
  #ranked(logs: readonly SearchableLog[]): SearchableLog[] {
    const ranks = new Map(this.#ranks.all());
    return logs.map((log) => {
      const rank = ranks.get(log.sessionKey) ?? '';
      return rank === log.rank ? log : { ...log, rank };
    });
  }

  #list(which: Condition): SearchableLog[] {
    const { sql, values } = boundTo(which);
    const listed = this.#database
      .query(
        `SELECT json_group_array(${LISTED}) AS logs
         FROM sources f JOIN sessions s ON s.pk = f.session_pk LEFT JOIN texts t ON t.source_pk = f.pk
         WHERE f.ledger IS NOT NULL AND ${sql}`,
        (row) => text(row, 'logs'),
      )
      .get(...values);
    // Our own data: the schema's version guarantees its shape.
    const logs: readonly Listed[] = JSON.parse(listed ?? '[]');
    return logs.map(logOf).sort(newerFirst);
  }
}
