// Tests that a search finds the same with filters in slices as without, while logs grow and after they are gone.

import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { writingOf } from '../support/tables.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const GROUP_BYTES = 40_000;
const QUERIES = [
  'error',
  'the',
  '"npm test"',
  'packa*',
  '/fail(ed|ure)/',
  'quincunx',
  'src',
  'tool:Bash error',
  '"nowhere to be found"',
];

async function covered(index: LibraryIndex, groupBytes?: number): Promise<void> {
  const options = { isEager: true, ...(groupBytes === undefined ? {} : { groupBytes, keptBytes: 0 }) };
  await new TextIndexWriter(writingOf(index), index.open, options).catchUp();
}

/** Hits, sessions and how much was looked at, for every query. */
async function answers({ questions, open }: LibraryIndex, place: string): Promise<unknown[]> {
  const search = new LibrarySearch(questions, open);
  const told: unknown[] = [];
  for (const query of QUERIES) {
    const { hits, report } = await search.page({ query, places: [place], limit: 30 });
    const { groups, total, mayHold } = await search.sessions({ query, places: [place], limit: 10 });
    const { durationMs: _, ...rest } = report;
    told.push([
      query,
      hits.map(({ path, line, pointer }) => [path, line, pointer]),
      rest,
      groups.map(({ session }) => session),
    ]);
    told.push([total, mayHold]);
  }
  return told;
}

async function slicedLogs({ questions }: LibraryIndex, place: string): Promise<number> {
  return (await questions.search.logs([place])).filter(({ slices }) => slices.length > 0).length;
}

it('finds the same in slices, in several groups', async () => {
  const place = newFolder();
  generateLibrary({ dir: place, bytes: 4e6, seed: 'slices' });
  const index = await openLibraryIndex(await storeIn(newFolder()), {});
  try {
    await index.indexer?.sweep([place]);
    await covered(index);
    const before = await answers(index, place);
    expect(await slicedLogs(index, place)).toBe(0);
    await covered(index, GROUP_BYTES);
    const logs = await index.questions.search.logs([place]);
    expect(new Set(logs.flatMap(({ slices }) => slices.map(({ group }) => group))).size).toBeGreaterThan(1);
    expect(await answers(index, place)).toEqual(before);
  } finally {
    await index.close();
  }
});

it('finds what a log says after its filters were cut, and nothing of one that is gone', async () => {
  const log = new ClaudeLog(ID);
  log.prompt('plant quinces');
  for (let i = 0; i < 60; i++) {
    log.call(`toolu_${i}`, 'Bash', { command: `echo row-${i} ${'leaf '.repeat(100)}` });
    log.result(`toolu_${i}`, `row-${i} ${'bark '.repeat(200)}`);
  }
  const lines = log.text().split(/(?<=\n)/);
  const place = folderWith({ [`p/${ID}.jsonl`]: lines.slice(0, -20).join('') });
  const folder = await storeIn(newFolder());
  const index = await openLibraryIndex(folder, {});
  const found = async (query: string): Promise<number> =>
    (await new LibrarySearch(index.questions, index.open).page({ query, places: [place], limit: 100 })).hits.length;
  try {
    await index.indexer?.sweep([place]);
    await covered(index, 1);
    expect(await slicedLogs(index, place)).toBe(1);
    expect([await found('"row-40"'), await found('"row-59"')]).toEqual([2, 0]);
    appendFileSync(join(place, 'p', `${ID}.jsonl`), lines.slice(-20).join(''));
    await index.indexer?.sweep([place]);
    // Not covered yet, then with filters of its own behind those in slices, then all in slices.
    for (const groupBytes of [undefined, 1e9, 1]) {
      if (groupBytes !== undefined) await covered(index, groupBytes);
      expect([await found('"row-40"'), await found('"row-59"'), await found('"row-99"')]).toEqual([2, 2, 0]);
    }
    expect(await slicedLogs(index, place)).toBe(1);
    rmSync(join(place, 'p'), { recursive: true });
    await index.indexer?.sweep([place]);
    await writingOf(index).index.forget({ agent: 'claude-code', id: ID });
    expect(await found('"row-40"')).toBe(0);
  } finally {
    await index.close();
  }
});
