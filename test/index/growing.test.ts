// Tests that an index updated step by step equals the index of the whole: files that grow at any byte, new files, restarts in
// between, sessions that fall silent.

import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { Rng } from '../../bench/generate/rng.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { ENGINE, storeIn } from '../support/engine.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

/** Every step waits for a server where there is one: fewer runs will do. */
const isQuick = ENGINE === 'sqlite';

/** A log that comes in pieces, as an agent would write it or a copy would arrive. */
interface Arriving {
  readonly path: string;
  readonly bytes: Buffer;
  at: number;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && name !== 'truth.json')
    .sort();
}

async function grow(seed: string, now: number, watched = false): Promise<void> {
  const rng = new Rng(seed);
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 1.2e6, seed, callsPerSession: 12 });
  const place = newFolder();
  const folder = newFolder();
  const arriving = filesUnder(logs).map(
    (name): Arriving => ({ path: join(place, name), bytes: readFileSync(join(logs, name)), at: 0 }),
  );
  let continued = 0;
  let rebuilt = 0;
  let store = await openStoreToWrite(await storeIn(folder));
  let indexer = new Indexer(store.index, { now: () => now });
  for (let left = arriving; left.length > 0; left = left.filter(({ at, bytes }) => at < bytes.length)) {
    const grown: string[] = [];
    for (const file of left) {
      if (rng.float() < 0.4) continue;
      const isLog = file.path.endsWith('.jsonl');
      const size = isLog ? Math.ceil(rng.float() ** 3 * 60_000) : file.bytes.length;
      mkdirSync(dirname(file.path), { recursive: true });
      const piece = file.bytes.subarray(file.at, file.at + size);
      if (file.at === 0) writeFileSync(file.path, piece);
      else appendFileSync(file.path, piece);
      // Of sessions that go on later than now it says whether they are alive.
      utimesSync(file.path, new Date(now - 60_000), new Date(now - 60_000));
      file.at += size;
      grown.push(file.path);
    }
    if (watched) await indexer.changed(grown);
    else {
      const { sessions } = await indexer.sweep([place]);
      continued += sessions.continued;
      rebuilt += sessions.rebuilt;
    }
    const restart = rng.float();
    // Some processes end well and save what they know, some just end.
    if (restart < 0.2) await indexer.close();
    if (restart < 0.4) {
      await store.close();
      store = await openStoreToWrite(await storeIn(folder));
      indexer = new Indexer(store.index, { now: () => now });
    }
  }
  // Reading goes on; beginning again is for what grows in another order than it was written in.
  expect(continued).toBeGreaterThan(watched ? -1 : rebuilt);
  await indexer.close();
  await store.close();
  if (!watched) await indexOnce(folder, [place], now);
  expect(await indexPicture(folder)).toEqual(await readPicture([place], now));
  // Long after, nothing is alive any more.
  await indexOnce(folder, [place], LONG_AFTER);
  expect(await indexPicture(folder)).toEqual(await readPicture([place], LONG_AFTER));
  for (const used of [logs, place, folder]) rmSync(used, { recursive: true });
}

describe('a growing library', () => {
  it.each(isQuick ? ['a', 'b', 'c'] : ['a'])(
    'is indexed bit by bit as it would be whole: %s',
    (seed) => grow(seed, LONG_AFTER),
    120_000,
  );

  it('is indexed bit by bit while its sessions are alive', () => grow('d', Date.UTC(2026, 9, 20)), 120_000);

  it.each(isQuick ? ['e', 'f'] : ['f'])(
    'is indexed bit by bit by the files that were seen to change: %s',
    (seed) => grow(seed, seed === 'e' ? LONG_AFTER : Date.UTC(2026, 9, 20), true),
    120_000,
  );

  it('is alive while it is written to, though it tells no times', async () => {
    const path = join(newFolder(), 'timeless.jsonl');
    const use = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'sleep 9' } };
    const records = [
      { type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'wait' } },
      { type: 'assistant', uuid: 'b', parentUuid: 'a', sessionId: 's', message: { role: 'assistant', content: [use] } },
    ];
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const writtenAt = statSync(path).mtimeMs;
    const folder = newFolder();
    const statuses: (string | undefined)[] = [];
    for (const now of [writtenAt, writtenAt + 1000, LONG_AFTER]) {
      await indexOnce(folder, [path], now);
      statuses.push((await indexPicture(folder)).calls[0]?.status);
    }
    expect(statuses).toEqual(['running', 'running', 'lost']);
  });

  it('is left alone where nothing changed', async () => {
    const logs = newFolder();
    generateLibrary({ dir: logs, bytes: 3e5, seed: 'still' });
    const folder = newFolder();
    await indexOnce(folder, [logs]);
    const report = await indexOnce(folder, [logs]);
    expect([
      report.files,
      report.bytes,
      report.sessions.added + report.sessions.continued + report.sessions.rebuilt,
    ]).toEqual([0, 0, 0]);
  });
});
