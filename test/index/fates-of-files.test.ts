// Tests the index when files are truncated, replaced, renamed, deleted, or turn out to belong to another session.

import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readWhole } from '../../src/library/index-whole.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { quietLook } from '../../src/library/quiet-look.ts';
import { groupSessions } from '../../src/reading/group-sessions.ts';
import { discover } from '../../src/sources/discover.ts';
import { listLogs } from '../../src/sources/list-logs.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { CodexLog } from '../support/codex-log.ts';
import { storeIn } from '../support/engine.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, type Picture, readPicture } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';

function conversation(session: string, calls: number, text = 'go'): string {
  const log = new ClaudeLog(session);
  log.prompt(text);
  for (let i = 0; i < calls; i++) {
    log.call(`toolu_${session.slice(0, 4)}_${i}`, 'Bash', { command: `make step-${i}` });
    log.result(`toolu_${session.slice(0, 4)}_${i}`, 'done', { isError: false });
  }
  return log.text();
}

class Library {
  readonly place = newFolder();
  readonly folder = newFolder();

  path(name: string): string {
    return join(this.place, name);
  }

  write(name: string, content: string): this {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
    return this;
  }

  index(): ReturnType<typeof indexOnce> {
    return indexOnce(this.folder, [this.place]);
  }

  async expectSame(): Promise<void> {
    expect(await indexPicture(this.folder)).toEqual(await readPicture([this.place]));
  }

  indexed(): Promise<Picture> {
    return indexPicture(this.folder);
  }
}

it('reads a truncated file again', async () => {
  const library = new Library().write(`${SID}.jsonl`, conversation(SID, 9));
  await library.index();
  library.write(`${SID}.jsonl`, conversation(SID, 3));
  expect((await library.index()).sessions).toEqual({ added: 0, continued: 0, rebuilt: 1, unchanged: 0 });
  await library.expectSame();
});

it('reads a replaced file again, also when it is longer than before', async () => {
  const library = new Library().write(`${SID}.jsonl`, conversation(SID, 3));
  await library.index();
  library.write(`${SID}.jsonl`, conversation(SID, 20, 'go another way'));
  expect((await library.index()).sessions.rebuilt).toBe(1);
  await library.expectSame();
});

it('notices a change in the last lines it read, though the beginning and the size are the same', async () => {
  const text = conversation(SID, 40);
  const library = new Library().write(`${SID}.jsonl`, text);
  await library.index();
  const at = text.lastIndexOf('step-39');
  library.write(`${SID}.jsonl`, `${text.slice(0, at)}step-00${text.slice(at + 7)}`);
  utimesSync(library.path(`${SID}.jsonl`), new Date(), new Date(Date.now() + 5000));
  expect((await library.index()).sessions.rebuilt).toBe(1);
  await library.expectSame();
});

it('notices a change in the middle of a file that is as long as before, and that a file was only touched', async () => {
  const text = conversation(SID, 40);
  const library = new Library().write(`${SID}.jsonl`, text);
  await library.index();
  library.write(`${SID}.jsonl`, text.replaceAll('step-20', 'step-xx'));
  utimesSync(library.path(`${SID}.jsonl`), new Date(), new Date(Date.now() + 5000));
  expect((await library.index()).sessions.rebuilt).toBe(1);
  await library.expectSame();
  expect((await library.index()).sessions.unchanged).toBe(1);
  utimesSync(library.path(`${SID}.jsonl`), new Date(), new Date(Date.now() + 9000));
  await library.index();
  await library.expectSame();
  expect((await library.index()).sessions.unchanged).toBe(1);
});

it('notices a change in the middle when it is told of a file that another one of the same length took the place of', async () => {
  const text = conversation(SID, 40);
  const library = new Library().write(`${SID}.jsonl`, text);
  const log = library.path(`${SID}.jsonl`);
  const store = await openStoreToWrite(await storeIn(library.folder));
  const indexer = new Indexer(store.index, { now: () => LONG_AFTER });
  await indexer.sweep([library.place]);
  library.write(`${SID}.other`, text.replaceAll('step-20', 'step-xx'));
  utimesSync(library.path(`${SID}.other`), new Date(), new Date(Date.now() + 5000));
  renameSync(library.path(`${SID}.other`), log);
  await indexer.changed([log]);
  await indexer.close();
  await store.close();
  await library.expectSame();
});

it('replaces a session by the one that took its file', async () => {
  const library = new Library().write('log.jsonl', conversation(SID, 3));
  await library.index();
  library.write('log.jsonl', conversation(OTHER, 4));
  await library.index();
  await library.expectSame();
});

it('reads a short log again that was at rest when its library was first indexed, and goes on in it from then on', async () => {
  const library = new Library().write(`${SID}.jsonl`, conversation(SID, 3));
  const store = await openStoreToWrite(await storeIn(library.folder));
  for (const files of groupSessions(await discover([library.place]))) {
    const { batch, session } = await readWhole(store.index, files, LONG_AFTER, () => {}, { isFirstSeen: true });
    expect(batch.state).toBeUndefined();
    await store.index.commit(batch);
    session.close();
  }
  await store.close();
  await library.expectSame();
  const seen: unknown[] = [];
  for (const steps of [5, 7, 8]) {
    library.write(`${SID}.jsonl`, conversation(SID, steps));
    const { continued, rebuilt } = (await library.index()).sessions;
    seen.push({ continued, rebuilt });
    await library.expectSame();
  }
  expect(seen).toEqual([
    { continued: 0, rebuilt: 1 },
    { continued: 1, rebuilt: 0 },
    { continued: 1, rebuilt: 0 },
  ]);
});

it('follows a renamed file without reading it again, and goes on in it', async () => {
  const library = new Library().write(`a/${SID}.jsonl`, conversation(SID, 3));
  await library.index();
  mkdirSync(library.path('b'));
  renameSync(library.path(`a/${SID}.jsonl`), library.path(`b/${SID}.jsonl`));
  const moved = await library.index();
  expect([moved.renamed, moved.gone, moved.bytes]).toEqual([1, 0, 0]);
  await library.expectSame();
  const whole = conversation(SID, 6);
  appendFileSync(library.path(`b/${SID}.jsonl`), whole.slice(conversation(SID, 3).length));
  expect((await library.index()).sessions).toEqual({ added: 0, continued: 1, rebuilt: 0, unchanged: 0 });
  await library.expectSame();
});

it('knows a file again that went away and came back elsewhere', async () => {
  const library = new Library().write(`a/${SID}.jsonl`, conversation(SID, 3));
  await library.index();
  rmSync(library.path(`a/${SID}.jsonl`));
  expect((await library.index()).gone).toBe(1);
  library.write(`b/${SID}.jsonl`, conversation(SID, 5));
  const back = await library.index();
  expect([back.renamed, back.sessions.continued, back.sessions.rebuilt]).toEqual([1, 1, 0]);
  await library.expectSame();
});

it('keeps what it read of a deleted file', async () => {
  const library = new Library()
    .write(`${SID}.jsonl`, conversation(SID, 3))
    .write(`${OTHER}.jsonl`, conversation(OTHER, 2));
  await library.index();
  const before = await library.indexed();
  rmSync(library.path(`${SID}.jsonl`));
  expect((await library.index()).gone).toBe(1);
  expect(await library.indexed()).toEqual(before);
  expect((await library.index()).gone).toBe(0);
  library.write(`${SID}.jsonl`, conversation(SID, 4));
  await library.index();
  await library.expectSame();
});

it.each([
  [`${SID}.jsonl`, conversation(SID, 3)],
  [`rollout-2026-03-01T09-00-00-${SID}.jsonl`, new CodexLog({ thread: SID }).text()],
])('takes a log that was emptied for one that is gone: %s', async (name, text) => {
  const library = new Library().write(name, text).write(`${OTHER}.jsonl`, conversation(OTHER, 2));
  await library.index();
  const before = await library.indexed();
  library.write(name, '');
  expect((await library.index()).gone).toBe(1);
  expect(await library.indexed()).toEqual(before);
  // No one looks twice: neither where it lies, nor when it is named.
  const store = await openStoreToWrite(await storeIn(library.folder));
  expect(await quietLook(store.index, await listLogs([library.place]), [library.place])).toMatchObject({ sessions: 1 });
  await store.close();
  await indexOnce(library.folder, [library.path(name)]);
  expect(await library.indexed()).toEqual(before);
  library.write(name, text);
  await library.index();
  await library.expectSame();
});

it('gives a file to the session its later lines name', async () => {
  const whole = conversation(SID, 3);
  const library = new Library().write('early.jsonl', '{"type":"summary","summary":"Orchard","leafUuid":"none"}\n');
  await library.index();
  appendFileSync(library.path('early.jsonl'), whole);
  await library.index();
  await library.expectSame();
});

it('takes a last line without its end, and again when it is whole', async () => {
  const whole = conversation(SID, 2);
  const library = new Library().write(`${SID}.jsonl`, whole.slice(0, -1));
  await library.index();
  await library.expectSame();
  appendFileSync(library.path(`${SID}.jsonl`), '\n');
  expect((await library.index()).sessions.continued).toBe(1);
  await library.expectSame();
  appendFileSync(library.path(`${SID}.jsonl`), conversation(SID, 3).slice(whole.length, -40));
  await library.index();
  await library.expectSame();
});

it('counts a call that was copied into a fork once, whichever file comes first', async () => {
  const fork = (text: string): string => text.replaceAll(SID, OTHER);
  const shared = conversation(SID, 3);
  const longer = new ClaudeLog(OTHER).wait(3_600_000);
  longer.call('toolu_own', 'Bash', { command: 'make more' });
  for (const order of [
    [SID, OTHER],
    [OTHER, SID],
  ]) {
    const library = new Library();
    for (const id of order) {
      library.write(`${id}.jsonl`, id === SID ? conversation(SID, 5) : fork(shared) + longer.text());
      await library.index();
    }
    await library.expectSame();
    expect((await library.indexed()).calls.filter(({ copies }) => copies.length > 0)).toHaveLength(3);
    appendFileSync(library.path(`${SID}.jsonl`), conversation(SID, 7).slice(conversation(SID, 5).length));
    await library.index();
    await library.expectSame();
  }
});

it('reads a session again when a file beside it changed', async () => {
  const agent = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
  agent.prompt('look around');
  agent.call('toolu_sub', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  const main = new ClaudeLog(SID);
  main.call('toolu_task', 'Task', { prompt: 'look around', subagent_type: 'scout' });
  const meta = `${SID}/subagents/agent-a9.meta.json`;
  const library = new Library()
    .write(`${SID}.jsonl`, main.text())
    .write(`${SID}/subagents/agent-a9.jsonl`, agent.text())
    .write(meta, '{"agentType":"scout"}');
  await library.index();
  await library.expectSame();
  library.write(meta, '{"agentType":"digger","toolUseId":"toolu_task"}');
  expect((await library.index()).sessions.rebuilt).toBe(1);
  await library.expectSame();
});

it('reads a session of files in two places with both of them, also when it is asked about one place', async () => {
  const one = new Library().write(`${SID}.jsonl`, conversation(SID, 2));
  const away = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
  away.prompt('look around');
  away.call('toolu_sub', 'Read', { file_path: '/home/dev/orchard/pear.ts' });
  const two = new Library().write(`${SID}/subagents/agent-a9.jsonl`, away.text());
  const places = [one.place, two.place];
  await indexOnce(one.folder, places);
  expect(await one.indexed()).toEqual(await readPicture(places));
  one.write(`${SID}.jsonl`, conversation(SID, 3, 'go on'));
  expect((await one.index()).sessions.rebuilt).toBe(1);
  expect(await one.indexed()).toEqual(await readPicture(places));
});
