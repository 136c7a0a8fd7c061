// Tests that the index over ids can be turned round and back, keeps every call once both ways, and is mended when it is opened.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import { kindNumber } from '../../rows/interned.ts';
import { openIndex, openIndexBeside } from '../open-index.ts';
import { SqliteIndex } from '../sqlite-index.ts';
import { SqliteQuestions } from '../sqlite-questions.ts';
import { orderById, orderBySession } from './call-id-index.ts';

const BY_ID = '(call_id, session_pk, occurrence)';
const BY_SESSION = '(session_pk, call_id, occurrence)';

function orderOf(database: Database): string {
  const sql = database.query(`SELECT sql FROM sqlite_schema WHERE name = 'calls_id'`, (row) => text(row, 'sql')).get();
  return sql?.replace('CREATE UNIQUE INDEX calls_id ON calls ', '') ?? 'none';
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolscope-ids-'));
}

function addCalls(database: Database, session: number, ids: readonly string[]): void {
  database
    .command(`INSERT OR IGNORE INTO sessions (pk, agent, id, live, detail) VALUES (?, 'a', ?, 0, '{}')`)
    .run(session, `s${session}`);
  database
    .command(
      `INSERT OR IGNORE INTO sources (session_pk, num, path, thread, device, inode, size, modified_at, offset, line, head, tail)
       VALUES (?, 0, ?, 'main', '', '', 0, 0, 0, 0, '', '')`,
    )
    .run(session, `/logs/${session}.jsonl`);
  database
    .command(`INSERT OR IGNORE INTO words (kind, id, hash, value) VALUES (?, 1, 0, '{"r":""}')`)
    .run(kindNumber('frame'));
  const insert = database.command(
    `INSERT INTO calls (session_pk, call_id, occurrence, thread, turn, source, offset, pointer, tool, tool_id, status, summary,
       detail) VALUES (?, ?, 1, 'main', 0, 0, 0, '', 'Bash', 'shell', 'ok', '', '{"x":1,"ev":[[0,0,1,0,9]]}')`,
  );
  for (const id of ids) insert.run(session, id);
}

/** What is asked of ids. */
async function answers(database: Database): Promise<unknown> {
  const { calls } = new SqliteQuestions(database);
  const found = async (prefix: string) =>
    (await calls.find({ prefix, places: ['/logs'] })).map(({ call }) => call.callId);
  const short = await calls.shortIds(['call-one-long', 'call-two']);
  return [await found('call-one'), await found('call-o'), await found('x'), ...short];
}

it('answers the same in both orders, and takes no call twice', async () => {
  const folder = newFolder();
  const { database } = openIndex(folder);
  orderBySession(database);
  addCalls(database, 1, ['call-two', 'call-one']);
  addCalls(database, 2, ['call-one-long']);
  expect(orderOf(database)).toBe(BY_SESSION);
  expect(() => addCalls(database, 1, ['call-one'])).toThrow('UNIQUE');
  const before = await answers(database);
  expect(before).toEqual([['call-one'], ['call-one', 'call-one-long'], [], 'call-one-', 'call-two']);
  orderById(database);
  expect(orderOf(database)).toBe(BY_ID);
  expect(() => addCalls(database, 1, ['call-one'])).toThrow('UNIQUE');
  expect(await answers(database)).toEqual(before);
});

it('stays as it is where there are many calls already', () => {
  const { database } = openIndex(newFolder());
  addCalls(database, 1, ['c']);
  orderBySession(database, 0);
  expect(orderOf(database)).toBe(BY_ID);
});

it('is turned round while an empty index is filled, and back whatever happens', async () => {
  const { database } = openIndex(newFolder());
  const store = new SqliteIndex(database);
  let meanwhile = '';
  const failing = store.filling(async () => {
    meanwhile = orderOf(database);
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  expect([meanwhile, orderOf(database)]).toEqual([BY_SESSION, BY_ID]);
});

it('is turned back by the next writer when the one before died, and left alone by threads that help it', () => {
  const folder = newFolder();
  const { database } = openIndex(folder);
  orderBySession(database);
  addCalls(database, 1, ['c']);
  database.close();
  const beside = openIndexBeside(folder);
  expect(orderOf(beside)).toBe(BY_SESSION);
  beside.close();
  expect(orderOf(openIndex(folder).database)).toBe(BY_ID);
});
