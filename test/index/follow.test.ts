// Tests following an index: every kind of change on disk, listeners that resume, a second process that watches and takes over,
// and the built program, which runs the index on a thread.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { type FollowerOptions, type LibraryFollower, openFollower } from '../../src/library/index-watcher.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { isStoreFilled } from '../../src/store/open-store.ts';
import { gathered } from '../questions/filled.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { buildProgram } from '../support/program.ts';
import { EVERYTHING, indexOnce, indexPicture, newFolder, readPicture } from './support.ts';

const LIMIT_MS = 60_000;
const open: LibraryFollower[] = [];

afterEach(async () => {
  for (const follower of open.splice(0)) await follower.close();
});

async function follow(folder: string, place: string, more: Partial<FollowerOptions> = {}): Promise<LibraryFollower> {
  const follower = await openFollower({
    folder: await storeIn(folder),
    places: [place],
    lookMs: 20,
    takeOverMs: 40,
    ...more,
  });
  open.push(follower);
  return follower;
}

/** Waits for a condition; the test's own time limit ends it. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5);
}

function idOf(number: number): string {
  return `${String(number).padStart(8, '0')}-2222-4333-8444-555555555555`;
}

/** Lines of a session with so many calls, each in two lines; the first line is the prompt. */
function linesOf(number: number, calls: number): string[] {
  const log = new ClaudeLog(idOf(number));
  log.prompt(`Work on ${number}`);
  for (let i = 0; i < calls; i++) {
    log.call(`toolu_${number}_${i}`, 'Bash', { command: `echo ${i}` });
    log.result(`toolu_${number}_${i}`, `${i}`);
  }
  return log.text().split(/(?<=\n)/);
}

async function calls({ questions }: LibraryFollower): Promise<string[]> {
  const found = await gathered(questions.calls.newest(EVERYTHING));
  return found.map(({ call }) => `${call.callId} ${call.status}`).sort();
}

describe('an index that is followed', () => {
  it(
    'has everything that is there, and then everything that happens',
    async () => {
      const [folder, place] = [newFolder(), newFolder()];
      const project = join(place, 'projects', 'orchard');
      mkdirSync(project, { recursive: true });
      const first = join(project, `${idOf(1)}.jsonl`);
      const [prompt = '', request = '', result = '', ...rest] = linesOf(1, 3);
      writeFileSync(first, prompt + request);

      const seqs: number[] = [];
      const follower = await follow(folder, place);
      follower.onChange((seq) => seqs.push(seq));
      const report = await follower.ready;
      expect([report?.sessions.added, report?.files, follower.state().phase]).toEqual([1, 1, 'following']);
      expect(await calls(follower)).toEqual(['toolu_1_0 lost']);

      appendFileSync(first, result);
      await until(async () => (await calls(follower)).includes('toolu_1_0 ok'));
      for (const line of rest) appendFileSync(first, line);
      await until(async () => (await calls(follower)).length === 3);

      // A folder and a file that were not there before.
      const deep = join(place, 'projects', 'meadow');
      mkdirSync(deep);
      const second = join(deep, `${idOf(2)}.jsonl`);
      writeFileSync(second, linesOf(2, 2).join(''));
      await until(async () => (await calls(follower)).length === 5);

      // Cut off, and written again.
      truncateSync(second, 0);
      writeFileSync(second, linesOf(2, 1).join(''));
      await until(async () => (await calls(follower)).length === 4);

      // Another name is the same file.
      renameSync(second, join(deep, `moved-${idOf(2)}.jsonl`));
      appendFileSync(join(deep, `moved-${idOf(2)}.jsonl`), linesOf(2, 2).slice(3).join(''));
      await until(async () => (await calls(follower)).length === 5);

      // What was read of a file stays when the file is gone.
      rmSync(first);
      await sleep(50);
      expect((await calls(follower)).length).toBe(5);
      expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
      expect(follower.state()).toMatchObject({ seq: seqs.at(-1), trouble: null, roots: [{ root: place }] });
    },
    LIMIT_MS,
  );

  it(
    'ends when it is closed, although files have just changed',
    async () => {
      for (let round = 0; round < 10; round++) {
        const [folder, place] = [newFolder(), newFolder()];
        const file = join(place, `${idOf(1)}.jsonl`);
        const [first = '', ...rest] = linesOf(1, 20);
        writeFileSync(file, first);
        const follower = await openFollower({
          folder: await storeIn(folder),
          places: [place],
          lookMs: 20,
          takeOverMs: 40,
        });
        await follower.ready;
        for (const line of rest) {
          appendFileSync(file, line);
          await sleep(1);
        }
        await follower.close();
      }
    },
    LIMIT_MS,
  );

  it(
    'waits for a root that is not there yet',
    async () => {
      const [folder, home] = [newFolder(), newFolder()];
      const follower = await follow(folder, join(home, 'not', 'yet'));
      expect((await follower.ready)?.files).toBe(0);
      mkdirSync(join(home, 'not', 'yet'), { recursive: true });
      writeFileSync(join(home, 'not', 'yet', `${idOf(1)}.jsonl`), linesOf(1, 1).join(''));
      await until(async () => (await calls(follower)).length === 1);
    },
    LIMIT_MS,
  );

  it(
    'tells a listener that was away what it missed',
    async () => {
      const [folder, place] = [newFolder(), newFolder()];
      const path = join(place, `${idOf(1)}.jsonl`);
      const lines = linesOf(1, 4);
      writeFileSync(path, lines.slice(0, 3).join(''));
      const before = await follow(folder, place);
      await before.ready;
      const { changes } = before.questions;
      const { seq } = await changes.since(0);
      const stop = before.onChange(() => expect.unreachable());
      stop();
      appendFileSync(path, lines.slice(3).join(''));
      await until(async () => (await calls(before)).length === 4);
      const told = await changes.since(seq);
      expect(new Set(told.changes.map(({ callId }) => callId))).toEqual(
        new Set(['toolu_1_1', 'toolu_1_2', 'toolu_1_3']),
      );
      expect([told.missed, await changes.since(told.seq)]).toEqual([
        false,
        { changes: [], seq: told.seq, missed: false },
      ]);
      // A number from another index, or from before it was built again.
      expect(await changes.since(told.seq + 1000)).toEqual({ changes: [], seq: told.seq, missed: true });
    },
    LIMIT_MS,
  );

  it(
    'comes to what reading anew says, however fast things change',
    async () => {
      const [folder, place, logs] = [newFolder(), newFolder(), newFolder()];
      generateLibrary({ dir: logs, bytes: 5e5, seed: 'followed', callsPerSession: 10 });
      const now = Date.UTC(2030, 0, 1);
      const follower = await follow(folder, place, { now: () => now, settleMs: 50 });
      await follower.ready;
      renameSync(join(logs, 'projects'), join(place, 'projects'));
      renameSync(join(logs, 'sessions'), join(place, 'sessions'));
      const expected = await readPicture([place], now);
      await until(async () => (await calls(follower)).length >= expected.calls.length);
      await follower.close();
      open.length = 0;
      await indexOnce(folder, [place], now);
      expect(await indexPicture(folder)).toEqual(expected);
    },
    LIMIT_MS,
  );
});

describe('two at once', () => {
  it(
    'one keeps the index, the other looks on, and takes over when the first is gone',
    async () => {
      const [folder, place] = [newFolder(), newFolder()];
      const path = join(place, `${idOf(1)}.jsonl`);
      const lines = linesOf(1, 4);
      writeFileSync(path, lines.slice(0, 3).join(''));
      const first = await follow(folder, place);
      await first.ready;
      const second = await follow(folder, place);
      expect([await second.ready, second.state().phase, await calls(second)]).toEqual([
        null,
        'reading-only',
        ['toolu_1_0 ok'],
      ]);
      const seqs: number[] = [];
      second.onChange((seq) => seqs.push(seq));
      appendFileSync(path, lines.slice(3, 5).join(''));
      await until(() => seqs.length > 0);
      expect(await calls(second)).toEqual(['toolu_1_0 ok', 'toolu_1_1 ok']);
      await first.close();
      open.shift();
      await until(() => second.state().phase === 'following');
      appendFileSync(path, lines.slice(5).join(''));
      await until(async () => (await calls(second)).length === 4);
    },
    LIMIT_MS,
  );

  it(
    'the one that looks on follows an index that is thrown away and begun anew',
    async () => {
      const [folder, place] = [newFolder(), newFolder()];
      writeFileSync(join(place, `${idOf(1)}.jsonl`), linesOf(1, 2).join(''));
      await indexOnce(folder, [place]);
      const keeper = await openLibraryIndex(await storeIn(folder), { rebuild: true });
      const looker = await follow(folder, place);
      await keeper.close();
      const again = await openLibraryIndex(await storeIn(folder), { rebuild: true });
      await again.indexer?.sweep([place]);
      await until(async () => (await calls(looker)).length === 2);
      await again.close();
      await until(() => looker.state().phase === 'following');
    },
    LIMIT_MS,
  );
});

it(
  'one that is closed while it looks does not become the writer after that',
  async () => {
    const [folder, place] = [newFolder(), newFolder()];
    const path = join(place, `${idOf(1)}.jsonl`);
    const lines = linesOf(1, 4);
    writeFileSync(path, lines.slice(0, 3).join(''));
    const first = await follow(folder, place);
    await first.ready;
    const second = await follow(folder, place, { takeOverMs: 0 });
    let answer = (): void => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const look = vi.spyOn(second.questions.changes, 'last').mockImplementation(async () => {
      await answered;
      return 0;
    });
    appendFileSync(path, lines.slice(3).join(''));
    await until(() => look.mock.calls.length > 0);
    await first.close();
    const closing = second.close();
    answer();
    await closing;
    open.length = 0;
    await sleep(100);
    expect(await isStoreFilled(await storeIn(folder))).toBe(false);
  },
  LIMIT_MS,
);

describe('the built program', () => {
  beforeAll(buildProgram, 120_000);

  interface Following {
    readonly process: ChildProcessByStdio<Writable, Readable, null>;
    readonly said: string[];
    readonly status: Promise<number | null>;
  }

  function start(folder: string, place: string): Following {
    const script = join(import.meta.dirname, 'following-process.mjs');
    const child = spawn(process.execPath, [script, folder, place], { stdio: ['pipe', 'pipe', 'inherit'] });
    const said: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.trim().split('\n')));
    const status = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
    return { process: child, said, status };
  }

  it(
    'keeps the index on a thread; another process takes over when it is killed',
    async () => {
      const [folder, place] = [newFolder(), newFolder()];
      const path = join(place, `${idOf(1)}.jsonl`);
      const lines = linesOf(1, 4);
      writeFileSync(path, lines.slice(0, 3).join(''));
      const first = start(await storeIn(folder), place);
      await until(() => first.said.includes('ready following 1'));
      const second = start(await storeIn(folder), place);
      await until(() => second.said.includes('ready reading-only 1'));
      appendFileSync(path, lines.slice(3, 5).join(''));
      await until(() => first.said.includes('change following 2') && second.said.includes('change reading-only 2'));
      first.process.kill('SIGKILL');
      expect(await first.status).toBe(null);
      // The other one reads what comes now, at the latest when it looks through everything.
      appendFileSync(path, lines.slice(5).join(''));
      await until(() => second.said.some((line) => line.endsWith(' 4')));
      second.process.stdin.end();
      expect([await second.status, second.said.at(-1)]).toEqual([0, 'closed']);
    },
    LIMIT_MS,
  );
});
