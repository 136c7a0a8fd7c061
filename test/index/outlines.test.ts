// Tests sessions that have a row before they are read: its content, that reading completes it, and that nothing is lost.

import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { IndexWriter } from '../../src/library/index-writer.ts';
import type { IndexerOptions } from '../../src/library/indexer.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { type LibraryIndex, openLibraryIndex } from '../../src/library/library-index.ts';
import type { SessionRow } from '../../src/store/questions/sessions.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { EVERYTHING, indexPicture, LONG_AFTER, newFolder, readPicture } from './support.ts';

function smallLibrary(seed: string): string {
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 6e5, seed, callsPerSession: 4 });
  return logs;
}

async function rowsOf({ questions }: LibraryIndex): Promise<readonly SessionRow[]> {
  return (await questions.sessions.page(EVERYTHING, { limit: 1000 })).sessions;
}

interface Opened {
  readonly library: LibraryIndex;
  readonly indexer: NonNullable<LibraryIndex['indexer']>;
  /** Rows as they were after each step of outlining. */
  readonly steps: Promise<readonly SessionRow[]>[];
}

async function open(folder: string, options: IndexerOptions = {}): Promise<Opened> {
  const steps: Promise<readonly SessionRow[]>[] = [];
  const library = await openLibraryIndex(await storeIn(folder), {
    now: () => LONG_AFTER,
    outlines: { worthBytes: 0, onStep: () => steps.push(rowsOf(library)) },
    ...options,
  });
  if (library.indexer === undefined) throw new Error('Somebody else keeps the index.');
  return { library, indexer: library.indexer, steps };
}

const KNOWN_AT_ONCE = ['agent', 'id', 'project', 'title', 'startedAt', 'lastAt'] as const;

function knownAtOnce(rows: readonly SessionRow[]): unknown[] {
  return rows.map((row) => KNOWN_AT_ONCE.map((name) => row[name]));
}

it('shows sessions before they are read, with what their logs say at both ends', async () => {
  const logs = smallLibrary('outlines');
  const { library, indexer, steps } = await open(newFolder());
  await indexer.outline([logs]);
  const outlined = (await steps.at(-1)) ?? [];
  expect(outlined.length).toBeGreaterThan(3);
  expect(outlined.every(({ isUnread, calls }) => isUnread && calls === 0)).toBe(true);
  await indexer.sweep([logs]);
  const read = await rowsOf(library);
  expect(read.every(({ isUnread }) => !isUnread)).toBe(true);
  // These logs are short: head and tail are nearly all of them.
  expect(knownAtOnce(outlined)).toEqual(knownAtOnce(read));
  await library.close();
});

it('ends with what an index without outlines holds', async () => {
  const logs = smallLibrary('the same');
  const folder = newFolder();
  const { library, indexer } = await open(folder);
  await indexer.outline([logs]);
  const { sessions } = await indexer.sweep([logs]);
  expect(sessions).toMatchObject({ rebuilt: 0, added: (await rowsOf(library)).length });
  await library.close();
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});

it('shows the sessions of the folder that changed last before all folders have been walked through', async () => {
  const files: Record<string, string> = {};
  // More than the first look takes in, so that it ends before it has met every folder.
  for (const project of [0, 1, 2]) {
    for (let i = 0; i < 60; i++) {
      const log = new ClaudeLog(`session-${project}-${i}`);
      log.prompt('Plant a pear tree');
      files[`project-${project}/${log.session}.jsonl`] = log.text();
    }
  }
  const logs = folderWith(files);
  const now = Date.now() / 1000;
  for (const project of [0, 1, 2]) {
    utimesSync(join(logs, `project-${project}`), now - project * 86_400, now - project * 86_400);
  }
  // Written to last, in the folder that changed first.
  utimesSync(join(logs, 'project-2', 'session-2-7.jsonl'), now + 60, now + 60);
  const { library, indexer, steps } = await open(newFolder());
  await indexer.outline([logs]);
  const first = ((await steps[0]) ?? []).map(({ id }) => id);
  expect(first).toHaveLength(50);
  expect(first.every((id) => id.startsWith('session-0-') || id.startsWith('session-1-'))).toBe(true);
  const outlined = (await rowsOf(library)).map(({ id }) => id);
  expect(new Set(outlined).size).toBe(outlined.length);
  expect(outlined).toHaveLength(180);
  await library.close();
});

it('reads a session that is wanted before all others, and only once', async () => {
  const logs = smallLibrary('wanted');
  const folder = newFolder();
  const files: string[] = [];
  const { library, indexer } = await open(folder, { onFile: (path) => files.push(path) });
  await indexer.outline([logs]);
  const oldest = (await rowsOf(library)).at(-1);
  if (oldest === undefined) throw new Error('There is no session.');
  expect(await indexer.want(oldest)).toBe(true);
  const unread = (await rowsOf(library)).filter(({ isUnread }) => isUnread);
  expect(unread.map(({ id }) => id)).not.toContain(oldest.id);
  expect(unread).toHaveLength((await rowsOf(library)).length - 1);
  expect(await indexer.want({ agent: 'claude-code', id: 'no such session' })).toBe(false);
  await indexer.sweep([logs]);
  expect(new Set(files).size).toBe(files.length);
  await library.close();
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});

it('reads a session with the others after it was wanted and could not be read', async () => {
  const logs = smallLibrary('failed');
  const { library, indexer } = await open(newFolder());
  await indexer.outline([logs]);
  const [wanted] = await rowsOf(library);
  if (wanted === undefined || library.writing === undefined) throw new Error('There is no session.');
  // It fails while the sweep goes on, which asks about the session before it has failed.
  let fail = (): void => {};
  const failure = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('The disk is full.'));
  });
  const commit = vi.spyOn(library.writing.index, 'commit').mockImplementationOnce(() => failure);
  const wanting = expect(indexer.want(wanted)).rejects.toThrow('The disk is full.');
  await vi.waitFor(() => expect(commit).toHaveBeenCalled());
  const sweeping = indexer.sweep([logs]);
  fail();
  await wanting;
  await sweeping;
  commit.mockRestore();
  expect((await rowsOf(library)).filter(({ isUnread }) => isUnread)).toEqual([]);
  await library.close();
});

it('reads in a later process what was only outlined in one that died', async () => {
  const logs = smallLibrary('died');
  const folder = newFolder();
  const first = await open(folder);
  await first.indexer.outline([logs]);
  await first.library.close();
  const { library, indexer } = await open(folder, { outlines: { onStep: () => {} } });
  await indexer.sweep([logs]);
  expect((await rowsOf(library)).some(({ isUnread }) => isUnread)).toBe(false);
  await library.close();
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
});

it('forgets a session whose log goes away before it is read', async () => {
  const logs = smallLibrary('gone');
  const { library, indexer } = await open(newFolder());
  await indexer.outline([logs]);
  const before = (await rowsOf(library)).length;
  const codex = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((name) => /rollout-/.test(name));
  const [gone = ''] = codex.filter((name) => statSync(join(logs, name)).isFile());
  rmSync(join(logs, gone));
  await indexer.sweep([logs]);
  expect(await rowsOf(library)).toHaveLength(before - 1);
  await library.close();
});

it('forgets sessions whose logs go away while others are read', async () => {
  const logs = smallLibrary('gone meanwhile');
  let remaining: Promise<readonly SessionRow[]> | undefined;
  const { library, indexer } = await open(newFolder(), {
    onFile: () => {
      if (remaining !== undefined) return;
      rmSync(logs, { recursive: true });
      remaining = rowsOf(library);
    },
  });
  await indexer.outline([logs]);
  await indexer.sweep([logs]);
  const left = await rowsOf(library);
  const were = (await remaining)?.filter(({ isUnread }) => !isUnread) ?? [];
  expect(left.length).toBeLessThanOrEqual(were.length + 1);
  expect(left.every(({ isUnread, calls }) => !isUnread && calls > 0)).toBe(true);
  await library.close();
});

it('reads few of the sessions at once that many wait for', async () => {
  const logs = smallLibrary('many');
  const folder = newFolder();
  const { library, indexer } = await open(folder);
  await indexer.outline([logs]);
  const rows = await rowsOf(library);
  await library.close();
  const want = Indexer.prototype.want;
  let [now, most] = [0, 0];
  const spy = vi.spyOn(Indexer.prototype, 'want').mockImplementation(async function (this: Indexer, key) {
    most = Math.max(most, ++now);
    return want.call(this, key).finally(() => now--);
  });
  const ignore = (): void => {};
  const events = { onPlan: ignore, onFile: ignore, onCommitted: ignore, onTrouble: ignore, onRoots: ignore };
  const writer = await IndexWriter.open({ folder: await storeIn(folder), places: [logs], archive: false }, events);
  await Promise.all(rows.map(({ agent, id }) => writer.want({ agent, id })));
  await writer.close();
  spy.mockRestore();
  expect(rows.length).toBeGreaterThan(5);
  expect(most).toBe(2);
});

it('lets nobody wait for a session that is not there, who asks when the first sweep is about to end', async () => {
  const wants: Promise<void>[] = [];
  const spy = vi.spyOn(Indexer.prototype, 'want').mockResolvedValue(false);
  const ignore = (): void => {};
  const onCommitted = (): unknown =>
    wants.push(writer.want({ agent: 'claude-code', id: `no session ${wants.length}` }));
  const events = { onPlan: ignore, onFile: ignore, onCommitted, onTrouble: ignore, onRoots: ignore };
  const options = { folder: await storeIn(newFolder()), places: [newFolder()], archive: false, settleMs: 2 ** 30 };
  const writer = await IndexWriter.open(options, events);
  await writer.swept;
  expect(wants.length).toBeGreaterThan(0);
  await Promise.all(wants);
  await writer.close();
  spy.mockRestore();
});

it('names a session by the prompt that reading names it by, behind a greeting', async () => {
  const log = new ClaudeLog();
  log.prompt('hi');
  log.say('Hello!');
  log.prompt('Plant a pear tree');
  // Longer than what is looked at of a log's end.
  log.say('It grows. '.repeat(5000));
  const logs = folderWith({ 'x.jsonl': log.text() });
  const { library, indexer, steps } = await open(newFolder());
  await indexer.outline([logs]);
  expect((await steps.at(-1))?.map(({ title }) => title)).toEqual(['Plant a pear tree']);
  await library.close();
});
