// Tests two versions of Toolscope that fill one store of PostgreSQL at the same time: what the newer one has read stays as it is,
// whatever the older one does and whichever comes first.

import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { newDatabase, type TestDatabase } from '../support/postgres.ts';
import { tableRows } from '../support/tables.ts';
import { indexPicture, LONG_AFTER, readPicture } from './support.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await newDatabase();
  vi.stubEnv('TOOLSCOPE_STORE', database.address);
  folder = mkdtempSync(join(tmpdir(), 'toolscope-versions-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A process of one version: looks through the logs as often as it is told to. */
async function processOf(rules: string): Promise<{ sweep(): Promise<void>; close(): Promise<void> }> {
  const store = await openStoreToWrite(folder, { rules });
  const indexer = new Indexer(store.index, { now: () => LONG_AFTER });
  return {
    async sweep() {
      await indexer.sweep([join(folder, 'logs')]);
    },
    async close() {
      await indexer.close();
      await store.close();
    },
  };
}

it('is filled by both, and holds what the newer one reads', { timeout: 240_000 }, async () => {
  const logs = join(folder, 'logs');
  generateLibrary({ dir: logs, bytes: 1.5e6, seed: 'versions', callsPerSession: 10 });
  const older = await processOf('first build');
  await older.sweep();
  const newer = await processOf('second build');
  const grow = (): void => {
    for (const name of readdirSync(logs, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.jsonl')) appendFileSync(join(logs, name), '{"type":"made-up"}\n');
    }
  };
  for (let round = 0; round < 3; round++) {
    await Promise.all(round % 2 === 0 ? [older.sweep(), newer.sweep()] : [newer.sweep(), older.sweep()]);
    grow();
  }
  await newer.sweep();
  await older.sweep();
  const rules = await tableRows(
    folder,
    "SELECT DISTINCT s.rules = r.num AS is_newer FROM sessions s, rules r WHERE r.name = 'second build'",
  );
  expect(rules).toEqual([{ is_newer: 1 }]);
  await older.close();
  await newer.close();
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});
