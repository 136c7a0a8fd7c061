// Answers "which logs are there to search?": newest first, with the session of each, and how far it is covered.

import { blob, integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { SearchableLog, SlicePlace, TextChunk, TextSlice } from '../../questions/search.ts';
import { atOrBelow } from '../../sql/places.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { POSTGRES_DIALECT } from './engine.ts';
import { logPath } from './log-path.ts';

/** Four numbers of every chunk, as `PLACES` writes them. */
function placesOf(written: string | null): SlicePlace[] {
  if (written === null) return [];
  return written.split(',').map((place) => {
    const [group = 0, column = 0, columns = 0, blocks = 0] = place.split(' ').map(Number);
    return { group, column, columns, blocks };
  });
}

/** Of logs whose chunks are all in slices. */
const PLACES = `SELECT session_pk, source_pk, string_agg(concat_ws(' ', slices, "column", columns, blocks), ',' ORDER BY num) AS places
  FROM text_chunks GROUP BY session_pk, source_pk HAVING count(*) = count(slices)`;

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
    slices: placesOf(textOrNull(row, 'places')),
    newestAt: integer(row, 'newest_at'),
    title: textOrNull(row, 'title'),
    project: textOrNull(row, 'project'),
    rank: text(row, 'rank'),
  };
}

export async function searchableLogs(on: Statements, places: readonly string[]): Promise<SearchableLog[]> {
  const { sql, values } = atOrBelow(POSTGRES_DIALECT, places);
  const rows = await ask(
    on,
    `SELECT f.pk, f.session_pk, s.agent, s.id, f.num, f.thread, ${logPath('f')} AS path,
       CASE WHEN right(f.path, 4) = '.zst' THEN f."offset" ELSE greatest(f.size, f."offset") END AS unpacked, f.size,
       f.modified_at, coalesce(t.covered, 0) AS covered, coalesce(s.last_at, f.modified_at) AS newest_at, s.title,
       s.project, s.rank, c.places
     FROM sources f JOIN sessions s ON s.pk = f.session_pk
       LEFT JOIN texts t ON t.session_pk = f.session_pk AND t.source_pk = f.pk
       LEFT JOIN (${PLACES}) c ON c.session_pk = f.session_pk AND c.source_pk = f.pk
     WHERE f.ledger IS NOT NULL AND ${sql} ORDER BY newest_at DESC, f.session_pk DESC, f.num`,
    ...values,
  );
  return rows.map(logOf);
}

function chunkOf(row: Row): TextChunk {
  const group = integerOrNull(row, 'slices');
  const body = blob(row, 'body');
  if (group === null) return { body, slice: null };
  const [column, columns, blocks] = [integer(row, 'column'), integer(row, 'columns'), integer(row, 'blocks')];
  return { body, slice: { group, column, columns, blocks } };
}

/** The chunks of the text indexes of logs, in order. */
export async function textChunks(on: Statements, logs: readonly number[]): Promise<Map<number, TextChunk[]>> {
  const rows = await ask(
    on,
    `SELECT c.source_pk, c.body, c.slices, c."column", c.columns, c.blocks
     FROM sources f JOIN text_chunks c ON c.session_pk = f.session_pk AND c.source_pk = f.pk
     WHERE f.pk = ANY(?::int8[]) ORDER BY c.source_pk, c.num`,
    logs,
  );
  const chunks = new Map<number, TextChunk[]>();
  for (const row of rows) {
    const log = integer(row, 'source_pk');
    const known = chunks.get(log);
    if (known === undefined) chunks.set(log, [chunkOf(row)]);
    else known.push(chunkOf(row));
  }
  return chunks;
}

export async function textSlices(
  on: Statements,
  groups: readonly number[],
  numbers: readonly number[],
): Promise<TextSlice[]> {
  const rows = await ask(
    on,
    'SELECT slices, "row", bits FROM text_slices WHERE slices = ANY(?::int4[]) AND "row" = ANY(?::int4[])',
    groups,
    numbers,
  );
  return rows.map((row) => ({ group: integer(row, 'slices'), row: integer(row, 'row'), bits: blob(row, 'bits') }));
}
