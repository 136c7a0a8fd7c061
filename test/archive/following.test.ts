// Tests that updating the archive costs only what is new: a line appended to one of many logs costs the same as to one of
// ten; and that comparing both stores inside SQLite agrees with the rule by which files count as copied.

import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { Archiver } from '../../src/archive/archiver.ts';
import { isCopied } from '../../src/archive/copied.ts';
import { ArchiveStore } from '../../src/archive/store/archive-store.ts';
import { uncopiedSessions, unknownSessions } from '../../src/archive/store/beside-index.ts';
import { openArchiveToWrite } from '../../src/archive/store/open-archive.ts';
import { archiveBacklog } from '../../src/cli/keep-archive.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { rapPath } from '../../src/rap/store/rap-store.ts';
import type { LocalIndex } from '../../src/store/local-index.ts';
import { SqliteLocalIndex } from '../../src/store/sqlite/local-index.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SourceStamps } from '../../src/store/sqlite/queries/source-stamps.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { storeOver } from '../support/sqlite-database.ts';
import { conversation, KeptLibrary, LONG_AFTER } from './support.ts';

const used: string[] = [];
afterEach(() => {
  for (const folder of used.splice(0)) rmSync(folder, { recursive: true });
});

function sessionId(i: number): string {
  return `${String(i).padStart(8, '0')}-2222-4333-8444-555555555555`;
}

function libraryOf(files: number): KeptLibrary {
  const library = new KeptLibrary();
  used.push(library.place, library.folder);
  for (let i = 0; i < files; i++) library.write(`p/${sessionId(i)}.jsonl`, conversation(sessionId(i), 1));
  return library;
}

function opened(library: KeptLibrary): {
  readonly index: SqliteIndex;
  readonly indexer: Indexer;
  readonly store: ArchiveStore;
  readonly archiver: Archiver;
  close(): Promise<void>;
} {
  const index = new SqliteIndex(openIndex(library.folder).database);
  const indexer = new Indexer(index, { now: () => LONG_AFTER });
  const store = new ArchiveStore(openArchiveToWrite(library.folder).database);
  const archiver = new Archiver(store, storeOver(index.database), { folder: library.folder, now: () => LONG_AFTER });
  return {
    index,
    indexer,
    store,
    archiver,
    close: async () => {
      await archiver.close();
      await indexer.close();
      await index.close();
    },
  };
}

/** Questions to both stores for one appended line, and for a look with nothing new. */
async function questionsIn(files: number): Promise<{ appended: number; idle: number }> {
  const library = libraryOf(files);
  const { index, indexer, store, archiver, close } = opened(library);
  await indexer.sweep([library.place]);
  await archiver.catchUp();
  let questions = 0;
  const count = async (): Promise<number> => {
    questions = 0;
    for (const database of [index.database, store.database]) database.onStep = () => void questions++;
    await archiver.catchUp();
    for (const database of [index.database, store.database]) database.onStep = undefined;
    return questions;
  };
  const path = library.path(`p/${sessionId(files - 1)}.jsonl`);
  appendFileSync(path, conversation(sessionId(files - 1), 2).slice(conversation(sessionId(files - 1), 1).length));
  await indexer.changed([path]);
  const appended = await count();
  const idle = await count();
  const kept = store.kept().reduce((sum, { rawBytes }) => sum + rawBytes, 0);
  expect(kept).toBe(index.database.query('SELECT sum(offset) AS sum FROM sources', (row) => row['sum']).get());
  await close();
  return { appended, idle };
}

it('asks as little of many files as of ten', async () => {
  const few = await questionsIn(10);
  expect(await questionsIn(60)).toEqual(few);
  expect(few.appended).toBeLessThan(20);
  expect(few.idle).toBeLessThan(few.appended);
}, 120_000);

it('finds by comparing the stores every session that the rule does not hold for, and none when all is copied', async () => {
  const library = libraryOf(12);
  const side = `p/${sessionId(3)}/subagents/agent-a1.meta.json`;
  library.write(`p/${sessionId(3)}/subagents/agent-a1.jsonl`, conversation(sessionId(3), 1)).write(side, '{}');
  library.write(`p/${sessionId(4)}/subagents/agent-a2.jsonl`, conversation(sessionId(4), 1));
  library.write(`p/${sessionId(4)}/subagents/agent-a2.meta.json`, '');
  const { index, indexer, store, archiver, close } = opened(library);
  const stamps = new SourceStamps(index.database);
  const local = new SqliteLocalIndex(index.database);
  const compare = (): { readonly found: string[]; readonly behind: string[] } => {
    const found = uncopiedSessions(store.database, local, []).map(({ session }) => session);
    const behind = stamps.all().filter((source) => !isCopied(source, store.at(source.path)));
    return { found, behind: [...new Set(behind.map(({ session }) => session))] };
  };
  const changes: (() => void)[] = [
    () => {},
    () => appendFileSync(library.path(`p/${sessionId(1)}.jsonl`), conversation(sessionId(1), 2)),
    () => renameSync(library.path(`p/${sessionId(2)}.jsonl`), library.path(`p/x-${sessionId(2)}.jsonl`)),
    () => library.write(side, '{"agentType":"Explore"}'),
    () => library.write(`p/${sessionId(5)}.jsonl`, conversation(sessionId(5), 3, 'another way')),
    () => rmSync(library.path(`p/${sessionId(6)}.jsonl`)),
  ];
  const counts: number[] = [];
  for (const change of changes) {
    change();
    await indexer.sweep([library.place]);
    const { found, behind } = compare();
    expect(found).toEqual(expect.arrayContaining(behind));
    // A store that is not a local file is asked for its list.
    const elsewhere: LocalIndex = {
      path: null,
      stamps: () => local.stamps(),
      stampsOf: (agent, session) => local.stampsOf(agent, session),
      stampAt: (path) => local.stampAt(path),
    };
    const listed = uncopiedSessions(store.database, elsewhere, []).map(({ session }) => session);
    expect(listed).toEqual(expect.arrayContaining(behind));
    expect(unknownSessions(store.database, elsewhere)).toEqual(unknownSessions(store.database, local));
    counts.push(behind.length);
    await archiver.catchUp();
    expect(compare()).toEqual({ found: [], behind: [] });
    const gone = store.sessions().filter(({ agent, session }) => stamps.ofSession(agent, session).length === 0);
    expect(unknownSessions(store.database, local)).toEqual(gone);
  }
  expect(counts).toEqual([12, 1, 1, 1, 1, 0]);
  await index.forget({ agent: 'claude-code', id: sessionId(6) });
  expect(unknownSessions(store.database, local)).toEqual([{ agent: 'claude-code', session: sessionId(6) }]);
  await close();
});

it('says how much there is to copy while it is much', async () => {
  const library = libraryOf(12);
  const { index, indexer, archiver, close } = opened(library);
  await indexer.sweep([library.place]);
  const said = (): string | undefined => archiveBacklog(library.folder, storeOver(index.database).local);
  expect(said()).toBe('Copies of 12 sessions are being added to the archive.');
  await archiver.catchUp();
  expect(said()).toBeUndefined();
  library.write(`p/${sessionId(12)}.jsonl`, conversation(sessionId(12), 1));
  await indexer.sweep([library.place]);
  expect(said()).toBeUndefined();
  // What Toolscope stores itself is not copied.
  const move = index.database.command('UPDATE sources SET path = ? || num || session_pk');
  for (const own of [`${library.folder}/inbox/`, rapPath(library.folder)]) {
    move.run(own);
    expect(said()).toBeUndefined();
  }
  move.run('/elsewhere/');
  expect(said()).toBe('Copies of 13 sessions are being added to the archive.');
  await close();
});
