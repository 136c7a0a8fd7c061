// Tests that a file which turns out to be another session's leaves nothing of its text index behind.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase, type TestDatabase } from '../../../../test/support/postgres.ts';
import { emptyLedger } from '../../../model/ledger.ts';
import type { SourceFacts } from '../../session-batch.ts';
import { Connection } from '../database/connection.ts';
import { connectionSettings } from '../database/connection-settings.ts';
import { migrate } from '../database/migrate.ts';
import { RowSink } from './row-sink.ts';
import { putSources, type SourceKey } from './source-rows.ts';
import { addText, PostgresTexts } from './text-rows.ts';

const MACHINE = 1;

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await newDatabase();
  connection = await Connection.open(connectionSettings(database.address));
  await migrate(connection);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

function fileAt(path: string): SourceFacts {
  const known = { device: '1', inode: '1', size: 10, modifiedAt: 1, head: 'a', tail: 'b' };
  return { path, ...known, num: 0, thread: 'main', startedAt: null, offset: 10, line: 2, ledger: emptyLedger() };
}

const PATHS = ['/home/dev/pear.jsonl', '/home/dev/fig.jsonl'] as const;

function put(session: number, paths: readonly string[]): Promise<Map<string, SourceKey>> {
  const files = paths.map((path) => [session, fileAt(path)] as const);
  return connection.transaction((on) => putSources(on, MACHINE, files));
}

async function textKeys(): Promise<unknown> {
  return [
    await connection.all('SELECT session_pk AS session, source_pk AS source FROM texts ORDER BY 1, 2'),
    await connection.all('SELECT session_pk AS session, source_pk AS source FROM text_chunks ORDER BY 1, 2, num'),
  ];
}

it('adds a file again that another session had, and its text with it', async () => {
  const [pear, fig] = PATHS;
  const before = await put(1, PATHS);
  expect(await put(1, PATHS)).toEqual(before);
  await connection.transaction(async (on) => {
    const sink = new RowSink();
    const body = new Uint8Array([1]);
    for (const key of before.values()) {
      addText(sink, key, { covered: 10, sealed: { offset: 10, line: 2 }, chunks: [body], open: body });
    }
    await sink.flush(on);
  });
  const after = await put(2, [pear, '/home/dev/plum.jsonl']);
  const old = before.get(pear);
  const now = after.get(pear);
  const left = before.get(fig);
  expect([old?.session, now?.session, left?.session]).toEqual([1, 2, 1]);
  expect(now?.source).not.toBe(old?.source);
  expect(await textKeys()).toEqual([[left], [left, left]]);
  // What was on its way for the file as it was counts no more.
  const text = { covered: 10, sealed: { offset: 10, line: 2 }, before: 0, chunks: [], open: new Uint8Array([2]) };
  const texts = new PostgresTexts(connection, MACHINE);
  expect(await texts.put(pear, { ...text, key: old?.source ?? 0 })).toBe(false);
  expect(await texts.put(pear, { ...text, key: now?.source ?? 0 })).toBe(true);
  expect(await textKeys()).toEqual([
    [left, now],
    [left, left, now],
  ]);
});
