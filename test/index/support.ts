// Shared by the tests of the index: a separate index, everything in it as values, and the same by reading the logs again.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Indexer, type IndexReport } from '../../src/library/indexer.ts';
import type { Ledger } from '../../src/model/ledger.ts';
import type { Message, Session } from '../../src/model/session.ts';
import { comparePointers } from '../../src/model/source.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { openStoreToRead, openStoreToWrite } from '../../src/store/open-store.ts';
import type { CallQuestion } from '../../src/store/questions/call-question.ts';
import { gathered } from '../questions/filled.ts';
import { storeIn } from '../support/engine.ts';

/** A question about all calls of all logs. */
export const EVERYTHING: CallQuestion = { filter: { type: 'all' }, places: ['/'], families: new Map() };

export const LONG_AFTER = Date.UTC(2030, 0, 1);

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolscope-index-'));
}

/** One run of a process: opens the index, sweeps, closes. */
export async function indexOnce(folder: string, places: readonly string[], now = LONG_AFTER): Promise<IndexReport> {
  const store = await openStoreToWrite(await storeIn(folder));
  const indexer = new Indexer(store.index, { now: () => now });
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

/** What the index says. */
export async function indexPicture(folder: string): Promise<Picture> {
  const { questions, close } = await openStoreToRead(await storeIn(folder));
  const { sessions, content, calls } = questions;
  const told: { readonly key: string; readonly summary: unknown }[] = [];
  const ledgers: (readonly [string, Ledger])[] = [];
  for (const { agent, session: id } of await sessions.briefs()) {
    const [row, detail] = [await sessions.get({ agent, id }), await sessions.detail({ agent, id })];
    if (row === undefined || detail === undefined) throw new Error(`${id} is listed, and not there`);
    const whole = await content.whole({ agent, id });
    const { fields, threads, usage, compactions, sideFiles, problems } = detail;
    const summary = {
      agent,
      id,
      startedAt: row.startedAt,
      lastAt: row.lastAt,
      live: row.live,
      detail: { fields, threads, usage, compactions, sideFiles: sideFiles.toSorted(), problems: problems.length },
      calls: row.calls,
      failures: row.failures,
      messages: await gathered(whole.messages()),
      hooks: (await whole.hooks()).length,
    };
    told.push({ key: `${agent} ${id}`, summary });
    for (const { path, ledger } of await sessions.sources({ agent, id })) {
      if (ledger !== null) ledgers.push([path, ledger]);
    }
  }
  const found = await gathered(calls.newest(EVERYTHING));
  await close();
  return {
    calls: byKey(
      found.map(({ call }) => call),
      callKey,
    ),
    sessions: byKey(told, ({ key }) => key).map(({ summary }) => summary),
    ledgers: byKey(ledgers, ([path]) => path),
  };
}
