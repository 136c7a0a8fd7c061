// What both engines contain of the same logs, queried with the same SQL: for tests that compare them row by row.

import { expect } from 'vitest';
import type { Row } from '../../src/base/row.ts';
import type { Database } from '../../src/sqlite/database.ts';
import type { Connection } from '../../src/store/postgres/database/connection.ts';
import { FACT_COLUMNS } from '../../src/store/postgres/write/facts.ts';
import type { WholeSession } from '../../src/store/questions/session-content.ts';
import { stepOf } from '../../src/store/questions/span-counts.ts';
import { CHUNK_COLUMNS } from '../../src/store/rows/call-numbers.ts';
import { type InternedKind, kindNumber } from '../../src/store/rows/interned.ts';
import { ColumnScan } from '../../src/store/sqlite/queries/column-scan.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';

export { NOW } from './same-rows-now.ts';

const COPY = 'c.copy_of IS NOT NULL AS is_copy, oc.call_id AS original, os.id AS original_session';
const ORIGINAL = 'LEFT JOIN calls oc ON oc.pk = c.copy_of LEFT JOIN sessions os ON os.pk = oc.session_pk';
const ID = 's.agent, s.id AS session';

/** Questions that both engines understand, and that name nothing by its key. */
const ROWS = {
  sessions: `SELECT agent, id, lineage, rank, origin, is_orphan, own_at, project, title, own_title, branch, version, model, started_at, last_at,
    live, waits, calls, failures, masked, running, tokens_input, tokens_output, tokens_cache_read, tokens_cache_write, is_settled,
    family IS NOT NULL AS has_family, detail FROM sessions ORDER BY agent, id`,
  sources: `SELECT ${ID}, f.num, f.path, f.thread, f.started_at, f.device, f.inode, f.size, f.modified_at, f."offset", f.line, f.head, f.tail,
    f.ledger, f.gone_at, f.bytes FROM sources f JOIN sessions s ON s.pk = f.session_pk ORDER BY f.path`,
  calls: `SELECT ${ID}, c.call_id, c.occurrence, c.identity, c.thread, c.turn, c.source, c."offset", c.pointer, c.tool, c.tool_id, c.status, c.code,
    c.blame, c.requested_at, c.ended_at, c.ms, c.basis, c.bound, c.model, c.summary, c.path, c.exit_code, c.lines_added, c.lines_removed,
    c.bytes, c.tokens, c.flags, ${COPY} FROM calls c JOIN sessions s ON s.pk = c.session_pk ${ORIGINAL}
    ORDER BY s.agent, s.id, c.call_id, c.occurrence`,
  messages: `SELECT ${ID}, p.source, p.last_offset, p.messages, p.thread, p.body FROM message_pages p JOIN sessions s ON s.pk = p.session_pk
    ORDER BY s.agent, s.id, p.source, p.last_offset, p.pk`,
  requests: `SELECT ${ID}, r.num, r.thread, r.model, r.at, r.input, r.output, r.cache_read, r.cache_write, r.reasoning, r.cache_write_long,
    r.cost_usd, r.context_window, r.source, r.line, r."offset", r.length FROM requests r JOIN sessions s ON s.pk = r.session_pk
    ORDER BY s.agent, s.id, r.num`,
  insights: `SELECT ${ID}, i.ending, i.rule, i.wall_ms, i.active_ms, i.cost_usd, i.body FROM insights i
    JOIN sessions s ON s.pk = i.session_pk ORDER BY s.agent, s.id`,
  hookSums: `SELECT ${ID}, w.value, h.runs, h.blocked, h.failed, h.cancelled, h.timed, h.total_ms, h.max_ms, h.last_at FROM hook_sums h
    JOIN sessions s ON s.pk = h.session_pk JOIN words w ON w.kind = ${kindNumber('hook')} AND w.id = h.hook ORDER BY s.agent, s.id, w.value`,
  texts: `SELECT f.path, t.covered, t.sealed_offset, t.sealed_line, t.chunks, (SELECT count(*) FROM text_chunks k WHERE k.source_pk = f.pk) AS stored,
    (SELECT sum(length(k.body)) FROM text_chunks k WHERE k.source_pk = f.pk) AS bytes
    FROM texts t JOIN sources f ON f.pk = t.source_pk ORDER BY f.path`,
  titles: `SELECT ${ID}, t.leaf, t.title FROM leaf_titles t JOIN sessions s ON s.pk = t.session_pk ORDER BY s.agent, s.id, t.leaf, t.title`,
  states: `SELECT ${ID}, count(*) AS pieces FROM states t JOIN sessions s ON s.pk = t.session_pk GROUP BY s.agent, s.id
    ORDER BY s.agent, s.id`,
  files: `SELECT ${ID}, c.call_id, c.occurrence FROM call_files f JOIN calls c ON c.pk = f.call_pk JOIN sessions s ON s.pk = c.session_pk
    ORDER BY s.agent, s.id, c.call_id, c.occurrence`,
};

const WORDS: Readonly<Record<string, InternedKind>> = {
  tool: 'tool',
  outcome: 'outcome',
  model: 'model',
  path: 'path',
  file: 'path',
  permission: 'permission',
  masked: 'outcome',
};
const CALL_NAMES =
  'SELECT c.pk, s.agent, s.id, c.call_id, c.occurrence FROM calls c JOIN sessions s ON s.pk = c.session_pk';

const MAY_BE_NONE = ['hookSums', 'titles', 'files'];

type Facts = Map<string, Readonly<Record<string, unknown>>>;
type AskRows = (sql: string) => Promise<Row[]>;

/** Facts by the names of their calls, words as what they say. */
async function toldFacts(
  ask: AskRows,
  facts: Iterable<readonly [pk: unknown, fact: Readonly<Record<string, unknown>>]>,
) {
  const words = new Map(
    (await ask('SELECT kind, id, value FROM words')).map((row) => [`${row['kind']} ${row['id']}`, row['value']]),
  );
  const names = new Map((await ask(CALL_NAMES)).map(({ pk, ...name }) => [pk, JSON.stringify(Object.values(name))]));
  const told: Facts = new Map();
  for (const [pk, fact] of facts) {
    const said = Object.entries(fact).map(([name, value]) => {
      const kind = WORDS[name];
      return [name, kind === undefined || value === null ? value : words.get(`${kindNumber(kind)} ${value}`)];
    });
    told.set(names.get(pk as number) ?? '', Object.fromEntries(said));
  }
  return told;
}

function* sqliteFacts(database: Database): Generator<[number, Readonly<Record<string, unknown>>]> {
  const scan = new ColumnScan(database);
  const columns = CHUNK_COLUMNS.map((name) => [name, scan.column(name)] as const);
  for (const { firstKey, length } of scan.chunks()) {
    for (let i = 0; i < length; i++) {
      const fact = Object.fromEntries(
        columns.map(([name, values]) => [name, Number.isNaN(values[i]) ? null : values[i]]),
      );
      const { session, ...others } = fact;
      if (session !== null) yield [firstKey + i, others];
    }
  }
}

function* postgresFacts(rows: readonly Row[]): Generator<[unknown, Readonly<Record<string, unknown>>]> {
  for (const { pk, week, session_pk, step, more_files, ...others } of rows) {
    expect(step).toBe(others['ms'] === null ? null : stepOf(Number(others['ms'])));
    yield [pk, { ...others, moreFiles: more_files }];
  }
}

/** Expects the same rows in both. `without` names those that may differ. */
export async function expectSameRows(
  sqlite: Database,
  connection: Connection,
  without: readonly string[] = [],
): Promise<void> {
  const ask: AskRows = async (sql) => sqlite.query(sql, (row) => row).all();
  for (const [name, sql] of Object.entries(ROWS)) {
    if (without.includes(name)) continue;
    const wanted = (await ask(sql)).map((row) => ({ ...row }));
    expect(await connection.all(sql), name).toEqual(wanted);
    if (!MAY_BE_NONE.includes(name)) expect(wanted.length, name).toBeGreaterThan(0);
  }
  const facts = await connection.all(`SELECT ${FACT_COLUMNS.join(', ')} FROM facts`);
  const wanted = await toldFacts(ask, sqliteFacts(sqlite));
  expect(wanted.size).toBeGreaterThan(0);
  expect(await toldFacts((sql) => connection.all(sql), postgresFacts(facts))).toEqual(wanted);
}

/** A session of PostgreSQL as SQLite has it: for what is concluded about it, where it is about what is written. */
export async function wholeInSqlite(sqlite: Database, connection: Connection, session: number): Promise<WholeSession> {
  const key = await connection.get('SELECT agent, id FROM sessions WHERE pk = $1', session);
  const { content } = new SqliteQuestions(sqlite);
  return content.whole({ agent: String(key?.['agent']), id: String(key?.['id']) });
}
