// Tests the list of logs to search: their order, and that files are known again by their times to the last digit.

import { appendFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { openLog } from '../../src/sources/kinds/open-source.ts';
import { openStoreToRead, openStoreToWrite } from '../../src/store/open-store.ts';
import { indexOnce, newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';

function logOf(session: string, waitMs: number): string {
  const log = new ClaudeLog(session).wait(waitMs);
  log.prompt(`plant quinces, it says "now" ${waitMs}\n`);
  return log.text();
}

it('has the newest session first, its files in order, with exact times', async () => {
  const ids = [1, 2, 3].map((n) => `${n}1111111-2222-4333-8444-555555555555`);
  const [first = '', second = '', third = ''] = ids;
  const place = folderWith({
    [`p/${first}.jsonl`]: logOf(first, 0),
    [`p/${second}.jsonl`]: logOf(second, 5000),
    [`q "1"/${second}.jsonl`]: logOf(second, 5000),
    [`p/${third}.jsonl`]: logOf(third, 1000),
  });
  const paths = [`p/${second}`, `q "1"/${second}`, `p/${third}`, `p/${first}`].map((name) =>
    join(place, `${name}.jsonl`),
  );
  for (const [i, path] of paths.entries()) utimesSync(path, 1_793_424_990, 1_793_424_990.759999 + i / 1e6);
  const folder = newFolder();
  await indexOnce(folder, [place]);
  const { questions, close } = await openStoreToRead(await storeIn(folder));
  const logs = await questions.search.logs([place]);
  expect(logs.map(({ path, modifiedAt }) => [path, modifiedAt])).toEqual(
    paths.map((path) => [path, statSync(path).mtimeMs]),
  );
  expect(logs.map(({ fileBytes, size, covered }) => [fileBytes, size, covered])).toEqual(
    paths.map((path) => [statSync(path).size, statSync(path).size, 0]),
  );
  await close();
});

async function coverTexts(folder: string): Promise<void> {
  const store = await openStoreToWrite(await storeIn(folder));
  await new TextIndexWriter(store, openLog, { isEager: true }).catchUp();
  await store.close();
}

it('follows what changes, and is the list that a fresh look gives', async () => {
  const ids = [1, 2, 3].map((n) => `${n}1111111-2222-4333-8444-555555555555`);
  const place = folderWith(Object.fromEntries(ids.map((id, i) => [`p/${id}.jsonl`, logOf(id, i * 1000)])));
  const folder = newFolder();
  await indexOnce(folder, [place]);
  const store = await storeIn(folder);
  const { questions, close } = await openStoreToRead(store);
  const expectFresh = async (): Promise<readonly string[]> => {
    const logs = await questions.search.logs([place]);
    const fresh = await openStoreToRead(store);
    expect(logs).toEqual(await fresh.questions.search.logs([place]));
    await fresh.close();
    return logs.map(({ session, size, covered }) => `${session[0]} ${size} ${covered > 0}`).sort();
  };
  const sizes = ids.map((id) => statSync(join(place, `p/${id}.jsonl`)).size);
  const [one, two, three] = sizes;
  expect(await expectFresh()).toEqual([`1 ${one} false`, `2 ${two} false`, `3 ${three} false`]);
  const grown = new ClaudeLog(ids[0] ?? '').wait(60_000);
  grown.prompt('and pears');
  appendFileSync(join(place, `p/${ids[0]}.jsonl`), grown.text());
  await indexOnce(folder, [place]);
  const more = statSync(join(place, `p/${ids[0]}.jsonl`)).size;
  expect(await expectFresh()).toEqual([`1 ${more} false`, `2 ${two} false`, `3 ${three} false`]);
  await coverTexts(folder);
  expect(await expectFresh()).toEqual([`1 ${more} true`, `2 ${two} true`, `3 ${three} true`]);
  writeFileSync(
    join(place, 'p/41111111-2222-4333-8444-555555555555.jsonl'),
    logOf('41111111-2222-4333-8444-555555555555', 0),
  );
  await indexOnce(folder, [place]);
  expect((await expectFresh()).map((log) => log[0])).toEqual(['1', '2', '3', '4']);
  await close();
});
