// Tests the text index stored next to the index: the same whether a log was read at once or grew, after crashes and when its log
// is read again; never ahead of the index.

import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { openFollower } from '../../src/library/index-watcher.ts';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { openOnDisk } from '../../src/sources/files/open-log.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { BYTES, bytesIn, changeTables, writingOf } from '../support/tables.ts';
import { grownIndex, joinBytes, storedIndex } from './indexed-log.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function longLog(): string {
  const log = new ClaudeLog(ID);
  log.prompt('Grow');
  for (let i = 0; i < 120; i++) {
    log.call(`toolu_${i}`, 'Bash', { command: `echo row-${i} ${'leaf '.repeat(100)}` });
    log.result(`toolu_${i}`, `row-${i} ${'bark '.repeat(200)}`);
  }
  return log.text();
}

/** Path → what is stored of it. */
async function stored({ questions }: Pick<LibraryIndex, 'questions'>): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const { path, key, covered } of await questions.search.logs(['/'])) {
    const chunks = await questions.search.textChunks([key]);
    if (covered > 0) found.set(path, joinBytes((chunks.get(key) ?? []).map(({ body }) => body)));
  }
  return found;
}

function keeper(index: LibraryIndex, isEager = true): TextIndexWriter {
  return new TextIndexWriter(writingOf(index), openOnDisk, { isEager });
}

/** While the session of `longLog` goes on: one that rests is read again when it grows, and its text with it. */
const MEANWHILE = Date.UTC(2026, 2, 1, 9, 5);

async function opened(
  place: string,
  { folder = newFolder(), now = Date.now }: { readonly folder?: string; readonly now?: () => number } = {},
): Promise<LibraryIndex> {
  const index = await openLibraryIndex(await storeIn(folder), { now });
  await index.indexer?.sweep([place]);
  return index;
}

describe('the text index beside the index', () => {
  it('is made again when a program with another version left it', async () => {
    const place = newFolder();
    generateLibrary({ dir: place, bytes: 1e6, seed: 'versions' });
    const folder = newFolder();
    const index = await opened(place, { folder });
    await keeper(index).catchUp();
    const texts = await stored(index);
    const other = `substr(body, 1, 4) || ${bytesIn('0100')} || substr(body, 7)`;
    await changeTables(folder, `UPDATE text_chunks SET body = CAST(${other} AS ${BYTES})`);
    expect(await stored(index)).not.toEqual(texts);
    await keeper(index).catchUp();
    expect(await stored(index)).toEqual(texts);
    await index.close();
  });

  it('is what building it in one go gives, for every log', async () => {
    const place = newFolder();
    generateLibrary({ dir: place, bytes: 2e6, seed: 'texts' });
    const folder = newFolder();
    const index = await opened(place, { folder });
    await keeper(index).catchUp();
    const texts = await stored(index);
    expect(texts.size).toBeGreaterThan(3);
    for (const [path, bytes] of texts) expect(bytes).toEqual(storedIndex(readFileSync(path)));
    await index.close();
    rmSync(place, { recursive: true });
  });

  it('grows with its log, and reads only the last block again', async () => {
    const whole = longLog();
    const place = folderWith({ [`${ID}.jsonl`]: '' });
    const path = join(place, `${ID}.jsonl`);
    const lines = whole.split(/(?<=\n)/);
    const index = await opened(place, { now: () => MEANWHILE });
    const steps: number[] = [];
    for (let at = 0; at < lines.length; at += 40) {
      appendFileSync(path, lines.slice(at, at + 40).join(''));
      await index.indexer?.sweep([place]);
      await keeper(index).catchUp();
      steps.push(readFileSync(path).length);
    }
    expect(await stored(index)).toEqual(new Map([[path, grownIndex(Buffer.from(whole), steps)]]));
    await index.close();
  });

  it('waits while a log is written to, and covers it when it rests', async () => {
    const place = folderWith({ [`${ID}.jsonl`]: longLog() });
    const path = join(place, `${ID}.jsonl`);
    const index = await opened(place, { now: () => MEANWHILE });
    const before = readFileSync(path);
    await keeper(index, false).catchUp();
    const log = new ClaudeLog(ID).wait(3_600_000);
    log.say('One more row.');
    appendFileSync(path, log.text());
    await index.indexer?.sweep([place]);
    await keeper(index, false).catchUp();
    expect(await stored(index)).toEqual(new Map([[path, storedIndex(before)]]));
    const later = new TextIndexWriter(writingOf(index), openOnDisk, { now: () => Date.now() + 3_600_000 });
    await later.catchUp();
    expect(await stored(index)).toEqual(new Map([[path, grownIndex(readFileSync(path), [before.length])]]));
    await index.close();
  });

  it('stops when it is told to, with everything so far safe, and goes on', async () => {
    const place = folderWith({ 'a.jsonl': longLog(), 'b.jsonl': longLog().replaceAll(ID, ID.replaceAll('1', '7')) });
    const index = await opened(place);
    const end = new AbortController();
    end.abort();
    await keeper(index).catchUp(end.signal);
    expect((await stored(index)).size).toBe(0);
    await keeper(index).catchUp();
    expect((await stored(index)).size).toBe(2);
    await index.close();
  });

  it('is thrown away with what the index knows of its log', async () => {
    const place = folderWith({ [`${ID}.jsonl`]: longLog() });
    const path = join(place, `${ID}.jsonl`);
    const index = await opened(place);
    await keeper(index).catchUp();
    writeFileSync(path, longLog().replaceAll('row-', 'line-'));
    await index.indexer?.sweep([place]);
    expect((await stored(index)).size).toBe(0);
    await keeper(index).catchUp();
    expect(await stored(index)).toEqual(new Map([[path, storedIndex(readFileSync(path))]]));
    const search = new LibrarySearch(index.questions);
    const hits = async (query: string): Promise<number> =>
      (await search.page({ query, places: [place], limit: 1000 })).hits.length;
    expect([await hits('row-7'), await hits('line-77')]).toEqual([0, 2]);
    await index.close();
  });

  it('is not stored for a log that was read again meanwhile', async () => {
    const place = folderWith({ [`${ID}.jsonl`]: longLog() });
    const folder = newFolder();
    const index = await opened(place, { folder });
    const { texts } = writingOf(index);
    const [behind] = await texts.behind(1, Number.MAX_SAFE_INTEGER);
    if (behind === undefined) throw new Error('nothing to cover');
    await changeTables(folder, 'DELETE FROM sources');
    const { key, path, sealed } = behind;
    const addition = { key, covered: 10, sealed, chunks: [], open: new Uint8Array(4), before: 0 };
    expect([await texts.put(path, addition), (await stored(index)).size]).toEqual([false, 0]);
    await index.close();
  });

  it('is kept by whichever process follows the logs', async () => {
    const place = folderWith({ [`${ID}.jsonl`]: longLog() });
    const follower = await openFollower({ folder: await storeIn(newFolder()), places: [place] });
    await follower.ready;
    while ((await stored(follower)).size === 0) await new Promise((done) => setTimeout(done, 5));
    const path = join(place, `${ID}.jsonl`);
    expect(await stored(follower)).toEqual(new Map([[path, storedIndex(readFileSync(path))]]));
    await follower.close();
  });
});
