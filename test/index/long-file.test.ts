// Tests a session longer than one step of reading, in one file or in many: it goes in step by step, and comes out whole.

import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { STEP_BYTES } from '../../src/library/indexed-session.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { storeBut } from '../support/tables.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';

it('indexes a long file step by step, also when it stops half-way', async () => {
  const place = newFolder();
  const path = join(place, `${SID}.jsonl`);
  const log = new ClaudeLog(SID);
  const body = 'pear '.repeat(20_000);
  for (let bytes = 0, i = 0; bytes < 3.5 * STEP_BYTES; i++) {
    log.prompt(`step ${i}`);
    log.call(`toolu_${i}`, 'Bash', { command: `make step-${i}` });
    log.result(`toolu_${i}`, body, { isError: false });
    const text = log.text();
    log.records.length = 0;
    appendFileSync(path, text);
    bytes += text.length;
  }
  const read = await readPicture([place]);
  const folder = newFolder();
  await indexOnce(folder, [place]);
  expect(await indexPicture(folder)).toEqual(read);

  const other = newFolder();
  const store = await openStoreToWrite(await storeIn(other));
  // Stops after some commits, as a process that died would.
  let left = 2;
  const dying = storeBut(store.index, {
    async commit(batch) {
      if (left-- === 0) throw new Error('gone');
      await store.index.commit(batch);
    },
  });
  await expect(new Indexer(dying, { now: () => LONG_AFTER }).sweep([place])).rejects.toThrow('gone');
  await store.close();
  expect((await indexPicture(other)).calls.length).toBeGreaterThan(100);
  expect((await indexOnce(other, [place])).sessions).toEqual({ added: 0, continued: 1, rebuilt: 0, unchanged: 0 });
  expect(await indexPicture(other)).toEqual(read);
  for (const used of [place, folder, other]) rmSync(used, { recursive: true });
}, 120_000);

it('indexes many short files of a session in more than one step', async () => {
  const place = newFolder();
  const body = 'pear '.repeat(200_000);
  for (const agent of ['main', 'a1', 'a2']) {
    const isMain = agent === 'main';
    const log = isMain ? new ClaudeLog(SID) : new ClaudeLog(SID, { isSidechain: true, agentId: agent });
    log.prompt(`begin ${agent}`);
    for (let i = 0; i < 13; i++) {
      log.call(`toolu_${agent}_${i}`, 'Bash', { command: `make step-${i}` });
      log.result(`toolu_${agent}_${i}`, body, { isError: false });
    }
    const folder = isMain ? place : join(place, SID, 'subagents');
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, isMain ? `${SID}.jsonl` : `agent-${agent}.jsonl`), log.text());
  }
  const folder = newFolder();
  const store = await openStoreToWrite(await storeIn(folder));
  let commits = 0;
  const counting = storeBut(store.index, {
    async commit(batch) {
      commits++;
      await store.index.commit(batch);
    },
  });
  const indexer = new Indexer(counting, { now: () => LONG_AFTER });
  await indexer.sweep([place]);
  await indexer.close();
  await store.close();
  expect(commits).toBe(2);
  expect(await indexPicture(folder)).toEqual(await readPicture([place]));
  for (const used of [place, folder]) rmSync(used, { recursive: true });
}, 120_000);

it('goes on with a session of many calls, whose last line had no end', async () => {
  const place = newFolder();
  const path = join(place, `${SID}.jsonl`);
  const log = new ClaudeLog(SID);
  log.prompt('begin');
  // More than are remembered in one piece.
  for (let i = 0; i < 4200; i++) {
    log.call(`toolu_${i}`, 'Bash', { command: `make step-${i}` });
    log.result(`toolu_${i}`, 'done', { isError: false });
  }
  log.call('toolu_last', 'Bash', { command: 'make all' });
  const begun = log.text().trimEnd();
  log.records.length = 0;
  log.result('toolu_last', 'Exit code 1', { isError: true });
  log.prompt('go on');
  const rest = `\n${log.text()}`;
  appendFileSync(path, begun);
  const folder = newFolder();
  await indexOnce(folder, [place]);
  expect(await indexPicture(folder)).toEqual(await readPicture([place]));

  appendFileSync(path, rest);
  expect((await indexOnce(folder, [place])).sessions).toEqual({ added: 0, continued: 1, rebuilt: 0, unchanged: 0 });
  expect(await indexPicture(folder)).toEqual(await readPicture([place]));
  for (const used of [place, folder]) rmSync(used, { recursive: true });
}, 120_000);
