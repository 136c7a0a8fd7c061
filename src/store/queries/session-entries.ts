// Owns the question "what happened in this session, in order?": its calls, what was said and compactions, in columns, a
// chunk at a time. The database itself writes the columns as JSON: a session of a hundred thousand calls is answered
// without one object per call.

import type { Compaction } from '../../model/session.ts';
import type { Database, Query } from '../database.ts';
import { integer, type Row, text } from '../row.ts';

/** The columns of a chunk, in order; each is a JSON array of one value per entry. */
const COLUMNS = [
  'kind',
  'source',
  'offset',
  'pointer',
  'thread',
  'at',
  'text',
  'size',
  'model',
  'key',
  'callId',
  'occurrence',
  'tool',
  'toolId',
  'status',
  'code',
  'blame',
  'endedAt',
  'ms',
  'basis',
  'bound',
  'waitMs',
  'hookMs',
  'turn',
  'group',
  'parentCall',
  'startedThread',
  'background',
  'tokens',
  'path',
  'flags',
] as const;

/** Columns that hold JSON already. */
const WRITTEN: ReadonlySet<string> = new Set(['background', 'flags']);

/** A person's own decision is the only one that takes time, and its time is that of the answer. */
const WAIT = `CASE WHEN c.detail ->> '$.pm.by' = 'user' AND c.detail ->> '$.pm.decision' <> 'asked'
  THEN max(0, (c.detail ->> '$.pm.at') - c.requested_at) END`;

const HOOKS = `CASE WHEN c.detail ->> '$.h' IS NOT NULL THEN (SELECT sum(h.duration_ms) FROM hooks h
  WHERE h.session_pk = c.session_pk AND h.call_id = c.call_id AND h.call_id <> '') END`;

const FLAGS = `CASE WHEN c.copy_of IS NOT NULL THEN '["copy"' ELSE '[' END
  || CASE WHEN c.flags IS NULL THEN '' ELSE CASE WHEN c.copy_of IS NULL THEN '' ELSE ',' END
    || '"' || replace(c.flags, ' ', '","') || '"' END || ']'`;

/** Whole numbers are written several times faster than others, and shorter. */
function whole(column: string): string {
  return `CAST(${column} AS INTEGER)`;
}

/** The same for what may have a fraction. */
function mostlyWhole(column: string): string {
  return `iif(${column} = ${whole(column)}, ${whole(column)}, ${column})`;
}

const CALLS = `SELECT 'call' AS "kind", c.source AS "source", c.offset AS "offset", c.pointer AS "pointer",
  2 AS "rank", c.occurrence AS "occurrence", c.thread AS "thread", ${whole('c.requested_at')} AS "at", c.summary AS "text",
  ${whole('c.bytes')} AS "size", c.model AS "model", c.pk AS "key", c.call_id AS "callId", c.tool AS "tool", c.tool_id AS "toolId",
  c.status AS "status", c.code AS "code", c.blame AS "blame", ${whole('c.ended_at')} AS "endedAt", ${mostlyWhole('c.ms')} AS "ms", c.basis AS "basis",
  c.bound AS "bound", ${WAIT} AS "waitMs", ${HOOKS} AS "hookMs", c.turn AS "turn", c.detail ->> '$.pg' AS "group",
  c.detail ->> '$.pc' AS "parentCall", c.detail ->> '$.ag' AS "startedThread",
  CASE WHEN c.detail -> '$.bg' IS NULL THEN 'false' ELSE 'true' END AS "background", ${whole('c.tokens')} AS "tokens",
  c.path AS "path", ${FLAGS} AS "flags"
  FROM calls c WHERE c.session_pk = ?1`;

/** What is no call has none of a call's values. */
const NO_CALL = `'', '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, 'false'`;

const MESSAGES = `SELECT m.what, m.source, m.offset, m.pointer, 1, 0, m.thread, ${whole('m.at')}, m.preview, m.size, m.model, 0,
  coalesce(m.call_id, ''), ${NO_CALL}, NULL, NULL, '[]' FROM messages m WHERE m.session_pk = ?1`;

const COMPACTIONS = `SELECT 'compaction', j.value ->> 'source', j.value ->> 'offset', '', 0, 0, j.value ->> 'thread',
  j.value ->> 'at', j.value ->> 'text', NULL, NULL, 0, '', ${NO_CALL}, j.value ->> 'tokens', NULL, '[]'
  FROM json_each(?2) j WHERE 1`;

const ORDER = '"source", "offset", "pointer", "rank", "occurrence"';
const AFTER = '(?3, ?4, ?5, ?6, ?7)';

function columnsOf(entries: string): string {
  const lists = COLUMNS.map((name) => {
    const value = WRITTEN.has(name) ? `json("${name}")` : `"${name}"`;
    return `json_group_array(${value}) AS "${name}"`;
  });
  return `SELECT count(*) AS n, json_group_array("rank") AS "rank", ${lists.join(', ')} FROM (${entries})`;
}

/** A place in the order of entries: a chunk begins after it. */
interface EntryCursor {
  readonly source: number;
  readonly offset: number;
  readonly pointer: string;
  readonly rank: number;
  readonly occurrence: number;
}

const START: EntryCursor = { source: -1, offset: -1, pointer: '', rank: 0, occurrence: 0 };

/** One line of JSON with all columns. */
function chunkOf(row: Row): string {
  return `{${COLUMNS.map((name) => `"${name}":${text(row, name)}`).join(',')}}`;
}

function lastOf(row: Row, name: string): unknown {
  const list: unknown[] = JSON.parse(text(row, name));
  return list.at(-1);
}

function cursorOf(row: Row): EntryCursor {
  return {
    source: Number(lastOf(row, 'source')),
    offset: Number(lastOf(row, 'offset')),
    pointer: String(lastOf(row, 'pointer')),
    rank: Number(lastOf(row, 'rank')),
    occurrence: Number(lastOf(row, 'occurrence')),
  };
}

function compactionText({ trigger, preTokens, postTokens }: Compaction): string {
  if (preTokens === null) return trigger;
  return postTokens === null
    ? `${trigger}, from ${preTokens} tokens`
    : `${trigger}, ${preTokens} → ${postTokens} tokens`;
}

function compactionJson(compactions: readonly Compaction[]): string {
  return JSON.stringify(
    compactions.map((compaction) => ({
      source: compaction.ref.source,
      offset: compaction.ref.offset,
      thread: compaction.thread,
      at: compaction.at,
      tokens: compaction.preTokens,
      text: compactionText(compaction),
    })),
  );
}

export class SessionEntries {
  readonly #count: Query<number>;
  readonly #chunk: Query<Row>;
  readonly #changed: Query<Row>;
  readonly #said: Query<Row>;
  readonly #sources: Query<number>;

  constructor(database: Database) {
    this.#count = database.query(
      `SELECT (SELECT count(*) FROM calls WHERE session_pk = ?1) + (SELECT count(*) FROM messages WHERE session_pk = ?1)
       AS n`,
      (row) => integer(row, 'n'),
    );
    this.#chunk = database.query(
      columnsOf(
        `${CALLS} AND (c.source, c.offset) >= (?3, ?4) AND (c.source, c.offset, c.pointer, 2, c.occurrence) > ${AFTER}
         UNION ALL ${MESSAGES} AND (m.source, m.offset) >= (?3, ?4) AND (m.source, m.offset, m.pointer, 1, 0) > ${AFTER}
         UNION ALL ${COMPACTIONS} AND (j.value ->> 'source', j.value ->> 'offset', '', 0, 0) > ${AFTER}
         ORDER BY ${ORDER} LIMIT ?8`,
      ),
      (row) => row,
    );
    // By their ids: walking through the session to find a few of its calls would cost as much as the session is long.
    this.#changed = database.query(
      columnsOf(
        `${CALLS.replace('FROM calls c', 'FROM calls c INDEXED BY calls_id')} AND c.call_id IN (SELECT value FROM json_each(?2)) ORDER BY ${ORDER}`,
      ),
      (row) => row,
    );
    this.#said = database.query(
      columnsOf(
        `SELECT * FROM (${CALLS} AND 0 UNION ALL ${MESSAGES} AND m.source = ?3 AND m.offset > ?4
         UNION ALL ${COMPACTIONS} AND j.value ->> 'source' = ?3 AND j.value ->> 'offset' > ?4) ORDER BY ${ORDER}`,
      ),
      (row) => row,
    );
    this.#sources = database.query('SELECT num FROM sources WHERE session_pk = ?', (row) => integer(row, 'num'));
  }

  /** `session` is the key of its row. */
  count(session: number, compactions: readonly Compaction[]): number {
    return (this.#count.get(session) ?? 0) + compactions.length;
  }

  /** All entries in the order of the files. Other work may go on between two chunks. */
  *all(session: number, compactions: readonly Compaction[], size: number): Generator<string> {
    const compacted = compactionJson(compactions);
    let { source, offset, pointer, rank, occurrence } = START;
    for (;;) {
      const row = this.#chunk.get(session, compacted, source, offset, pointer, rank, occurrence, size);
      const count = row === undefined ? 0 : integer(row, 'n');
      if (row === undefined || count === 0) return;
      yield chunkOf(row);
      if (count < size) return;
      ({ source, offset, pointer, rank, occurrence } = cursorOf(row));
    }
  }

  /** Every occurrence of these calls. */
  *calls(session: number, callIds: readonly string[], size: number): Generator<string> {
    for (let from = 0; from < callIds.length; from += size) {
      const row = this.#changed.get(session, JSON.stringify(callIds.slice(from, from + size)));
      if (row !== undefined && integer(row, 'n') > 0) yield chunkOf(row);
    }
  }

  /** What was said after places in the files; of a file without a place everything. */
  *said(session: number, compactions: readonly Compaction[], after: ReadonlyMap<number, number>): Generator<string> {
    const compacted = compactionJson(compactions);
    for (const source of this.#sources.all(session)) {
      const row = this.#said.get(session, compacted, source, after.get(source) ?? -1);
      if (row !== undefined && integer(row, 'n') > 0) yield chunkOf(row);
    }
  }
}
