// Tests the index when the reading rules change: what can be read is read again, and nothing else is deleted.

import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import type { IndexReport } from '../../src/library/indexer.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { storeIn } from '../support/engine.ts';
import { indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

function smallLibrary(seed: string): string {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 4e5, seed, callsPerSession: 10 });
  return logs;
}

async function sweep(folder: string, logs: string, rules?: string): Promise<IndexReport['sessions']> {
  const options = { now: () => LONG_AFTER, ...(rules === undefined ? {} : { rules }) };
  const library = await openLibraryIndex(await storeIn(folder), options);
  const report = await library.indexer?.sweep([logs]);
  await library.close();
  if (report === undefined) throw new Error('Somebody else keeps the index.');
  return report.sessions;
}

/** Any log that has a session to itself. */
function someLog(logs: string): string {
  const path = readdirSync(logs, { recursive: true, encoding: 'utf8' }).find((name) => /rollout-.*\.jsonl$/.test(name));
  if (path === undefined) throw new Error('There is no such log.');
  return join(logs, path);
}

it('reads every session again that was read by other rules, and none a second time', async () => {
  const logs = smallLibrary('other rules');
  const folder = newFolder();
  const { added } = await sweep(folder, logs, 'one');
  expect(await sweep(folder, logs, 'one')).toMatchObject({ rebuilt: 0, unchanged: added });
  expect(await sweep(folder, logs, 'two')).toMatchObject({ added: 0, rebuilt: added, unchanged: 0 });
  expect(await sweep(folder, logs, 'two')).toMatchObject({ rebuilt: 0, unchanged: added });
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});

it('does not go on with a session that was begun by other rules', async () => {
  const logs = smallLibrary('begun by others');
  const folder = newFolder();
  await sweep(folder, logs, 'one');
  appendFileSync(
    someLog(logs),
    `${JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', type: 'event_msg', payload: { type: 'token_count' } })}\n`,
  );
  expect(await sweep(folder, logs, 'two')).toMatchObject({ continued: 0, added: 0, unchanged: 0 });
});

it('knows no other rules where it has none', async () => {
  const logs = smallLibrary('no rules');
  const folder = newFolder();
  const { added } = await sweep(folder, logs, 'one');
  expect(await sweep(folder, logs)).toMatchObject({ rebuilt: 0, unchanged: added });
});

it('keeps what it knows of logs that are gone', async () => {
  const logs = smallLibrary('gone logs');
  const folder = newFolder();
  await sweep(folder, logs, 'one');
  const before = await indexPicture(folder);
  rmSync(someLog(logs));
  await sweep(folder, logs, 'two');
  const after = await indexPicture(folder);
  expect(after.calls.map(({ callId }) => callId)).toEqual(before.calls.map(({ callId }) => callId));
  expect(await sweep(folder, logs, 'two')).toMatchObject({ rebuilt: 0 });
});
