// Answers "what is all that the index knows about this session?": its own facts, and its calls and prompts one after the other, in
// file order, so that a session of any length takes little memory.

import { flag, integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { ModelRequest } from '../../model/model-request.ts';
import type { Message } from '../../model/session.ts';
import type { SessionCall, WholeSession } from '../questions/session-content.ts';
import type { SessionDetail } from '../questions/sessions.ts';
import { requestOf } from '../rows/request-row.ts';
import { CallReader, type CallWords } from './call-reader.ts';
import type { Dialect, SessionRef, SqlEngine } from './engine.ts';
import { sessionPaths } from './session-facts.ts';
import { unknownSession } from './session-keys.ts';
import { messagePages, messageSources } from './session-messages.ts';
import { ask, askOne, type Steps, type Value } from './steps.ts';
import { turnHooksOf } from './turn-hooks.ts';

/** Calls per page. */
const PAGE = 200;

const REQUESTS_PAGE = 4096;

/** The pointers of a line's calls differ only in a number: the shorter one is the smaller. */
const ORDER = 'c.source, c."offset", length(c.pointer), c.pointer, c.occurrence';

/** The length of a text as databases count it. */
function lengthOf(pointer: string): number {
  return [...pointer].length;
}

interface CallPage {
  readonly calls: readonly SessionCall[];
  /** Where the next one begins; undefined after the last. */
  readonly next: readonly Value[] | undefined;
}

function* callPage(dialect: Dialect, words: CallWords, session: SessionRef, after: readonly Value[]): Steps<CallPage> {
  const own = dialect.inSession(session);
  const rows = yield* ask(
    `SELECT c.*, s.id AS origin FROM calls c
     LEFT JOIN calls o ON o.pk = c.copy_of LEFT JOIN sessions s ON s.pk = o.session_pk
     WHERE ${own.sql} AND (${ORDER}) > (?, ?, ?, ?, ?) ORDER BY ${ORDER} LIMIT ${PAGE}`,
    ...own.values,
    ...after,
  );
  const calls = yield* new CallReader(dialect, words).read(rows);
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  return {
    calls: calls.map(({ row, call }) => ({ call, copyOf: textOrNull(row, 'origin') })),
    next: last === undefined ? undefined : placeOf(last),
  };
}

function placeOf(row: Row): readonly Value[] {
  const pointer = text(row, 'pointer');
  return [integer(row, 'source'), integer(row, 'offset'), lengthOf(pointer), pointer, integer(row, 'occurrence')];
}

/** `session` is the key of its row. */
export async function wholeSession(engine: SqlEngine, words: CallWords, session: number): Promise<WholeSession> {
  const { dialect } = engine;
  const { row, paths } = await engine.take(describe(dialect, session));
  // Our own data: the schema's version guarantees its shape.
  const { fields, threads, compactions, usage }: SessionDetail = JSON.parse(text(row, 'detail'));
  const ref = { pk: session, week: integer(row, 'week') };
  async function* calls(): AsyncGenerator<readonly SessionCall[]> {
    for (let after: readonly Value[] | undefined = [-1, -1, 0, '', 0]; after !== undefined; ) {
      const page: CallPage = await engine.take(callPage(dialect, words, ref, after));
      yield page.calls;
      after = page.next;
    }
  }
  async function* messages(): AsyncGenerator<readonly Message[]> {
    for (const source of await engine.take(messageSources(session))) yield* messagePages(engine, session, source);
  }
  return {
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    startedAt: integerOrNull(row, 'started_at'),
    lastAt: integerOrNull(row, 'last_at'),
    live: flag(row, 'live'),
    fields,
    threads,
    compactions,
    usage,
    calls,
    messages,
    requests: () => requestsOf(engine, session),
    hooks: () => engine.take(turnHooksOf(dialect, words.hooks, session)),
    pathOf: (source) => paths.get(source) ?? '',
  };
}

/** Rows of one page at a time: they take as much memory as what is made of them. */
async function requestsOf(engine: SqlEngine, session: number): Promise<readonly ModelRequest[]> {
  const requests: ModelRequest[] = [];
  for (let after = -1; ; ) {
    const rows = await engine.take(
      ask(
        `SELECT * FROM requests WHERE session_pk = ? AND num > ? ORDER BY num LIMIT ${REQUESTS_PAGE}`,
        session,
        after,
      ),
    );
    for (const row of rows) requests.push(requestOf(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < REQUESTS_PAGE) return requests;
    after = integer(last, 'num');
  }
}

function* describe(
  dialect: Dialect,
  session: number,
): Steps<{ readonly row: Row; readonly paths: ReadonlyMap<number, string> }> {
  const row = yield* askOne(
    `SELECT ${dialect.week} AS week, s.agent, s.id, s.started_at, s.last_at, s.live, s.detail FROM sessions s WHERE s.pk = ?`,
    session,
  );
  if (row === undefined) throw unknownSession();
  return { row, paths: yield* sessionPaths(dialect, session) };
}
