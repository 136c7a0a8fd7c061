// Tests deleting ended RAP threads: which match, that all of them is deleted, and that the runtime works as before.

import { expect, test } from 'vitest';
import { RapEnded } from '../../src/rap/store/rap-ended.ts';
import { openRapStore, readRapStore } from '../../src/rap/store/rap-store.ts';
import { post, register, resultFor, results, startServer, type TestServer } from './harness.ts';

const FAR = Number.MAX_SAFE_INTEGER;
const TABLES = ['thread', 'call', 'address', 'event', 'ask', 'delivery', 'view', 'toolset'];

async function answered(server: TestServer, group: string): Promise<void> {
  const call = await register(server, group);
  expect((await post(call.callback_url, resultFor(call))).status).toBe(200);
}

async function close(server: TestServer, group: string): Promise<void> {
  expect((await post(`${server.url}/rap/v1/threads/${group}/close`, {})).json).toMatchObject({ changed: true });
}

/** Lets everything go that may. The names of the threads. */
function prune(folder: string, before = FAR): string[] {
  const store = openRapStore(folder);
  const ended = new RapEnded(store.database);
  const threads = ended.closedBefore(before);
  ended.drop(threads);
  ended.shrink();
  store.close();
  return threads.map(({ groupId }) => groupId);
}

/** How many rows each table has. */
function rows(folder: string): Record<string, unknown> {
  const store = openRapStore(folder);
  const count = (table: string): unknown =>
    store.database.query(`SELECT count(*) AS n FROM ${table}`, (row) => row['n']).get();
  const counts = Object.fromEntries(TABLES.map((table) => [table, count(table)]));
  store.close();
  return counts;
}

test('only closed threads go, whole, and numbers are not used again', async () => {
  const first = await startServer();
  await answered(first, 'kept-open');
  await first.close();
  const before = rows(first.folder);
  const second = await startServer({ dataFolder: first.folder });
  await answered(second, 'over');
  await answered(second, 'over');
  await close(second, 'over');
  const waiting = await register(second, 'waits');
  await second.close();
  const reader = readRapStore(first.folder);
  const last = reader.journal.lastSeq();
  reader.close();
  expect(prune(first.folder, 0)).toEqual([]);
  expect(prune(first.folder)).toEqual(['over']);
  const left = rows(first.folder);
  expect({ ...left, call: Number(left['call']) - 1, thread: Number(left['thread']) - 1 }).toMatchObject({
    thread: before['thread'],
    call: before['call'],
    view: before['view'],
    toolset: before['toolset'],
    delivery: before['delivery'],
  });
  // What was waited for arrives, and what happens gets new numbers.
  const third = await startServer({ dataFolder: first.folder });
  expect((await post(waiting.callback_url.replace(second.url, third.url), resultFor(waiting))).status).toBe(200);
  expect((await results(third, 'waits')).every(({ seq }) => seq > last)).toBe(true);
  expect(await results(third, 'kept-open')).toHaveLength(1);
});

test('the thread of the newest event stays, so that its number does', async () => {
  const server = await startServer();
  await answered(server, 'early');
  await close(server, 'early');
  await answered(server, 'late');
  await close(server, 'late');
  await server.close();
  expect(prune(server.folder)).toEqual(['early']);
  expect(prune(server.folder)).toEqual([]);
});

test('a runtime that works keeps its threads', async () => {
  const server = await startServer();
  expect(() => prune(server.folder)).toThrow(/already running/);
});
