// Tests moving hook reports into the archive: all reports of sessions whose logs are gone, without losing any.

import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { packTold, type ToldFile, toldOf } from '../../src/archive/pack-hook-reports.ts';
import { keptSessions } from '../../src/archive/purge.ts';
import { ArchiveStore } from '../../src/archive/store/archive-store.ts';
import { openArchiveToWrite } from '../../src/archive/store/open-archive.ts';
import { inboxFolder, inboxPath } from '../../src/hooks/inbox.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { deleteIndex } from '../../src/store/sqlite/open-index.ts';
import { lines, postUse, preUse } from '../hooks/inbox-lines.ts';
import { indexPicture } from '../index/support.ts';
import { conversation, KeptLibrary, LONG_AFTER, OTHER, SID } from './support.ts';

const COMMAND = { command: 'make step-0' };

function told(session: string): string {
  const id = `toolu_${session.slice(0, 4)}_0`;
  return lines(
    preUse(id, 'Bash', COMMAND, { session, at: 2100 }),
    postUse(id, 'Bash', COMMAND, { stdout: 'done' }, { session, at: 2900 }, 700),
  );
}

class ToldLibrary extends KeptLibrary {
  readonly inbox = inboxFolder(this.folder);

  tell(session: string): string {
    const path = inboxPath(this.inbox, 'claude-code', session);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, told(session));
    return path;
  }

  async sweep(): Promise<void> {
    const library = await openLibraryIndex(this.folder, { now: () => LONG_AFTER });
    await library.indexer?.sweep([this.place, this.inbox]);
    await library.close();
  }

  async pack(before?: number): Promise<{ readonly chosen: ToldFile[]; readonly moved: ToldFile[] }> {
    const library = await openLibraryIndex(this.folder, { now: () => LONG_AFTER });
    const store = library.writing;
    if (store === undefined) throw new Error('not open for writing');
    const archive = new ArchiveStore(openArchiveToWrite(this.folder).database);
    const all = await keptSessions(store, archive, this.folder);
    const chosen = toldOf(all, before === undefined ? {} : { before });
    const moved = await packTold(chosen, { folder: this.folder, store, archive, now: LONG_AFTER });
    archive.close();
    await library.close();
    return { chosen, moved };
  }
}

async function twoSessions(): Promise<ToldLibrary> {
  const library = new ToldLibrary();
  library.write(`${SID}.jsonl`, conversation(SID, 2)).write(`${OTHER}.jsonl`, conversation(OTHER, 2));
  await library.keep();
  return library;
}

it('moves what was told of sessions whose logs are gone; the index stays the same, also when it is built again', async () => {
  const library = await twoSessions();
  const [path, other] = [library.tell(SID), library.tell(OTHER)];
  await library.sweep();
  expect((await library.pack()).chosen).toEqual([]);
  rmSync(library.path(`${SID}.jsonl`));
  await library.sweep();
  const before = await indexPicture(library.folder);
  expect((await library.pack(0)).chosen).toEqual([]);
  expect((await library.pack()).moved.map(({ session }) => session)).toEqual([SID]);
  expect([existsSync(path), existsSync(other)]).toEqual([false, true]);
  await library.sweep();
  expect(await indexPicture(library.folder)).toEqual(before);
  deleteIndex(library.folder);
  await library.sweep();
  expect((await indexPicture(library.folder)).calls).toEqual(before.calls);
  expect((await library.pack()).chosen).toEqual([]);
});

it('stays readable down to the line', async () => {
  const library = await twoSessions();
  const path = library.tell(SID);
  const content = readFileSync(path, 'utf8');
  await library.sweep();
  rmSync(library.path(`${SID}.jsonl`));
  await library.sweep();
  await library.pack();
  const opened = await openLibraryIndex(library.folder, { now: () => LONG_AFTER });
  const log = opened.open(path);
  const room = Buffer.alloc(content.length);
  expect([log.read(room, 0), room.toString()]).toEqual([content.length, content]);
  log.close();
  await opened.close();
});

it('leaves a file alone that says more than the index has read', async () => {
  const library = await twoSessions();
  const path = library.tell(SID);
  await library.sweep();
  rmSync(library.path(`${SID}.jsonl`));
  await library.sweep();
  appendFileSync(path, told(SID));
  const { chosen, moved } = await library.pack();
  expect([chosen.length, moved.length, existsSync(path)]).toEqual([1, 0, true]);
});
