// What the tests of the index share: an index of its own, everything in it as values, and the same by reading again.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../src/base/row.ts';
import { Indexer, type IndexReport } from '../../src/library/indexer.ts';
import type { Ledger } from '../../src/model/ledger.ts';
import type { Message, Session } from '../../src/model/session.ts';
import { comparePointers } from '../../src/model/source.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import type { Database } from '../../src/sqlite/database.ts';
import { ledgerOf } from '../../src/store/rows/ledger-text.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SessionMessages } from '../../src/store/sqlite/queries/session-messages.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { SessionCalls } from '../support/session-calls.ts';

export const LONG_AFTER = Date.UTC(2030, 0, 1);

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolscope-index-'));
}

/** One run of a process: opens the index, sweeps, closes. */
export async function indexOnce(folder: string, places: readonly string[], now = LONG_AFTER): Promise<IndexReport> {
  const store = new SqliteIndex(openIndex(folder).database);
  const indexer = new Indexer(store, { now: () => now });
  const report = await indexer.sweep(places);
  await indexer.close();
  await store.close();
  return report;
}

export interface Picture {
  readonly calls: readonly ToolCall[];
  readonly sessions: readonly unknown[];
  readonly ledgers: readonly (readonly [string, Ledger])[];
}

function byKey<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function callKey({ agent, session, callId, occurrence }: ToolCall): string {
  return `${agent} ${session} ${callId} ${occurrence}`;
}

/** In the order of their places, each place once. */
function inOrder(messages: readonly Message[]): Message[] {
  const byPlace = new Map(
    messages.map((message) => [`${message.ref.source} ${message.ref.offset} ${message.pointer}`, message]),
  );
  return [...byPlace.values()].sort(
    (a, b) => a.ref.source - b.ref.source || a.ref.offset - b.ref.offset || comparePointers(a.pointer, b.pointer),
  );
}

function summaryOf(session: Session): unknown {
  const { agent, id, fields, startedAt, lastAt, live, threads, usage, compactions, problems } = session;
  return {
    agent,
    id,
    startedAt,
    lastAt,
    live,
    detail: { fields, threads, usage, compactions, sideFiles: session.sideFiles.toSorted(), problems: problems.length },
    calls: session.calls.length,
    failures: session.calls.filter(({ status, failure }) => status === 'error' && failure?.blame !== 'expected').length,
    messages: inOrder(session.messages),
    hooks: session.hooks.length,
  };
}

/** What reading the files again says. */
export async function readPicture(places: readonly string[], now = LONG_AFTER): Promise<Picture> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover(places), { now })) sessions.push(session);
  return {
    calls: byKey(
      sessions.flatMap(({ calls }) => calls),
      callKey,
    ),
    sessions: byKey(sessions, ({ agent, id }) => `${agent} ${id}`).map(summaryOf),
    ledgers: byKey(
      sessions.flatMap(({ sources }) => sources.map(({ path, ledger }) => [path, ledger] as const)),
      ([path]) => path,
    ),
  };
}

function sessionRows(database: Database): { agent: string; id: string; summary: unknown }[] {
  const rows = database.query(
    `SELECT s.*, (SELECT count(*) FROM hooks h WHERE h.session_pk = s.pk AND h.call_id = '') AS hooks FROM sessions s`,
    (row) => row,
  );
  const messages = new SessionMessages(database);
  return rows.all().map((row) => {
    const { sideFiles, problems, ...detail } = JSON.parse(String(row['detail']));
    const pk = Number(row['pk']);
    return {
      agent: String(row['agent']),
      id: String(row['id']),
      summary: {
        agent: row['agent'],
        id: row['id'],
        startedAt: row['started_at'],
        lastAt: row['last_at'],
        live: row['live'] === 1,
        detail: { ...detail, sideFiles: sideFiles.toSorted(), problems: problems.length },
        calls: row['calls'],
        failures: row['failures'],
        messages: messages.sources(pk).flatMap((source) => [...messages.from(pk, source, 0)]),
        hooks: row['hooks'],
      },
    };
  });
}

export function ledgersOf(database: Database): (readonly [path: string, Ledger])[] {
  return database
    .query('SELECT path, ledger FROM sources WHERE ledger IS NOT NULL', (row) => {
      return [text(row, 'path'), ledgerOf(text(row, 'ledger'))] as const;
    })
    .all();
}

/** What the index says. */
export async function indexPicture(folder: string): Promise<Picture> {
  const store = new SqliteIndex(openIndex(folder).database);
  const rows = sessionRows(store.database);
  const questions = new SessionCalls(store.database);
  const calls: ToolCall[] = [];
  for (const { agent, id } of rows) {
    for (let page = questions.page(agent, id, 100); ; page = questions.page(agent, id, 100, page.next ?? undefined)) {
      calls.push(...page.calls);
      if (page.next === null) break;
    }
  }
  const ledgers = ledgersOf(store.database);
  await store.close();
  return {
    calls: byKey(calls, callKey),
    sessions: byKey(rows, ({ agent, id }) => `${agent} ${id}`).map(({ summary }) => summary),
    ledgers: byKey(ledgers, ([path]) => path),
  };
}
