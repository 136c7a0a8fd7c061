// Tests that sessions whose logs are gone survive the index: it is deleted and rebuilt from the archive.

import { appendFileSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { indexPath } from '../../src/store/sqlite/open-index.ts';
import { indexPicture } from '../index/support.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { zstd } from '../support/zstd.ts';
import { conversation, KeptLibrary, LONG_AFTER, OTHER, SID } from './support.ts';

async function rebuild(library: KeptLibrary): Promise<void> {
  const index = await openLibraryIndex(library.folder, { rebuild: true, now: () => LONG_AFTER });
  await index.indexer?.sweep([library.place]);
  await index.close();
}

function deleteLogs(library: KeptLibrary, ...names: string[]): void {
  for (const name of names) rmSync(library.path(name), { recursive: true });
}

it('has every session again, with its subagents and documents', async () => {
  const library = new KeptLibrary();
  generateLibrary({ dir: library.place, bytes: 6e5, seed: 'gone', callsPerSession: 12 });
  rmSync(library.path('truth.json'), { force: true });
  const agent = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
  agent.prompt('look around');
  agent.call('toolu_sub', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  library
    .write(`p/${SID}.jsonl`, conversation(SID, 3))
    .write(`p/${SID}/subagents/agent-a9.jsonl`, agent.text())
    .write(`p/${SID}/subagents/agent-a9.meta.json`, '{"agentType":"scout"}');
  await library.keep();
  const before = await indexPicture(library.folder);
  rmSync(library.place, { recursive: true });
  library.write('p/notes.txt', 'nothing else is left');
  await library.keep();
  expect(await indexPicture(library.folder)).toEqual(before);
  await rebuild(library);
  expect(await indexPicture(library.folder)).toEqual(before);
  // And nothing is read again because of it.
  expect((await library.keep()).sessions).toEqual({ added: 0, continued: 0, rebuilt: 0, unchanged: 0 });
});

it('has a session again whose log was emptied, beside one of its files that is there', async () => {
  const agent = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
  agent.call('toolu_sub', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  const library = new KeptLibrary()
    .write(`${SID}.jsonl`, conversation(SID, 3))
    .write(`${SID}/subagents/agent-a9.jsonl`, agent.text())
    .write(`${OTHER}.jsonl`, conversation(OTHER, 2));
  await library.keep();
  const before = await indexPicture(library.folder);
  library.write(`${SID}.jsonl`, '').write(`${OTHER}.jsonl`, '');
  expect(await library.keep()).toMatchObject({ gone: 2, sessions: { rebuilt: 0 } });
  expect(await indexPicture(library.folder)).toEqual(before);
  await rebuild(library);
  expect(await indexPicture(library.folder)).toEqual(before);
  expect(await library.keep()).toMatchObject({ gone: 0, sessions: { added: 0, continued: 0, rebuilt: 0 } });
  expect(library.contents()[`${SID}.jsonl`]).toBe(conversation(SID, 3));
});

it('reads a session with its files that are there and those that are gone', async () => {
  const agent = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
  agent.call('toolu_sub', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  const library = new KeptLibrary()
    .write(`${SID}.jsonl`, conversation(SID, 3))
    .write(`${SID}/subagents/agent-a9.jsonl`, agent.text());
  await library.keep();
  const before = await indexPicture(library.folder);
  deleteLogs(library, SID);
  rmSync(indexPath(library.folder));
  await rebuild(library);
  expect(await indexPicture(library.folder)).toEqual(before);
  // Also when one of them is replaced later, so that all of the session is read again.
  library.write(`${SID}.jsonl`, conversation(SID, 5, 'go another way'));
  const index = await openLibraryIndex(library.folder, { now: () => LONG_AFTER });
  expect((await index.indexer?.sweep([library.place]))?.sessions.rebuilt).toBe(1);
  await index.close();
  const calls = (await indexPicture(library.folder)).calls.map(({ callId }) => callId);
  expect(calls).toEqual(['toolu_1111_0', 'toolu_1111_1', 'toolu_1111_2', 'toolu_1111_3', 'toolu_1111_4', 'toolu_sub']);
});

it('goes on in a log that came back longer', async () => {
  const library = new KeptLibrary()
    .write(`${SID}.jsonl`, conversation(SID, 3))
    .write(`${OTHER}.jsonl`, conversation(OTHER, 1));
  await library.keep();
  deleteLogs(library, `${SID}.jsonl`);
  await rebuild(library);
  library.write(`${SID}.jsonl`, conversation(SID, 5));
  await library.keep();
  appendFileSync(library.path(`${SID}.jsonl`), conversation(SID, 6).slice(conversation(SID, 5).length));
  await library.keep();
  expect((await indexPicture(library.folder)).calls).toHaveLength(7);
  expect(library.contents()[`${SID}.jsonl`]).toBe(conversation(SID, 6));
});

it('reads around a damaged block: a problem for its lines, and the lines after it keep their numbers', async () => {
  const log = new ClaudeLog(SID);
  for (let i = 0; i < 40; i++) log.call(`toolu_${i}`, 'Bash', { command: `make ${String(i).repeat(20_000)}` });
  const library = new KeptLibrary().write(`${SID}.jsonl`, log.text());
  await library.keep();
  const before = (await indexPicture(library.folder)).calls;
  library.look(({ database }) => database.exec('UPDATE blocks SET body = zeroblob(length(body)) WHERE offset = 0'));
  rmSync(library.path(`${SID}.jsonl`));
  await rebuild(library);
  const { calls, ledgers } = await indexPicture(library.folder);
  expect(calls.length).toBeGreaterThan(5);
  expect(calls).toEqual(before.filter(({ callId }) => calls.some((call) => call.callId === callId)));
  expect([...(ledgers[0]?.[1].problems ?? [])]).toEqual([
    ['invalid-json', 1],
    ['not-an-object', 1],
  ]);
});

it('has packed logs again as they were', async () => {
  const library = new KeptLibrary().write(`p/${SID}.jsonl.zst`, zstd(conversation(SID, 3))).write('p/notes.txt', '');
  await library.keep();
  const before = await indexPicture(library.folder);
  expect(before.calls).toHaveLength(3);
  deleteLogs(library, `p/${SID}.jsonl.zst`);
  await rebuild(library);
  expect(await indexPicture(library.folder)).toEqual(before);
  const index = await openLibraryIndex(library.folder, { now: () => LONG_AFTER });
  const reader = new BodyReader([library.path(`p/${SID}.jsonl.zst`)], index.open);
  expect(before.calls.map(({ bodies }) => reader.value(bodies.input))).toEqual(
    [0, 1, 2].map((i) => ({ command: `make step-${i}` })),
  );
  reader.close();
  await index.close();
});
