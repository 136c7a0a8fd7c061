// Tests that RAP threads are sessions of the index: their calls, bodies and raw records, updated by what is new, and the same
// in any number of steps.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openFollower } from '../../src/library/index-watcher.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { addsUp } from '../../src/model/ledger.ts';
import { rapPath } from '../../src/rap/store/rap-store.ts';
import { displayParts } from '../../src/reading/display-parts.ts';
import { openCallWith } from '../../src/reading/open-call.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { sessionPath, sessionPlace } from '../../src/sources/kinds/databases.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { SqliteQuestions } from '../../src/store/sqlite/sqlite-questions.ts';
import { SessionCalls } from '../support/session-calls.ts';
import { afterwards, post, register, resultFor, startServer, type TestServer, tempFolder, until } from './harness.ts';

const PATCH = '--- a/app.ts\n+++ b/app.ts\n@@ -1 +1 @@\n-old\n+new\n';

interface Index {
  readonly store: SqliteIndex;
  readonly indexer: { catchUp(): Promise<unknown> };
  close(): Promise<void>;
}

function threadPath(folder: string, session: string): string {
  return sessionPath({ database: rapPath(folder), session });
}

function openHere(folder: string, now = Date.now): Index {
  const store = new SqliteIndex(openIndex(folder).database);
  const indexer = new Indexer(store, { now });
  const place = rapPath(folder);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= indexer.close().then(() => store.close());
    return closed;
  };
  afterwards(close);
  const catchUp = (): Promise<unknown> => (existsSync(place) ? indexer.sweep([place]) : indexer.changed([place]));
  return { store, indexer: { catchUp }, close };
}

/** One run of a process. */
async function catchUpOnce(folder: string): Promise<void> {
  const { indexer, close } = openHere(folder);
  await indexer.catchUp();
  await close();
}

const everything = (places: readonly string[]) => ({ filter: { type: 'all' }, places, families: new Map() }) as const;

async function pictureOf(folder: string): Promise<unknown> {
  const { database } = openIndex(folder);
  const list = new SqliteQuestions(database).sessions;
  const { sessions: rows } = await list.page(everything([rapPath(folder)]), { limit: 1000 });
  const questions = new SessionCalls(database);
  const picture = rows
    .map((row) => ({ ...row, list: questions.page('rap', row.id, 100).calls }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  database.close();
  return picture;
}

async function release(server: TestServer, thread = 'release'): Promise<void> {
  await post(`${server.url}/rap/v1/threads`, { group_id: thread, title: 'Release 7' });
  const deploy = await register(server, thread, { id: 'deploy', operation: 'deploy', arguments: { app: 'shop' } });
  const text = 'Deployed shop to production in 3 steps.';
  const display_as = [
    { type: 'hologram', content: 1 },
    { type: 'diff', content: { path: 'app.ts', patch: PATCH } },
  ];
  await post(deploy.callback_url, resultFor(deploy, { text, display_as }));
  const check = await register(server, thread, { id: 'check', operation: 'check' });
  await post(check.callback_url, resultFor(check, { text: 'Error: two tests fail. Mend them first.' }));
  await register(server, thread, { id: 'waits', operation: 'approve' });
}

test('a thread is a session with its calls, their bodies and their raw records', async () => {
  const server = await startServer();
  await release(server);
  const { store, indexer } = openHere(server.folder);
  await indexer.catchUp();
  const places = [rapPath(server.folder)];
  const asked = new SqliteQuestions(store.database);
  const [session] = (await asked.sessions.page(everything(places), { limit: 10 })).sessions;
  expect(session).toMatchObject({ agent: 'rap', id: 'release', title: 'Release 7', live: true, calls: 3, failures: 1 });
  const [found] = await asked.calls.find({ prefix: 'deploy', places });
  if (found === undefined) throw new Error('not found');
  const { call, paths } = found;
  expect([call.tool, call.status, [...paths.values()]]).toEqual([
    'deploy',
    'ok',
    [threadPath(server.folder, 'release')],
  ]);
  const reader = new BodyReader([...paths.values()]);
  const opened = openCallWith(reader, call);
  if (opened === undefined) throw new Error('not opened');
  expect([opened.rawInput, opened.text]).toEqual([{ app: 'shop' }, 'Deployed shop to production in 3 steps.']);
  expect(opened.display.map(({ type, pointer }) => [type, pointer])).toEqual([['diff', '/body/display_as/1']]);
  expect(displayParts(call, opened)).toMatchObject([
    { kind: 'diff', state: 'written', files: [{ path: 'app.ts', linesAdded: 1, linesRemoved: 1 }] },
  ]);
  const raw = call.evidence.map((ref) => reader.text(ref));
  expect(raw.map((line) => JSON.parse(line ?? '{}')['event'])).toEqual(['call-registered', 'tool_result']);
  expect(raw[1]).toContain('"hologram"');
  reader.close();
  const [{ ledger } = { ledger: null }] = await new SqliteQuestions(store.database).sessions.sources({
    agent: 'rap',
    id: 'release',
  });
  expect(ledger !== null && addsUp(ledger)).toBe(true);
});

test('step by step, process by process, or all at once: the index is the same', async () => {
  const steps = await startServer();
  const { folder } = steps;
  await release(steps, 'a');
  await catchUpOnce(folder);
  await release(steps, 'b');
  const { store, indexer, close } = openHere(folder);
  await indexer.catchUp();
  const sub = await register(steps, 'a', { id: 'watch', operation: 'watch' });
  await indexer.catchUp();
  await post(sub.callback_url, resultFor(sub, { text: 'on', subscription: true }));
  for (const text of ['one', 'two']) {
    const event = { type: 'subscription_event', group_id: 'a', tool_call_id: 'watch', text };
    await post(sub.callback_url, { ...event, final: text === 'two' });
    await indexer.catchUp();
  }
  const view = { type: 'view_update', group_id: 'a', view_type: 'board' };
  for (const content of [1, 2, 3]) {
    await post(sub.callback_url, { ...view, content });
    await indexer.catchUp();
  }
  const seqBefore = (await store.changesSince(0)).seq;
  await indexer.catchUp();
  expect((await store.changesSince(0)).seq).toBe(seqBefore);
  await post(`${steps.url}/rap/v1/threads/b/close`, {});
  await close();
  await catchUpOnce(folder);
  const inSteps = await pictureOf(folder);
  expect(inSteps).toMatchObject([
    {
      id: 'a',
      live: true,
      calls: 4,
      list: [{ status: 'ok' }, { status: 'error' }, { status: 'background' }, { status: 'ok' }],
    },
    { id: 'b', live: false, calls: 3, list: [{ status: 'ok' }, { status: 'error' }, { status: 'interrupted' }] },
  ]);
  for (const name of ['index.sqlite', 'index.sqlite-wal', 'index.sqlite-shm'])
    rmSync(`${folder}/${name}`, { force: true });
  await catchUpOnce(folder);
  expect(await pictureOf(folder)).toEqual(inSteps);
});

test('what is not new is not read, and threads without news are not written', async () => {
  const server = await startServer();
  for (let i = 0; i < 20; i++) await release(server, `t${i}`);
  await catchUpOnce(server.folder);
  const { store, indexer } = openHere(server.folder);
  const { seq } = await store.changesSince(0);
  const call = await register(server, 't7', { id: 'again' });
  await post(call.callback_url, resultFor(call));
  await indexer.catchUp();
  const { changes } = await store.changesSince(seq);
  expect(new Set(changes.map(({ session }) => session))).toEqual(new Set(['t7']));
  expect(new Set(changes.map(({ callId }) => callId))).toEqual(new Set(['again', null]));
});

test('after a database was replaced by another, the index follows the new one', async () => {
  const folder = tempFolder();
  const first = await startServer({ dataFolder: folder });
  await release(first, 'kept name');
  await release(first, 'gone');
  await first.close();
  const index = openHere(folder);
  await index.indexer.catchUp();
  for (const suffix of ['', '-wal', '-shm']) rmSync(rapPath(folder) + suffix, { force: true });
  await index.indexer.catchUp();
  expect((await index.store.knownSources()).every(({ goneAt }) => goneAt !== null)).toBe(true);
  const second = await startServer({ dataFolder: folder });
  await register(second, 'kept name', { id: 'new' });
  await index.indexer.catchUp();
  await index.close();
  await catchUpOnce(folder);
  const list = new SqliteQuestions(openIndex(folder).database).sessions;
  expect(await list.get({ agent: 'rap', id: 'kept name' })).toMatchObject({ calls: 1, live: true });
  expect(await list.get({ agent: 'rap', id: 'gone' })).toMatchObject({ calls: 3 });
});

test('after an older copy was put back in its place, what came after it is forgotten', async () => {
  const folder = tempFolder();
  const first = await startServer({ dataFolder: folder });
  await register(first, 'g', { id: 'early' });
  await first.close();
  const copy = readFileSync(rapPath(folder));
  const second = await startServer({ dataFolder: folder });
  await register(second, 'g', { id: 'lost' });
  await second.close();
  await catchUpOnce(folder);
  expect(await pictureOf(folder)).toMatchObject([{ list: [{ callId: 'early' }, { callId: 'lost' }] }]);
  // Written over: it is the same file, with another story.
  for (const suffix of ['-wal', '-shm']) rmSync(rapPath(folder) + suffix, { force: true });
  writeFileSync(rapPath(folder), copy);
  const third = await startServer({ dataFolder: folder, now: () => Date.now() + 1000 });
  await register(third, 'g', { id: 'anew' });
  await third.close();
  await catchUpOnce(folder);
  expect(await pictureOf(folder)).toMatchObject([{ list: [{ callId: 'early' }, { callId: 'anew' }] }]);
});

test('a thread that falls silent with nothing open is not alive any more', async () => {
  const server = await startServer();
  const call = await register(server, 'quiet');
  const waiting = await register(server, 'waiting');
  await post(call.callback_url, resultFor(call));
  let now = Date.now();
  const { store, indexer } = openHere(server.folder, () => now);
  await indexer.catchUp();
  now += 3_600_000;
  await indexer.catchUp();
  const { sessions } = new SqliteQuestions(store.database);
  const listed = (id: string) => sessions.get({ agent: 'rap', id });
  expect([(await listed('quiet'))?.live, (await listed('waiting'))?.live]).toEqual([false, true]);
  await post(waiting.callback_url, resultFor(waiting));
  await indexer.catchUp();
  expect(await listed('waiting')).toMatchObject({ calls: 1 });
});

test('whoever follows the library sees a callback as it comes in', async () => {
  const server = await startServer();
  const follower = await openFollower({ folder: server.folder, places: [rapPath(server.folder)], onThread: false });
  afterwards(() => follower.close());
  await follower.ready;
  const call = await register(server, 'live');
  const statusOf = async (): Promise<string | undefined> => {
    const [found] = await follower.questions.calls.find({ prefix: call.id, places: [rapPath(server.folder)] });
    return found?.call.status;
  };
  await until(async () => (await statusOf()) === 'background');
  const seqs: number[] = [];
  follower.onChange((seq) => seqs.push(seq));
  await post(call.callback_url, resultFor(call));
  await until(async () => (await statusOf()) === 'ok' && seqs.length > 0);
});

test('what an older version filled the index with is read again, and no thread is there twice', async () => {
  const server = await startServer();
  await release(server, 'a');
  await catchUpOnce(server.folder);
  const before = await pictureOf(server.folder);
  const { store, indexer } = openHere(server.folder);
  store.database.exec("UPDATE sources SET path = 'rap:' || path; UPDATE states SET format = format + 1000000");
  await indexer.catchUp();
  expect((await store.knownSources()).map(({ path }) => path)).toEqual([threadPath(server.folder, 'a')]);
  expect(await pictureOf(server.folder)).toEqual(before);
});

test('a database that cannot be read is told, and keeps nothing else from being read', async () => {
  const folder = tempFolder();
  writeFileSync(rapPath(folder), 'no database at all');
  const store = new SqliteIndex(openIndex(folder).database);
  afterwards(() => store.close());
  const { found } = await new Indexer(store).sweep([rapPath(folder)]);
  expect(found.unreadable.map(({ path }) => path)).toEqual([rapPath(folder)]);
});

test('odd names of threads are names of places', () => {
  for (const session of ['a/b', '../../etc', 'ü 漢', 'a%2Fb', '.', '..', 'a.b']) {
    const path = threadPath('/data/toolscope', session);
    expect([resolve(path), sessionPlace(path)]).toEqual([path, { database: rapPath('/data/toolscope'), session }]);
  }
});
