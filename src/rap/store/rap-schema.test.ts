// Tests that data of an older version is migrated by the first process that opens it, the runtime or a reader.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../sqlite/database.ts';
import { RAP_MIGRATIONS } from './rap-schema.ts';
import { isRapOwned, openRapStore, rapPath, readRapStore } from './rap-store.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A call that waits for a choice, as the first version stored it. */
function oldData(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-rap-'));
  folders.push(folder);
  const old = openDatabase({ path: rapPath(folder), synchronous: 'full', migrations: RAP_MIGRATIONS.slice(0, 1) });
  old.exec(`INSERT INTO thread VALUES (1, 'g', 'open', NULL, NULL, NULL, 1, 1, NULL);
    INSERT INTO call VALUES (1, 1, 'one', NULL, 'plant', NULL, NULL, 0, 'pending', 'agent', NULL, 1, NULL, NULL, 1, NULL);
    INSERT INTO ask VALUES (1, 1, 'user_choice', 1, 'open', NULL, 'https://tool.example/answer')`);
  old.close();
  return folder;
}

const question = {
  ask: 1,
  call: 1,
  kind: 'user_choice',
  state: 'open',
  url: 'https://tool.example/answer',
  problem: null,
};

test('a reader finds the questions of the first version', () => {
  const reader = readRapStore(oldData());
  expect(reader.asks.waiting(10)).toMatchObject([question]);
  reader.close();
});

test('the runtime does, and a call that ends still withdraws them', () => {
  const folder = oldData();
  const store = openRapStore(folder);
  expect([store.asks.open(1, 'user_choice'), isRapOwned(folder)]).toMatchObject([question, true]);
  store.calls.settle(1, 'completed', 2, 1);
  expect(store.asks.waiting(10)).toEqual([]);
  store.close();
  expect(isRapOwned(folder)).toBe(false);
});
