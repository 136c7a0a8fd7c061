// Tests the positions of a session's messages and calls: thread by thread, in every file with something of the thread.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStoreToRead } from '../../src/store/open-store.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { indexOnce, newFolder } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';

it('goes through all files of a thread', async () => {
  const logs = newFolder();
  const log = new ClaudeLog(SID);
  let written = 0;
  for (const name of ['orchard', 'meadow']) {
    log.prompt(`go to the ${name}`);
    log.call(`toolu_${name}`, 'Bash', { command: 'ls' });
    log.result(`toolu_${name}`, 'done', { isError: false });
    mkdirSync(join(logs, name));
    writeFileSync(join(logs, name, `${SID}.jsonl`), log.text().slice(written));
    written = log.text().length;
  }
  const folder = newFolder();
  await indexOnce(folder, [logs]);
  const { questions, close } = await openStoreToRead(await storeIn(folder));
  const { sessions, content } = questions;
  const [session] = await sessions.find(SID, [logs]);
  if (session === undefined) throw new Error('no session');
  const places = await content.places(session);
  expect(places.threads).toEqual(['main']);
  const found: (readonly [number, string])[] = [];
  for await (const batch of places.of('main')) {
    for (const { source, call } of batch) found.push([source, call?.id ?? 'said']);
  }
  expect(found.map(([source]) => source)).toEqual([0, 0, 1, 1]);
  expect(found.map(([, what]) => what).sort()).toEqual(['said', 'said', 'toolu_meadow', 'toolu_orchard']);
  await close();
});
