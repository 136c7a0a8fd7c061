// Tests reading on several threads: the sessions that one thread gives, in the same order, also where no thread can run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { terminalJson } from '../../src/base/terminal.ts';
import { callRecord } from '../../src/model/call-record.ts';
import { pathOfSource } from '../../src/model/session.ts';
import { groupSessions } from '../../src/reading/group-sessions.ts';
import { bytesOf, type Family } from '../../src/reading/many-sessions/family-queue.ts';
import { loadOf } from '../../src/reading/many-sessions/load.ts';
import { readOnThreads } from '../../src/reading/many-sessions/read-on-threads.ts';
import { type ReadingThreads, threadsFor } from '../../src/reading/many-sessions/reading-threads.ts';
import { familiesOf } from '../../src/reading/session-families.ts';
import { discover } from '../../src/sources/discover.ts';
import { buildProgram } from '../support/program.ts';

const BUILT = new URL('../../dist/reading/many-sessions/read-on-threads.js', import.meta.url).href;
const BUILT_THREADS = new URL('../../dist/reading/many-sessions/reading-threads.js', import.meta.url).href;
const OPTIONS = { messages: true, now: Date.UTC(2027, 0, 1) };

let folder = '';
beforeAll(async () => {
  await buildProgram();
  folder = mkdtempSync(join(tmpdir(), 'toolscope-threads-'));
  generateLibrary({ dir: folder, bytes: 6_000_000, seed: 'families' });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function families(): Promise<ReturnType<typeof familiesOf>> {
  return familiesOf(groupSessions(await discover([folder])));
}

async function all<Part>(reading: AsyncIterable<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of reading) parts.push(part);
  return parts;
}

it('gives what one thread gives, and tells every file once', async () => {
  const built: { readOnThreads: typeof readOnThreads } = await import(BUILT);
  const told: string[] = [];
  const onFile = (path: string, bytes: number): void => void told.push(`${path} ${bytes}`);
  const alone = await all(readOnThreads('sessions', await families(), { ...OPTIONS, onFile }, 1));
  const expected = told.splice(0).sort();
  expect(expected.length).toBeGreaterThan(10);
  expect(await all(built.readOnThreads('sessions', await families(), { ...OPTIONS, onFile }, 3))).toEqual(alone);
  expect(told.sort()).toEqual(expected);
}, 60_000);

it('gives the calls of the sessions, in their order', async () => {
  const built: { readOnThreads: typeof readOnThreads } = await import(BUILT);
  const sessions = await all(readOnThreads('sessions', await families(), OPTIONS, 1));
  const calls = sessions.flatMap((session) => session.calls);
  for (const threads of [1, 3]) {
    expect((await all(built.readOnThreads('calls', await families(), OPTIONS, threads))).flat()).toEqual(calls);
  }
}, 60_000);

it('gives lines of JSON that say what the sessions say', async () => {
  const built: { readOnThreads: typeof readOnThreads } = await import(BUILT);
  const calls: string[] = [];
  for (const session of await all(readOnThreads('sessions', await families(), OPTIONS, 1))) {
    const pathOf = (source: number): string => pathOfSource(session, source);
    for (const call of session.calls) calls.push(terminalJson(callRecord(call, pathOf)));
  }
  for (const threads of [1, 3]) {
    const pieces = await all(built.readOnThreads('lines', await families(), OPTIONS, threads));
    expect(Buffer.concat(pieces).toString()).toBe(`${calls.join('\n')}\n`);
  }
}, 60_000);

it('comes to a family that all threads passed by, though there is no room to read ahead', async () => {
  const built: { readOnThreads: typeof readOnThreads } = await import(BUILT);
  const bySize = (await families()).sort((a, b) => bytesOf(a) - bytesOf(b));
  const ofAgent = (agent: string): Family[] => bySize.filter(([files]) => files?.agent === agent);
  const [passedBy = [], ...others] = ofAgent('claude-code');
  const first = others.find((family) => bytesOf(family) > 2 * bytesOf(passedBy)) ?? [];
  // The other thread has enough with the first, this one takes all the room for the long one of another agent.
  const long = ofAgent('codex').at(-1) ?? [];
  expect(bytesOf(long)).toBeGreaterThan(bytesOf(first));
  const ordered = [first, passedBy, long, ...others.filter((family) => family !== first)];
  const limits = { aheadBytes: bytesOf(long), stockBytes: 1 };
  const alone = await all(readOnThreads('sessions', ordered, OPTIONS, 1));
  expect(await all(built.readOnThreads('sessions', ordered, OPTIONS, 2, { limits }))).toEqual(alone);
}, 60_000);

it('reads what is larger than all that may be read ahead in its turn', async () => {
  const built: { readOnThreads: typeof readOnThreads } = await import(BUILT);
  const sizes = (await families()).map(bytesOf).sort((a, b) => a - b);
  const alone = await all(readOnThreads('sessions', await families(), OPTIONS, 1));
  for (const aheadBytes of [0, sizes[sizes.length >> 1] ?? 0]) {
    const limits = { aheadBytes, stockBytes: aheadBytes };
    expect(await all(built.readOnThreads('sessions', await families(), OPTIONS, 3, { limits }))).toEqual(alone);
  }
}, 60_000);

it('goes on alone where threads cannot run', async () => {
  // Beside the source there is no built thread to start.
  const alone = await all(readOnThreads('sessions', await families(), OPTIONS, 1));
  expect(await all(readOnThreads('sessions', await families(), OPTIONS, 2))).toEqual(alone);
}, 60_000);

it('ends its threads when nobody wants more', async () => {
  const built: { readOnThreads: typeof readOnThreads } = await import(BUILT);
  const ports = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = ports();
  let during = 0;
  for await (const _ of built.readOnThreads('sessions', await families(), OPTIONS, 2)) {
    during = ports();
    break;
  }
  expect(during).toBeGreaterThan(before);
  expect(ports()).toBe(before);
}, 60_000);

const MB = 1024 * 1024;

it('starts threads only for enough to share', () => {
  const threads = (sizes: readonly number[], most = 4, cores = 4): number =>
    threadsFor(loadOf(sizes.map((mb) => mb * MB)), most, cores);
  expect(threads([])).toBe(1);
  expect(threads([10, 10])).toBe(1);
  expect(threads([1000, 10])).toBe(1);
  expect(threads([40, 40])).toBe(2);
  expect(threads(Array.from({ length: 100 }, () => 20))).toBe(4);
  expect(
    threads(
      Array.from({ length: 100 }, () => 20),
      1,
    ),
  ).toBe(1);
  // With a compiler for each thread, two cores are busy sooner.
  expect(threads([100, 100], 2, 2)).toBe(1);
  expect(threads([150, 150], 2, 2)).toBe(2);
});

it('starts threads while logs are still being found, and reads on them', async () => {
  const built: { readOnThreads: typeof readOnThreads } = await import(BUILT);
  const { ReadingThreads: Threads }: { ReadingThreads: typeof ReadingThreads } = await import(BUILT_THREADS);
  const [log] = (await discover([folder])).logs;
  if (log === undefined) throw new Error('no log');
  const running: unknown[] = [];
  const note = (worker: Worker): void => {
    running.push(worker);
    worker.once('exit', () => running.splice(running.indexOf(worker), 1));
  };
  process.on('worker', note);
  const started = new Threads(3, 4);
  const threadsAfter = async (session: string): Promise<number> => {
    started.expect({ ...log, bytes: 40 * MB, identity: { ...log.identity, session } });
    await nextTurn();
    return running.length;
  };
  expect(await threadsAfter('a')).toBe(0);
  // However many files a session has, one thread reads it.
  expect(await threadsAfter('a')).toBe(0);
  expect(await threadsAfter('b')).toBe(2);
  const alone = await all(readOnThreads('sessions', await families(), OPTIONS, 1));
  expect(await all(built.readOnThreads('sessions', await families(), OPTIONS, 2, { started }))).toEqual(alone);
  process.off('worker', note);
  expect(running).toEqual([]);
}, 60_000);
