// Where the time of a first indexing goes: its steps on one thread, as processor time, next to a bare JSON.parse of the
// same bytes in the same run.
//
//   npx tsx bench/index.ts <folder of logs> [rounds]
//
// The time of the whole program, on all its threads, is a row of `npm run bench`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { IndexedSession, STEP_BYTES } from '../src/library/indexed-session.ts';
import { groupSessions } from '../src/reading/group-sessions.ts';
import type { SessionFiles } from '../src/reading/read-session.ts';
import { sessionTexts } from '../src/search/session-texts.ts';
import { discover } from '../src/sources/discover.ts';
import { openOnDisk } from '../src/sources/files/open-log.ts';
import { readLines } from '../src/sources/json-lines/read-lines.ts';
import type { SessionBatch } from '../src/store/session-batch.ts';
import { orderById, orderBySession } from '../src/store/sqlite/index/call-id-index.ts';
import { openIndex } from '../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../src/store/sqlite/sqlite-index.ts';
import { SqliteQuestions } from '../src/store/sqlite/sqlite-questions.ts';

export const STEPS = ['find the logs', 'read to calls', 'rows and memory', 'text', 'commit', 'close'] as const;
export type Step = (typeof STEPS)[number];

export interface IndexSteps {
  /** Processor time of each step. */
  readonly stepMs: ReadonlyMap<Step, number>;
  readonly parseMs: number;
  readonly bytes: number;
  readonly calls: number;
  readonly indexBytes: number;
}

/** As many log bytes as a thread of the program commits at once. */
const BUNDLE_BYTES = 8 * 1024 * 1024;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

class Clock {
  readonly stepMs = new Map<Step, number>(STEPS.map((step) => [step, 0]));

  async time<Value>(step: Step, work: () => Promise<Value> | Value): Promise<Value> {
    const before = cpuMs();
    const value = await work();
    this.stepMs.set(step, (this.stepMs.get(step) ?? 0) + cpuMs() - before);
    return value;
  }
}

async function parseAll(paths: readonly string[]): Promise<number> {
  const before = cpuMs();
  for (const path of paths) {
    await readLines(path, ({ bytes }) => {
      try {
        JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
      } catch {
        // Real logs have broken lines, too.
      }
    });
  }
  return cpuMs() - before;
}

async function readSession(files: SessionFiles, clock: Clock, commit: (batch: SessionBatch) => Promise<void>) {
  const session = new IndexedSession(files.format, files.session, files.lineage, { isFirstSeen: true });
  const now = Date.now();
  const batch = (isStep: boolean): Promise<SessionBatch> =>
    clock.time('rows and memory', () => session.batch(now, async () => [], { isStep }));
  for (const log of files.logs) session.add(log);
  for (const { path, identity } of files.logs) {
    while ((await clock.time('read to calls', () => session.readOn(path, identity.startedAt))) >= STEP_BYTES) {
      await commit(await batch(true));
    }
  }
  for (const side of files.sides) await clock.time('read to calls', () => session.readSide(side));
  const last = await batch(false);
  session.close();
  return last;
}

/** Indexes all logs below the folder on this thread, into a temporary index. */
export async function measureIndexSteps(folder: string): Promise<IndexSteps> {
  const clock = new Clock();
  const found = await clock.time('find the logs', () => discover([folder]));
  const home = mkdtempSync(join(tmpdir(), 'toolscope-index-bench-'));
  try {
    const store = new SqliteIndex(openIndex(home).database);
    const waiting: SessionBatch[] = [];
    let waitingBytes = 0;
    const commit = async (): Promise<void> => {
      await clock.time('commit', () => store.commitAll(waiting.splice(0)));
      waitingBytes = 0;
    };
    orderBySession(store.database);
    for (const files of groupSessions(found)) {
      const batch = await readSession(files, clock, (step) => clock.time('commit', () => store.commit(step)));
      waiting.push({ ...batch, texts: await clock.time('text', () => sessionTexts(batch, openOnDisk)) });
      for (const { bytes } of files.logs) waitingBytes += bytes;
      if (waitingBytes >= BUNDLE_BYTES) await commit();
    }
    await commit();
    await clock.time('commit', () => orderById(store.database));
    const { calls, logBytes, indexBytes } = await new SqliteQuestions(store.database).health.totals();
    await clock.time('close', () => store.close());
    const parseMs = await parseAll(found.logs.map(({ path }) => path));
    return { stepMs: clock.stepMs, parseMs, bytes: logBytes, calls, indexBytes };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function main(folder: string, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const { stepMs, parseMs, bytes, calls, indexBytes } = await measureIndexSteps(folder);
    const line = (name: string, ms: number): string =>
      `${name.padEnd(18)} ${ms.toFixed(0).padStart(7)} ms CPU ${(ms / parseMs).toFixed(2).padStart(6)} ×`;
    const total = [...stepMs.values()].reduce((sum, ms) => sum + ms, 0);
    console.log(`round ${round}: ${(bytes / 1e6).toFixed(0)} MB, ${calls} calls`);
    for (const [step, ms] of stepMs) console.log(line(step, ms));
    console.log(line('all of it', total));
    console.log(line('bare JSON.parse', parseMs));
    console.log(`index: ${((100 * indexBytes) / bytes).toFixed(1)} % of the logs`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(process.argv[2] ?? '.', Number(process.argv[3] ?? 1));
}
