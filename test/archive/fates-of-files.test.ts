// Tests what the archive keeps when files grow, are truncated, replaced, renamed or deleted, and what belongs to a log.

import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OUTPUT_MAX_BYTES, SIDE_MAX_BYTES } from '../../src/archive/copied.ts';
import { BLOCK_BYTES } from '../../src/archive/pack.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { conversation, KeptLibrary, LONG_AFTER, newFolder, OTHER, SID } from './support.ts';

const LOG = `${SID}.jsonl`;

it('keeps what the index has read, and goes on where it stopped', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3)).write(`p/${OTHER}.jsonl`, conversation(OTHER, 2));
  await library.keep();
  expect(library.contents()).toEqual({
    [LOG]: conversation(SID, 3),
    [`p/${OTHER}.jsonl`]: conversation(OTHER, 2),
  });
  appendFileSync(library.path(LOG), conversation(SID, 9).slice(conversation(SID, 3).length));
  await library.keep();
  expect(library.contents()[LOG]).toBe(conversation(SID, 9));
});

it('takes no line that the index has not read yet', async () => {
  const whole = conversation(SID, 3);
  const library = new KeptLibrary().write(LOG, `${whole}{"type":"user","mess`);
  const now = new Date(Date.UTC(2031, 0, 1));
  utimesSync(library.path(LOG), now, now);
  await library.keep();
  expect(library.contents()).toEqual({ [LOG]: whole });
});

it('begins again with a file that was truncated or replaced, and keeps what it had of the other', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 9));
  await library.keep();
  library.write(LOG, conversation(SID, 3));
  await library.keep();
  expect(library.contents()).toEqual({ [LOG]: conversation(SID, 3), [`${LOG} replaced`]: conversation(SID, 9) });
  library.write(LOG, conversation(SID, 20, 'go another way'));
  await library.keep();
  expect(library.contents()[LOG]).toBe(conversation(SID, 20, 'go another way'));
});

it('begins again with a file that was written over in its middle, and not with one that was only touched', async () => {
  const text = conversation(SID, 40);
  const other = text.replaceAll('step-20', 'step-xx');
  const library = new KeptLibrary().write(LOG, text);
  await library.keep();
  utimesSync(library.path(LOG), LONG_AFTER / 1000, LONG_AFTER / 1000);
  await library.keep();
  expect(library.contents()).toEqual({ [LOG]: text });
  library.write(LOG, other);
  await library.keep();
  expect(library.contents()).toEqual({ [LOG]: other, [`${LOG} replaced`]: text });
  await library.keep();
  expect(library.contents()).toEqual({ [LOG]: other, [`${LOG} replaced`]: text });
});

it('follows a file to its new name', async () => {
  const library = new KeptLibrary().write(`a/${LOG}`, conversation(SID, 3));
  await library.keep();
  mkdirSync(library.path('b'));
  renameSync(library.path(`a/${LOG}`), library.path(`b/${LOG}`));
  await library.keep();
  expect(library.contents()).toEqual({ [`b/${LOG}`]: conversation(SID, 3) });
  appendFileSync(library.path(`b/${LOG}`), conversation(SID, 5).slice(conversation(SID, 3).length));
  await library.keep();
  expect(library.contents()).toEqual({ [`b/${LOG}`]: conversation(SID, 5) });
});

it('has a copy of each when a file turns up under two names', async () => {
  const library = new KeptLibrary().write(`a/${LOG}`, conversation(SID, 3));
  await library.keep();
  for (const folder of ['b', 'c']) library.write(`${folder}/${LOG}`, conversation(SID, 4));
  rmSync(library.path(`a/${LOG}`));
  await library.keep();
  expect(library.contents()).toEqual({ [`b/${LOG}`]: conversation(SID, 4), [`c/${LOG}`]: conversation(SID, 4) });
});

it('has the copy of a file that was renamed and then deleted before anybody copied it again', async () => {
  const library = new KeptLibrary().write(`a/${LOG}`, conversation(SID, 3));
  await library.keep();
  mkdirSync(library.path('b'));
  renameSync(library.path(`a/${LOG}`), library.path(`b/${LOG}`));
  const renamed = await openLibraryIndex(library.folder, { now: () => LONG_AFTER });
  expect(await renamed.indexer?.sweep([library.place])).toMatchObject({ renamed: 1 });
  rmSync(library.path(`b/${LOG}`));
  const log = renamed.open(library.path(`b/${LOG}`));
  const room = Buffer.alloc(log.size);
  log.read(room, 0);
  expect(room.toString()).toBe(conversation(SID, 3));
  await renamed.close();
});

it('takes a renamed file for one file when the index is built again', async () => {
  const library = new KeptLibrary().write(`a/${LOG}`, conversation(SID, 3));
  await library.keep();
  mkdirSync(library.path('b'));
  renameSync(library.path(`a/${LOG}`), library.path(`b/${LOG}`));
  const anew = await openLibraryIndex(library.folder, { rebuild: true, now: () => LONG_AFTER });
  await anew.indexer?.sweep([library.place]);
  expect(anew.store.local.stamps().map(({ path }) => path)).toEqual([library.path(`b/${LOG}`)]);
  await anew.close();
});

it('hears of a new name while it runs', async () => {
  const library = new KeptLibrary().write(`a/${LOG}`, conversation(SID, 3));
  const process = library.process();
  await process.step();
  mkdirSync(library.path('b'));
  renameSync(library.path(`a/${LOG}`), library.path(`b/${LOG}`));
  await process.step();
  await process.end();
  expect(library.contents()).toEqual({ [`b/${LOG}`]: conversation(SID, 3) });
});

it('keeps the copy of a deleted file', async () => {
  const library = new KeptLibrary().write(LOG, conversation(SID, 3)).write(`${OTHER}.jsonl`, conversation(OTHER, 1));
  await library.keep();
  rmSync(library.path(LOG));
  await library.keep();
  expect(library.contents()[LOG]).toBe(conversation(SID, 3));
});

it('takes documents and large outputs that belong to a session, and nothing from elsewhere', async () => {
  const elsewhere = newFolder();
  const agent = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
  agent.prompt('look around');
  const library = new KeptLibrary()
    .write(LOG, conversation(SID, 1))
    .write(`${SID}/subagents/agent-a9.jsonl`, agent.text())
    .write(`${SID}/subagents/agent-a9.meta.json`, '{"agentType":"scout"}')
    .write(`${SID}/tool-results/b1.txt`, 'the whole of it')
    .write(`${SID}/tool-results/deeper/b2.txt`, 'not an output')
    .write(`${SID}/tool-results/large.txt`, '')
    .write(`${SID}/notes.txt`, 'not an output');
  truncateSync(library.path(`${SID}/tool-results/large.txt`), OUTPUT_MAX_BYTES + 1);
  symlinkSync(elsewhere, library.path(`${SID}/tool-results/linked`));
  symlinkSync('/etc/hostname', library.path(`${SID}/tool-results/link.txt`));
  await library.keep();
  const kept = {
    [LOG]: conversation(SID, 1),
    [`${SID}/subagents/agent-a9.jsonl`]: agent.text(),
    [`${SID}/subagents/agent-a9.meta.json`]: '{"agentType":"scout"}',
    [`${SID}/tool-results/b1.txt`]: 'the whole of it',
  };
  expect(library.contents()).toEqual(kept);
  const meta = `{"agentType":"digger","description":"${'x'.repeat(100)}"}`;
  library.write(`${SID}/subagents/agent-a9.meta.json`, meta);
  await library.keep();
  expect(library.contents()).toEqual({ ...kept, [`${SID}/subagents/agent-a9.meta.json`]: meta });
  library.write(`${SID}/subagents/agent-a9.meta.json`, `{"x":"${'x'.repeat(SIDE_MAX_BYTES)}"}`);
  await library.keep();
  expect(library.contents()[`${SID}/subagents/agent-a9.meta.json`]).toBe(meta);
});

it('gathers a log that grows line by line into large blocks', async () => {
  const lines = 600;
  const text = conversation(SID, lines).split('\n');
  const library = new KeptLibrary().write(LOG, '');
  let copied = 0;
  const process = library.process();
  for (let at = 0; at < text.length - 1; at += 20) {
    appendFileSync(library.path(LOG), `${text.slice(at, at + 20).join('\n')}\n`.replace(/\n\n$/, '\n'));
    await process.step();
    copied++;
  }
  await process.end();
  expect(library.contents()[LOG]).toBe(conversation(SID, lines));
  const blocks = library.look((store) => store.places(store.kept()[0]?.file.pk ?? 0));
  expect(copied).toBeGreaterThan(50);
  expect(blocks.length).toBeLessThan(8);
});

it('cuts long logs into blocks', async () => {
  const log = new ClaudeLog(SID);
  for (let i = 0; i < 9; i++)
    log.call(`toolu_${i}`, 'Bash', { command: randomBytes(BLOCK_BYTES / 4).toString('base64') });
  const library = new KeptLibrary().write(LOG, log.text());
  await library.keep();
  expect(library.contents()).toEqual({ [LOG]: log.text() });
  expect(library.look((store) => store.places(store.kept()[0]?.file.pk ?? 0)).map(({ length }) => length)).toEqual([
    BLOCK_BYTES,
    BLOCK_BYTES,
    BLOCK_BYTES,
    log.text().length - 3 * BLOCK_BYTES,
  ]);
});
