// Tests the keys of calls: each is new, also where several connections write by turns and calls are thrown away.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolCall } from '../../../../test/support/tool-call.ts';
import { integer, text } from '../../../base/row.ts';
import type { SessionBatch } from '../../session-batch.ts';
import { openIndex, openIndexBeside } from '../open-index.ts';
import { SqliteIndex } from '../sqlite-index.ts';

function batchOf(id: string, callIds: readonly string[]): SessionBatch {
  return {
    agent: 'claude-code',
    id,
    lineage: null,
    isWhole: true,
    fields: {},
    startedAt: null,
    lastAt: null,
    live: false,
    threads: [],
    usage: [],
    compactions: [],
    sideFiles: [],
    problems: [],
    paths: [],
    sources: [],
    calls: callIds.map((callId) => toolCall({ session: id, callId })),
    messages: [],
    hooks: [],
  };
}

it('follow one another, no matter who writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-keys-'));
  const { database } = openIndex(folder);
  const stores = [new SqliteIndex(database), new SqliteIndex(openIndexBeside(folder))] as const;
  const keys = database.query('SELECT pk, call_id FROM calls ORDER BY pk', (row) => [
    text(row, 'call_id'),
    integer(row, 'pk'),
  ]);
  await stores[0].commitAll([batchOf('s1', ['a', 'b']), batchOf('s2', ['c'])]);
  await stores[1].commit(batchOf('s3', ['d']));
  await stores[0].commit(batchOf('s4', ['e']));
  await stores[1].commit(batchOf('s1', ['a', 'b', 'f']));
  expect(keys.all()).toEqual([
    ['c', 3],
    ['d', 4],
    ['e', 5],
    ['a', 6],
    ['b', 7],
    ['f', 8],
  ]);
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});
