// RAP threads in the runtime's database: each is a session, and the events of its journal are the records.

import { asString, type JsonObject } from '../../base/json.ts';
import { RAP_DATABASE, rapRecord } from '../../model/rap-event.ts';
import type { DatabaseSource, PlacedRecord, RowQuery, SessionRow } from '../source.ts';

/** The journal's index holds event numbers in blocks of this many bits, and inside a block by thread. */
const BLOCK_BITS = 12;

/** Threads with calls that wait for a result, or for more events. */
const WAITING = `SELECT thread FROM call INDEXED BY call_pending WHERE state = 'pending'
  UNION SELECT thread FROM call INDEXED BY call_subscribed WHERE subscription = 'active'`;

/** Only the newest state of a view is kept: the reading must not depend on which of them was seen. */
const EVENTS = `SELECT event.seq, event.kind, event.at, event.body, call.id, call.call_id, call.operation
  FROM event LEFT JOIN call ON call.call = event.call
  WHERE (event.seq >> ${BLOCK_BITS}) = ? AND event.thread = ? AND event.seq >= ? AND event.kind <> 'view_update'
  ORDER BY event.seq`;

/** `threads` may be a single one. The time of the newest event separates two histories of the same length. */
function sessionsSql(counts: string, threads: string): string {
  return `SELECT group_id, events, event.at,
      iif(thread.state = 'closed', 'over', iif(thread.thread IN (${WAITING}), 'waiting', NULL)) AS state
    FROM (${counts}) JOIN thread USING (thread) JOIN event ON event.seq = newest ${threads}`;
}

const ALL = sessionsSql('SELECT thread, count(*) AS events, max(seq) AS newest FROM event GROUP BY thread', '');

const ONE = sessionsSql(
  `WITH RECURSIVE block (num) AS (SELECT 0 UNION ALL SELECT num + 1 FROM block
     WHERE num < (SELECT max(seq) >> ${BLOCK_BITS} FROM event))
   SELECT thread, count(*) AS events, max(seq) AS newest FROM block CROSS JOIN event
   WHERE (seq >> ${BLOCK_BITS}) = num AND thread = (SELECT thread FROM thread WHERE group_id = ?1) GROUP BY thread`,
  'WHERE group_id = ?1',
);

function sessionOf({ group_id, events, at, state }: JsonObject): SessionRow {
  const stands = state === 'waiting' || state === 'over' ? state : undefined;
  return { id: String(group_id), size: Number(events), modifiedAt: Number(at), state: stands };
}

function first(rows: Iterable<JsonObject>): JsonObject | undefined {
  for (const row of rows) return row;
  return undefined;
}

function numberOf(query: RowQuery, sql: string, ...values: readonly string[]): number | undefined {
  const found = first(query(sql, ...values))?.['n'];
  return typeof found === 'number' ? found : undefined;
}

function lastSeq(query: RowQuery): number {
  return numberOf(query, 'SELECT max(seq) AS n FROM event') ?? 0;
}

function placed(groupId: string, row: JsonObject): PlacedRecord {
  const seq = Number(row['seq']);
  const record = rapRecord({
    seq,
    groupId,
    id: asString(row['id']) ?? null,
    callId: asString(row['call_id']) ?? null,
    operation: asString(row['operation']) ?? null,
    kind: String(row['kind']),
    at: Number(row['at']),
    body: String(row['body']),
  });
  return { record, where: `event ${seq} of the journal`, position: seq };
}

function* records(query: RowQuery, groupId: string, from = 0): Generator<PlacedRecord> {
  const thread = numberOf(query, 'SELECT thread AS n FROM thread WHERE group_id = ?', groupId);
  if (thread === undefined) return;
  const last = Math.floor(lastSeq(query) / 2 ** BLOCK_BITS);
  for (let block = Math.floor(from / 2 ** BLOCK_BITS); block <= last; block++) {
    for (const row of query(EVENTS, block, thread, from)) yield placed(groupId, row);
  }
}

export const journal: DatabaseSource = {
  kind: 'database',
  isDatabase: (path) => path.endsWith(RAP_DATABASE) && path.split(/[/\\]/).at(-1) === RAP_DATABASE,
  sessions: (query) => [...query(ALL)].map(sessionOf),
  session: (query, id) => [...query(ONE, id)].map(sessionOf)[0],
  records,
  news: (query, after) => ({
    sessions: [
      ...query('SELECT group_id FROM thread WHERE thread IN (SELECT thread FROM event WHERE seq > ?)', after),
    ].map((row) => String(row['group_id'])),
    mark: lastSeq(query),
  }),
};
