// Answers "what is all that the index knows of this session?": what it says of itself, and its calls and prompts one
// after the other, in the order of its files, so that a session of any length takes little memory.

import { AppError } from '../../../base/app-error.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SessionCall, WholeSession } from '../../questions/session-content.ts';
import type { SessionDetail } from '../../questions/sessions.ts';
import { requestQuery } from '../index/request-table.ts';
import { CallReader } from './call-reader.ts';
import { SessionMessages } from './session-messages.ts';
import { turnHooksOf } from './turn-hooks.ts';

/** Calls read at once. */
const PAGE = 200;

/** The pointers of a line's calls are alike but for a number: the shorter one is the smaller. */
const ORDER = 'c.source, c.offset, length(c.pointer), c.pointer, c.occurrence';

class Calls {
  readonly #page: Query<Row>;
  readonly #reader: CallReader;

  constructor(database: Database) {
    this.#reader = new CallReader(database);
    this.#page = database.query(
      `SELECT c.*, s.id AS origin FROM calls c
       LEFT JOIN calls o ON o.pk = c.copy_of LEFT JOIN sessions s ON s.pk = o.session_pk
       WHERE c.session_pk = ? AND (${ORDER}) > (?, ?, ?, ?, ?) ORDER BY ${ORDER} LIMIT ${PAGE}`,
      (row) => row,
    );
  }

  async *of(session: number): AsyncGenerator<readonly SessionCall[]> {
    let after: (string | number)[] = [-1, -1, 0, '', 0];
    for (;;) {
      const rows = this.#page.all(session, ...after);
      yield rows.map((row) => ({ call: this.#reader.read(row), copyOf: textOrNull(row, 'origin') }));
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      const pointer = text(last, 'pointer');
      after = [integer(last, 'source'), integer(last, 'offset'), pointer.length, pointer, integer(last, 'occurrence')];
    }
  }
}

/** `session` is the key of its row. */
export function wholeSession(database: Database, session: number): WholeSession {
  const found = database
    .query('SELECT agent, id, started_at, last_at, live, detail FROM sessions WHERE pk = ?', (row) => {
      const { fields, threads, compactions, usage }: SessionDetail = JSON.parse(text(row, 'detail'));
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
      };
    })
    .get(session);
  if (found === undefined) throw new AppError('not-found', 'The session is no longer in the index.');
  const calls = new Calls(database);
  const messages = new SessionMessages(database);
  const paths = database.query(
    'SELECT num, path FROM sources WHERE session_pk = ?',
    (row) => [integer(row, 'num'), text(row, 'path')] as const,
  );
  const pathOf = new Map(paths.all(session));
  async function* said(): AsyncGenerator<readonly Message[]> {
    for (const source of messages.sources(session)) yield* messages.pages(session, source);
  }
  return {
    ...found,
    calls: () => calls.of(session),
    messages: said,
    requests: async () => requestQuery(database).all(session),
    hooks: async () => turnHooksOf(database, session),
    pathOf: (source) => pathOf.get(source) ?? '',
  };
}
