// Answers "which logs are there to search?": newest first, with the session of each, and how far it is covered.

import { blob, flag, integer, type Row, text, textOrNull } from '../../../base/row.ts';
import type { SearchableLog, SearchedSession } from '../../questions/search.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import type { Statements } from '../database/statement.ts';
import { ask, askOne, atOrBelow } from './condition.ts';
import { logPath } from './log-path.ts';

function logOf(row: Row): SearchableLog {
  return {
    key: integer(row, 'pk'),
    sessionKey: integer(row, 'session_pk'),
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    source: integer(row, 'num'),
    thread: text(row, 'thread'),
    path: text(row, 'path'),
    size: integer(row, 'unpacked'),
    fileBytes: integer(row, 'size'),
    modifiedAt: integer(row, 'modified_at'),
    covered: integer(row, 'covered'),
    newestAt: integer(row, 'newest_at'),
    title: textOrNull(row, 'title'),
    project: textOrNull(row, 'project'),
    rank: text(row, 'rank'),
  };
}

export async function searchableLogs(on: Statements, places: readonly string[]): Promise<SearchableLog[]> {
  const { sql, values } = atOrBelow(places);
  const rows = await ask(
    on,
    `SELECT f.pk, f.session_pk, s.agent, s.id, f.num, f.thread, ${logPath('f')} AS path,
       CASE WHEN right(f.path, 4) = '.zst' THEN f."offset" ELSE greatest(f.size, f."offset") END AS unpacked, f.size,
       f.modified_at, coalesce(t.covered, 0) AS covered, coalesce(s.last_at, f.modified_at) AS newest_at, s.title,
       s.project, s.rank
     FROM sources f JOIN sessions s ON s.pk = f.session_pk LEFT JOIN texts t ON t.source_pk = f.pk
     WHERE f.ledger IS NOT NULL AND ${sql} ORDER BY newest_at DESC, f.session_pk DESC, f.num`,
    ...values,
  );
  return rows.map(logOf);
}

/** By the key of its row. */
export async function searchedSession(on: Statements, session: number): Promise<SearchedSession | undefined> {
  const row = await askOne(
    on,
    'SELECT title, project, lineage, rank, live, detail FROM sessions WHERE pk = ?::int8',
    session,
  );
  if (row === undefined) return undefined;
  const { fields, threads }: SessionDetail = JSON.parse(text(row, 'detail'));
  return {
    title: textOrNull(row, 'title'),
    project: textOrNull(row, 'project'),
    lineage: textOrNull(row, 'lineage'),
    rank: text(row, 'rank'),
    live: flag(row, 'live'),
    fields,
    threads,
  };
}

/** The chunks of a log's text index, in order. */
export async function textChunks(on: Statements, log: number): Promise<Uint8Array[]> {
  const rows = await ask(on, 'SELECT body FROM text_chunks WHERE source_pk = ?::int8 ORDER BY num', log);
  return rows.map((row) => blob(row, 'body'));
}
