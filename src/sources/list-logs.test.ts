// Tests which logs are met first: those in the folders that changed last, whole folders at a time.

import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { listLogs, listRecentLogs } from './list-logs.ts';

/** A folder of logs for each project, changed that many days ago. */
function placeWith(projects: Readonly<Record<string, number>>, logsEach: number): string {
  const place = mkdtempSync(join(tmpdir(), 'toolscope-recent-'));
  for (const [project, daysAgo] of Object.entries(projects)) {
    const folder = join(place, project);
    mkdirSync(folder);
    for (let i = 0; i < logsEach; i++) writeFileSync(join(folder, `${project}-${i}.jsonl`), '{}\n');
    const at = Date.now() / 1000 - daysAgo * 86_400;
    utimesSync(folder, at, at);
  }
  return place;
}

function namesOf(files: readonly { readonly path: string }[]): string[] {
  return files.map(({ path }) => basename(path, '.jsonl'));
}

it('gives the logs of the folders that changed last, and of no half folder', () => {
  const place = placeWith({ a: 9, b: 1, c: 5 }, 2);
  expect(namesOf(listRecentLogs(place, 1))).toEqual(['b-0', 'b-1']);
  expect(namesOf(listRecentLogs(place, 3))).toEqual(['b-0', 'b-1', 'c-0', 'c-1']);
});

it('gives all there are where there are fewer, and every log in the end', async () => {
  const place = placeWith({ a: 9, b: 1 }, 1);
  expect(namesOf(listRecentLogs(place, 100))).toEqual(['b-0', 'a-0']);
  expect(namesOf((await listLogs([place])).files)).toEqual(['a-0', 'b-0']);
});
