// Tests that the list of known files is the same whether it is asked for at once or file by file, to the last digit.

import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Indexer } from '../../src/library/indexer.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { newFolder } from './support.ts';

it('knows the same of all files at once as of each', async () => {
  const folder = newFolder();
  const place = newFolder();
  const { index: store, close } = await openStoreToWrite(await storeIn(folder));
  expect(await store.knownSources()).toEqual([]);
  const names = ['plain', "quote'd", 'a "b", c', 'übung 梨', 'back\\slash', 'line\nbreak'];
  for (const [i, name] of names.entries()) {
    const session = `${i}1111111-2222-4333-8444-555555555555`;
    const log = new ClaudeLog(session);
    log.call(`toolu_${i}`, 'Bash', { command: 'ls' });
    mkdirSync(join(place, name));
    const path = join(place, name, `${session}.jsonl`);
    writeFileSync(path, log.text());
    // More digits than SQLite writes by itself.
    utimesSync(path, 1_700_000_000.123_456, 1_700_000_000.123_456 + i / 7);
  }
  const indexer = new Indexer(store);
  await indexer.sweep([place]);
  const all = await store.knownSources();
  expect(all.length).toBe(names.length);
  expect(all).toEqual(await Promise.all(all.map(({ path }) => store.sourceAt(path))));
  expect((await indexer.sweep([place])).files).toBe(0);
  await indexer.close();
  await close();
  for (const used of [folder, place]) rmSync(used, { recursive: true });
});
