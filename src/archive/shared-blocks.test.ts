// Tests that logs go into a shared store two at a time, and what happens when one of the two fails or nobody wants them any more.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endsOf } from '../sources/files/file-stamp.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { BlockStep, BlockStore, KeptLog, KeptPart, UnkeptFile, UnkeptLog } from '../store/block-store.ts';
import type { ChangeQuestions } from '../store/questions/changes.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { SharedBlocks } from './shared-blocks.ts';

const LOGS = 5;
let folder: string;
let logs: readonly UnkeptLog[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscope-lanes-'));
  logs = Array.from({ length: LOGS }, (_, i) => {
    const path = join(folder, `${i}.jsonl`);
    const text = `{"pear":${i}}\n`;
    writeFileSync(path, text);
    const log = openLog(path);
    const ends = endsOf(log, text.length);
    log.close();
    const facts = { size: text.length, modifiedAt: 1, offset: text.length, kept: null, ...ends };
    return { path, session: i, sessionId: `session-${i}`, ...facts };
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Keeps nothing; each log is under way until it is let go. */
class SlowStore implements BlockStore {
  /** What was asked for: sessions, or all. */
  readonly asked: (readonly SessionKey[] | undefined)[] = [];
  readonly begun: string[] = [];
  #underWay: { done: (kept: KeptPart) => void; fail: (error: Error) => void }[] = [];

  async unkept(sessions?: readonly SessionKey[]): Promise<readonly UnkeptLog[]> {
    this.asked.push(sessions);
    return logs;
  }

  async outputs(): Promise<ReadonlyMap<string, KeptLog>> {
    return new Map();
  }

  put({ path }: UnkeptFile, _step: BlockStep): Promise<KeptPart> {
    this.begun.push(path);
    return new Promise((done, fail) => this.#underWay.push({ done, fail }));
  }

  async putWhole(): Promise<void> {}

  /** When so many are under way: the first of them. */
  async next(count: number): Promise<{ done(): void; fail(error: Error): void }> {
    await expect.poll(() => this.#underWay.length).toBe(count);
    const first = this.#underWay.shift();
    if (first === undefined) throw new Error('nothing is under way');
    return { done: () => first.done({ key: 1, bytes: 1 }), fail: first.fail };
  }
}

const CHANGES: ChangeQuestions = {
  last: async () => 7,
  since: async () => ({ changes: [], seq: 7, missed: false }),
};

function blocksOf(store: BlockStore): SharedBlocks {
  return new SharedBlocks({ blocks: store, questions: { changes: CHANGES } }, openLog);
}

it('keeps two at a time, and each once', async () => {
  const store = new SlowStore();
  const blocks = blocksOf(store);
  const caughtUp = blocks.catchUp();
  for (const underWay of [2, 2, 2, 2, 1]) (await store.next(underWay)).done();
  await caughtUp;
  expect(store.begun).toEqual(logs.map(({ path }) => path));
  const again = blocks.catchUp();
  for (const underWay of [2, 2, 2, 2, 1]) (await store.next(underWay)).done();
  await again;
  expect(store.asked).toEqual([undefined, []]);
});

it('begins no other log after one has failed, waits for the one beside it, and looks at all of them again', async () => {
  const store = new SlowStore();
  const blocks = blocksOf(store);
  let hasEnded = false;
  const caughtUp = blocks.catchUp().finally(() => (hasEnded = true));
  const failed = expect(caughtUp).rejects.toThrow('the disk is full');
  (await store.next(2)).fail(new Error('the disk is full'));
  const beside = await store.next(1);
  expect(hasEnded).toBe(false);
  beside.done();
  await failed;
  expect(store.begun).toHaveLength(2);
  const again = blocks.catchUp();
  for (const underWay of [2, 2, 2, 2, 1]) (await store.next(underWay)).done();
  await again;
  expect(store.asked).toEqual([undefined, undefined]);
});

it('begins no other log after it was stopped, and looks at all of them again', async () => {
  const store = new SlowStore();
  const blocks = blocksOf(store);
  const stop = new AbortController();
  const caughtUp = blocks.catchUp(stop.signal);
  const first = await store.next(2);
  stop.abort();
  first.done();
  (await store.next(1)).done();
  await caughtUp;
  expect(store.begun).toHaveLength(2);
  const again = blocks.catchUp();
  for (const underWay of [2, 2, 2, 2, 1]) (await store.next(underWay)).done();
  await again;
  expect(store.asked).toEqual([undefined, undefined]);
});
