// Tests that an index found damaged by a question is rebuilt while the server runs, and that users are notified.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { FollowedLibrary } from '../../src/server/followed-library.ts';
import { type RunningServer, startServer } from '../../src/server/server.ts';
import { indexOnce, newFolder } from '../index/support.ts';
import { damageIndex } from '../support/damage-index.ts';
import { madeUpLogs } from './library.ts';
import { Served } from './support.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

it('answers again after a question has met the damage', async () => {
  const { folder: place } = madeUpLogs();
  const folder = newFolder();
  await indexOnce(folder, [place]);
  damageIndex(folder, 'calls');
  const told: string[] = [];
  const library = await FollowedLibrary.open({
    folder,
    places: [place],
    archive: false,
    onSetAside: (path) => told.push(path),
  });
  ends.push(() => library.close());
  await library.ready;
  const server: RunningServer = await startServer({ library, port: 0, access: 'open-to-local-users' });
  ends.unshift(() => server.close());
  const served = new Served(library, server, folder);

  expect(await served.trouble('/api/v1/calls')).toMatchObject({ status: 503 });
  while (told.length === 0 || library.state().phase !== 'following') await sleep(5);
  const [aside = ''] = told;
  expect(existsSync(aside)).toBe(true);
  expect(library.state().trouble).toEqual([`The index was damaged and was rebuilt; the old file is ${aside}.`]);
  const { status, text } = await served.ask('/api/v1/calls');
  expect([status, JSON.parse(text).calls.length > 0]).toEqual([200, true]);
});
