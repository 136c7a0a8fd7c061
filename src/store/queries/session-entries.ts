// Owns the question "what happened in this session, in order?": its calls, what was said and compactions, in columns, a
// chunk at a time. The database itself writes the columns as JSON: a session of a hundred thousand calls is answered
// without one object per call.

import type { Compaction, Message } from '../../model/session.ts';
import type { Database, Query } from '../database.ts';
import { integer, type Row, text } from '../row.ts';
import { SessionMessages } from './session-messages.ts';

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

const HOOKS = `CASE WHEN c.hooks IS NOT NULL THEN (SELECT sum(h.value ->> 3) FROM json_each(c.hooks) h) END`;

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

/** At one place the compaction comes first, then what was said, then calls. */
const MESSAGE_RANK = 1;

/** What is no call has none of a call's values. */
const NO_CALL = `'', '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, 'false'`;

/** As `messageJson` writes them. */
const MESSAGES = `SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, ${MESSAGE_RANK}, 0, j.value ->> 4, j.value ->> 5,
  j.value ->> 6, j.value ->> 7, j.value ->> 8, 0, j.value ->> 9, ${NO_CALL}, NULL, NULL, '[]' FROM json_each(?3) j`;

const COMPACTIONS = `SELECT 'compaction', j.value ->> 'source', j.value ->> 'offset', '', 0, 0, j.value ->> 'thread',
  j.value ->> 'at', j.value ->> 'text', NULL, NULL, 0, '', ${NO_CALL}, j.value ->> 'tokens', NULL, '[]'
  FROM json_each(?2) j WHERE 1`;

const ORDER = '"source", "offset", "pointer", "rank", "occurrence"';
const AFTER = '(?4, ?5, ?6, ?7, ?8)';

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

function ranksOf(row: Row): number[] {
  return JSON.parse(text(row, 'rank'));
}

function* take<Item>(items: Generator<Item>, most: number): Generator<Item> {
  for (let i = 0; i < most; i++) {
    const item = items.next();
    if (item.done === true) return;
    yield item.value;
  }
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

/** Half a character would not come out of the database as it went in. */
function messageJson(messages: readonly Message[]): string {
  return JSON.stringify(
    messages.map(({ what, ref, pointer, thread, at, preview, size, model, callId }) => {
      const shown = preview.replace(/\p{Surrogate}/gu, '\ufffd');
      return [what, ref.source, ref.offset, pointer, thread, at, shown, size, model, callId ?? ''];
    }),
  );
}

export class SessionEntries {
  readonly #messages: SessionMessages;
  readonly #count: Query<number>;
  readonly #chunk: Query<Row>;
  readonly #changed: Query<Row>;
  readonly #said: Query<Row>;
  readonly #sources: Query<number>;

  constructor(database: Database) {
    this.#messages = new SessionMessages(database);
    this.#count = database.query('SELECT count(*) AS n FROM calls WHERE session_pk = ?', (row) => integer(row, 'n'));
    this.#chunk = database.query(
      columnsOf(
        `${CALLS} AND (c.source, c.offset) >= (?4, ?5) AND (c.source, c.offset, c.pointer, 2, c.occurrence) > ${AFTER}
         UNION ALL ${MESSAGES}
         UNION ALL ${COMPACTIONS} AND (j.value ->> 'source', j.value ->> 'offset', '', 0, 0) > ${AFTER}
         ORDER BY ${ORDER} LIMIT ?9`,
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
        `SELECT * FROM (${CALLS} AND 0 UNION ALL ${MESSAGES}
         UNION ALL ${COMPACTIONS} AND j.value ->> 'source' = ?4 AND j.value ->> 'offset' > ?5) ORDER BY ${ORDER}`,
      ),
      (row) => row,
    );
    this.#sources = database.query('SELECT num FROM sources WHERE session_pk = ?', (row) => integer(row, 'num'));
  }

  /** `session` is the key of its row. */
  count(session: number, compactions: readonly Compaction[]): number {
    return (this.#count.get(session) ?? 0) + this.#messages.count(session) + compactions.length;
  }

  /** All entries in the order of the files. Other work may go on between two chunks. */
  *all(session: number, compactions: readonly Compaction[], size: number): Generator<string> {
    const compacted = compactionJson(compactions);
    const coming = this.#inOrder(session);
    let said: Message[] = [];
    let { source, offset, pointer, rank, occurrence } = START;
    // How much of what was said next the database is given to choose from; a chunk cannot have more of it than its size.
    for (let most = size; ; ) {
      said.push(...take(coming, most - said.length));
      const row = this.#chunk.get(
        session,
        compacted,
        messageJson(said),
        source,
        offset,
        pointer,
        rank,
        occurrence,
        size,
      );
      const count = row === undefined ? 0 : integer(row, 'n');
      if (row === undefined || count === 0) return;
      const taken = ranksOf(row).filter((one) => one === MESSAGE_RANK).length;
      if (taken === said.length && taken >= most && taken < size) {
        // There may be more between what was chosen.
        most = size;
        continue;
      }
      yield chunkOf(row);
      if (count < size) return;
      said = said.slice(taken);
      // The next chunk will be much like this one: each message is given to the database about once.
      most = Math.min(size, Math.ceil(taken * 1.2) + 16);
      ({ source, offset, pointer, rank, occurrence } = cursorOf(row));
    }
  }

  *#inOrder(session: number): Generator<Message> {
    for (const source of this.#messages.sources(session)) yield* this.#messages.from(session, source, 0);
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
      const last = after.get(source) ?? -1;
      const said = messageJson([...this.#messages.from(session, source, last + 1)]);
      const row = this.#said.get(session, compacted, said, source, last);
      if (row !== undefined && integer(row, 'n') > 0) yield chunkOf(row);
    }
  }
}
