// Tests the list of logs to search: their order, and that files are known again by their times to the last digit.

import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStoreToRead } from '../../src/store/open-store.ts';
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
