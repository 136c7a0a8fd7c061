// Answers "what is all that the index knows of this session?": what it says of itself, and its calls and prompts one
// after the other, in the order of its files, so that a session of any length takes little memory.

import { integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import type { SessionCall, WholeSession } from '../../questions/session-content.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import { requestOf } from '../../rows/request-row.ts';
import type { Connection } from '../database/connection.ts';
import { CallReader, type CallWords, pathsOf } from './call-reader.ts';
import { ask, askOne } from './condition.ts';
import { inSession, type SessionRef, unknownSession } from './session-keys.ts';
import { messagePages, messageSources } from './session-messages.ts';
import { turnHooksOf } from './turn-hooks.ts';

/** Calls read at once. */
const PAGE = 200;

/** The pointers of a line's calls are alike but for a number: the shorter one is the smaller. */
const ORDER = 'c.source, c."offset", length(c.pointer), c.pointer, c.occurrence';

/** Each page is of one moment. */
async function* callsOf(
  connection: Connection,
  words: CallWords,
  session: SessionRef,
): AsyncGenerator<readonly SessionCall[]> {
  const own = inSession('c', session);
  let after: (string | number)[] = [-1, -1, 0, '', 0];
  for (;;) {
    const calls = await connection.snapshot(async (on) => {
      const rows = await ask(
        on,
        `SELECT c.*, s.id AS origin FROM calls c
         LEFT JOIN calls o ON o.pk = c.copy_of LEFT JOIN sessions s ON s.pk = o.session_pk
         WHERE ${own.sql} AND (${ORDER}) > (?::int4, ?::int8, ?::int4, ?, ?::int4) ORDER BY ${ORDER} LIMIT ${PAGE}`,
        ...own.values,
        ...after,
      );
      return new CallReader(on, words).read(rows);
    });
    yield calls.map(({ row, call }) => ({ call, copyOf: textOrNull(row, 'origin') }));
    const last = calls.at(-1)?.row;
    if (last === undefined || calls.length < PAGE) return;
    const pointer = text(last, 'pointer');
    const length = [...pointer].length;
    after = [integer(last, 'source'), integer(last, 'offset'), length, pointer, integer(last, 'occurrence')];
  }
}

/** `session` is the key of its row. */
export async function wholeSession(connection: Connection, words: CallWords, session: number): Promise<WholeSession> {
  const { row, paths } = await connection.snapshot(async (on) => ({
    row: await askOne(
      on,
      'SELECT week, agent, id, started_at, last_at, live, detail FROM sessions WHERE pk = ?::int8',
      session,
    ),
    paths: (await pathsOf(on, [session])).get(session),
  }));
  if (row === undefined) throw unknownSession();
  const { fields, threads, compactions, usage }: SessionDetail = JSON.parse(text(row, 'detail'));
  const week = integer(row, 'week');
  async function* said(): AsyncGenerator<readonly Message[]> {
    for (const source of await messageSources(connection, session)) yield* messagePages(connection, session, source);
  }
  return {
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    startedAt: integerOrNull(row, 'started_at'),
    lastAt: integerOrNull(row, 'last_at'),
    live: integer(row, 'live') !== 0,
    fields,
    threads,
    compactions,
    usage,
    calls: () => callsOf(connection, words, { pk: session, week }),
    messages: said,
    requests: async () =>
      (await ask(connection, 'SELECT * FROM requests WHERE session_pk = ?::int8 ORDER BY num', session)).map(requestOf),
    hooks: async () => turnHooksOf(connection, words.hooks, session),
    pathOf: (source) => paths?.get(source) ?? '',
  };
}
