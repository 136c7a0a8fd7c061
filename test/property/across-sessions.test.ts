// Tests I1, I2 and I8 for relations between sessions: copied calls and titles that name a record, whichever log comes first, in
// any number of pieces, over restarts, and after logs were rewritten.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStoreToRead } from '../../src/store/open-store.ts';
import { indexOnce, indexPicture, newFolder, readPicture } from '../index/support.ts';
import type { Json } from '../support/claude-log.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { CODEX_START, CodexLog, idOfTime, said } from '../support/codex-log.ts';
import { ENGINE, storeIn } from '../support/engine.ts';

/** Opening a store of PostgreSQL takes longer than all that is done with these few lines. */
const RUNS = ENGINE === 'sqlite' ? 10 : 3;

const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter.repeat(8)}-2222-4333-8444-555555555555`);

interface Shape {
  /** The session it goes on from, and how much of that it copies. */
  readonly from: number;
  readonly copied: number;
  readonly isRedated: boolean;
  readonly isRenamed: boolean;
  readonly calls: number;
  /** Sessions whose last record it has a title for, each at its beginning or its end. */
  readonly titles: readonly { readonly of: number; readonly isLast: boolean }[];
}

const shape: fc.Arbitrary<Shape> = fc.record({
  from: fc.nat(5),
  copied: fc.nat(8),
  isRedated: fc.boolean(),
  isRenamed: fc.boolean(),
  calls: fc.nat(3),
  titles: fc.array(fc.record({ of: fc.nat(5), isLast: fc.boolean() }), { maxLength: 2 }),
});

/** Short ids and long ones; the second word of each session's calls is the same in all: gateways count. */
function callId(session: number, n: number): string {
  if (n === 1) return 'call_1';
  return n % 2 === 0 ? `toolu_01AbCdEfGhIjKlMnOpQr${session}x${n}` : `toolu_${session}${n}`;
}

function copyOf(record: Json, session: string, { isRedated, isRenamed }: Shape): Json {
  return {
    ...record,
    sessionId: session,
    ...(isRedated ? { timestamp: '2026-05-05T05:05:05.000Z' } : {}),
    ...(isRenamed ? { uuid: `${session.slice(0, 4)}${String(record['uuid']).slice(4)}` } : {}),
  };
}

/** The lines of each session. */
function libraryOf(shapes: readonly Shape[]): string[][] {
  const all: Json[][] = [];
  for (const [n, { from, copied, calls, ...rest }] of shapes.entries()) {
    const session = ids[n] ?? '';
    const log = new ClaudeLog(session).wait(n * 3_600_000);
    const history = (from < n ? (all[from] ?? []) : []).slice(0, copied);
    for (const record of history) log.raw(copyOf(record, session, { from, copied, calls, ...rest }));
    log.prompt(`prompt ${n}`);
    for (let i = 0; i < calls; i++) {
      log.call(callId(n, i), 'Bash', { command: `echo ${n} ${i}` }, `msg_${n}_${i}`);
      log.result(callId(n, i), 'done', { isError: i === 2 });
    }
    all.push(log.records);
  }
  return all.map((records, n) => {
    const titles = (shapes[n]?.titles ?? []).map(({ of, isLast }) => {
      const leafUuid = all[of % all.length]?.at(-1)?.['uuid'];
      return { line: { type: 'summary', summary: `About session ${of % all.length}`, leafUuid }, isLast };
    });
    const lines = [
      ...titles.filter(({ isLast }) => !isLast).map(({ line }) => line),
      ...records,
      ...titles.filter(({ isLast }) => isLast).map(({ line }) => line),
    ];
    return lines.map((line) => `${JSON.stringify(line)}\n`);
  });
}

const shapes = fc.array(shape, { minLength: 2, maxLength: 6 });

/** Which file is written next: whole, in part, or with what another one holds. */
const steps = fc.array(
  fc.record({ file: fc.nat(5), part: fc.double({ min: 0.1, max: 1, noNaN: true }), isOther: fc.boolean() }),
  {
    maxLength: 8,
  },
);

describe('sessions that share calls and titles', () => {
  it('come to the same in the index, in whatever order and pieces their logs came, as by reading them', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, steps, async (made, order) => {
        const library = libraryOf(made);
        const logs = newFolder();
        const folder = newFolder();
        const pathOf = (n: number): string => join(logs, 'p', `${ids[n]}.jsonl`);
        mkdirSync(join(logs, 'p'));
        let now = Date.UTC(2030, 0, 1);
        const index = (): Promise<unknown> => {
          now += 60_000;
          return indexOnce(folder, [logs], now);
        };
        try {
          for (const { file, part, isOther } of order) {
            const n = file % library.length;
            const lines = library[isOther ? (n + 1) % library.length : n] ?? [];
            writeFileSync(pathOf(n), lines.slice(0, Math.ceil(lines.length * part)).join(''));
            await index();
          }
          for (const [n, lines] of library.entries()) writeFileSync(pathOf(n), lines.join(''));
          await index();
          const [indexed, read] = [await indexPicture(folder), await readPicture([logs], now)];
          expect(indexed).toEqual(read);
          const fresh = newFolder();
          await indexOnce(fresh, [logs], now);
          expect(await indexPicture(fresh)).toEqual(read);
          rmSync(fresh, { recursive: true });
          // Every call that was made counts once.
          const count = made.reduce((sum, { calls }) => sum + calls, 0);
          expect(read.calls.length).toBe(count);
        } finally {
          rmSync(logs, { recursive: true });
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: RUNS * 3 },
    );
  }, 240_000);
});

/** A thread, two forks of it, and a fork of a fork: each begins with all that the one before had said, dated again. */
function forkedThreads(): readonly CodexLog[] {
  const logs: CodexLog[] = [];
  for (const [n, from] of [null, 0, 0, 1].entries()) {
    const startMs = CODEX_START + n * 3_600_000;
    const parent = from === null ? undefined : logs[from];
    const log = new CodexLog({
      thread: idOfTime(startMs, n + 1),
      startMs,
      ...(parent === undefined ? {} : { meta: { forked_from_id: parent.thread } }),
    });
    for (const record of parent?.records ?? []) log.raw({ ...record, timestamp: new Date(startMs).toISOString() });
    log.wait(60_000);
    log.prompt(`prompt ${n}`);
    log.call(`call_AbCdEfGhIjKlMnOp${n}`, 'exec_command', { cmd: `echo ${n}` });
    log.output(`call_AbCdEfGhIjKlMnOp${n}`, said.exited(0));
    log.say(`answer ${n}`);
    logs.push(log);
  }
  return logs;
}

describe('forks', () => {
  const threads = forkedThreads();

  async function foundIn(folder: string, prefix: string, places: readonly string[]): Promise<string[]> {
    const { questions, close } = await openStoreToRead(await storeIn(folder));
    try {
      return (await questions.calls.find({ prefix, places })).map(({ call }) => call.session);
    } finally {
      await close();
    }
  }

  it('without their parent keep what they copied, to be read and not to be counted', async () => {
    const [parent, fork, other] = threads;
    if (parent === undefined || fork === undefined || other === undefined) throw new Error('made up');
    const logs = newFolder();
    const folder = newFolder();
    writeFileSync(join(logs, fork.file), fork.text());
    writeFileSync(join(logs, other.file), other.text());
    await indexOnce(folder, [logs]);
    const read = await readPicture([logs]);
    expect(await indexPicture(folder)).toEqual(read);
    expect(read.calls.map(({ callId }) => callId)).toEqual(['call_AbCdEfGhIjKlMnOp1', 'call_AbCdEfGhIjKlMnOp2']);
    expect(await foundIn(folder, 'call_AbCdEfGhIjKlMnOp0', [logs])).toEqual([fork.thread]);
    expect(read.sessions).toMatchObject([
      { calls: 1, detail: { fields: { title: 'prompt 1' }, problems: 1 } },
      { calls: 1, detail: { fields: { title: 'prompt 2' }, problems: 1 } },
    ]);
    const previews = (): Promise<string[][]> =>
      indexPicture(folder).then(({ sessions }) =>
        sessions.map((session) =>
          (session as { messages: { preview: string }[] }).messages.map(({ preview }) => preview),
        ),
      );
    expect(await previews()).toEqual([
      ['prompt 0', 'answer 0', 'prompt 1', 'answer 1'],
      ['prompt 0', 'answer 0', 'prompt 2', 'answer 2'],
    ]);
    // The parent comes, in another folder.
    const elsewhere = newFolder();
    writeFileSync(join(elsewhere, parent.file), parent.text());
    await indexOnce(folder, [elsewhere]);
    expect(await indexPicture(folder)).toEqual(await readPicture([logs, elsewhere]));
    expect(await foundIn(folder, 'call_AbCdEfGhIjKlMnOp0', [elsewhere])).toEqual([parent.thread]);
    for (const made of [logs, folder, elsewhere]) rmSync(made, { recursive: true });
  });

  it('come to the same whenever their parents come', async () => {
    const all = fc.shuffledSubarray([...threads.keys()], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(all, fc.double({ min: 0.1, max: 1, noNaN: true }), async (order, part) => {
        const logs = newFolder();
        const folder = newFolder();
        try {
          for (const n of order) {
            const lines = threads[n]?.lines() ?? [];
            const path = join(logs, threads[n]?.file ?? '');
            writeFileSync(path, lines.slice(0, Math.ceil(lines.length * part)).join(''));
            await indexOnce(folder, [logs]);
            writeFileSync(path, lines.join(''));
            await indexOnce(folder, [logs]);
          }
          const read = await readPicture([logs]);
          expect(await indexPicture(folder)).toEqual(read);
          expect(read.calls.length).toBe(order.length);
        } finally {
          rmSync(logs, { recursive: true });
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: RUNS * 2 },
    );
  }, 240_000);
});
