// Tests OpenCode from its database to the calls: rows and events agree, subagents are in place, and a database that is written
// while it is read loses nothing and blocks no one.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openFollower } from '../../src/library/index-watcher.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { discover } from '../../src/sources/discover.ts';
import { openLog } from '../../src/sources/kinds/open-source.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from '../index/support.ts';
import { SessionCalls } from '../support/session-calls.ts';
import { databaseOf } from '../support/sqlite-database.ts';
import { call, OpenCodeWriter, START, said } from './opencode-writer.ts';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const open of closing.splice(0).reverse()) await open.close();
});

function writerIn(place: string, hasEvents = true): OpenCodeWriter {
  const writer = new OpenCodeWriter(join(place, 'opencode.db'), hasEvents);
  closing.push(writer);
  return writer;
}

async function read(place: string): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover([place]), { now: LONG_AFTER })) sessions.push(session);
  return sessions;
}

const LIMIT_MS = 60_000;
const BASH = { command: 'prune --all', description: 'Prune' };

/** A session with a call of every outcome, and a subagent with a call of its own. */
function writeOrchard(writer: OpenCodeWriter): void {
  const at = START + 1000;
  writer.session('ses_top', 'New session - 2026-04-01T09:00:00.000Z');
  writer.message('ses_top', 'msg_1', said.user(at));
  writer.part('ses_top', 'msg_1', 'prt_01', said.text('Prune the pears'));
  writer.message('ses_top', 'msg_2', said.assistant(at + 10));
  writer.part('ses_top', 'msg_2', 'prt_02', { type: 'text', text: '', time: { start: at + 20 } });
  writer.part('ses_top', 'msg_2', 'prt_02', said.text('I look first.', at + 20));
  writer.part('ses_top', 'msg_2', 'prt_03', call.pending('bash', 'c1'));
  writer.part('ses_top', 'msg_2', 'prt_03', call.running('bash', 'c1', BASH, at + 100));
  writer.part('ses_top', 'msg_2', 'prt_03', call.running('bash', 'c1', BASH, at + 100, { output: 'half' }));
  const time = { start: at + 100, end: at + 350 };
  writer.part(
    'ses_top',
    'msg_2',
    'prt_03',
    call.completed('bash', 'c1', BASH, 'all', time, { output: 'all', exit: 0 }),
  );
  writer.part('ses_top', 'msg_2', 'prt_04', call.completed('bash', 'c2', BASH, 'no', time, { output: 'no', exit: 2 }));
  const rejected = 'The user rejected permission to use this specific tool call with the following feedback: not today';
  writer.part('ses_top', 'msg_2', 'prt_05', call.failed('edit', 'c3', { filePath: '/a' }, rejected, time));
  const rule = 'The user has specified a rule which prevents you from using this specific tool call.';
  writer.part('ses_top', 'msg_2', 'prt_06', call.failed('edit', 'c4', { filePath: '/a' }, rule, time));
  const aborted = call.failed('read', 'c5', { filePath: '/a' }, 'Tool execution aborted', time, { interrupted: true });
  writer.part('ses_top', 'msg_2', 'prt_07', aborted);
  const invalid = { tool: 'brush', error: 'no such tool' };
  const said404 = 'The arguments provided to the tool are invalid: no such tool';
  writer.part('ses_top', 'msg_2', 'prt_08', call.completed('invalid', 'c6', invalid, said404, time));
  const task = { description: 'Look', prompt: 'Look at the pears', subagent_type: 'explore' };
  writer.part('ses_top', 'msg_2', 'prt_09', call.running('task', 'c7', task, at + 400, { sessionId: 'ses_sub' }));
  writer.session('ses_sub', 'Look (@explore subagent)', 'ses_top');
  writer.message('ses_sub', 'msg_3', said.user(at + 410));
  writer.part('ses_sub', 'msg_3', 'prt_10', said.text('Look at the pears'));
  writer.message('ses_sub', 'msg_4', said.assistant(at + 420));
  const seen = call.completed(
    'glob',
    'c8',
    { pattern: '*' },
    'pear.ts',
    { start: at + 430, end: at + 440 },
    { count: 1 },
  );
  writer.part('ses_sub', 'msg_4', 'prt_11', seen);
  const done = { start: at + 400, end: at + 900 };
  writer.part(
    'ses_top',
    'msg_2',
    'prt_09',
    call.completed('task', 'c7', task, 'Ripe.', done, { sessionId: 'ses_sub' }),
  );
  // The model numbers its calls again: the same id, another call.
  writer.part('ses_top', 'msg_2', 'prt_12', call.running('bash', 'c1', { command: 'weed' }, at + 950));
  const tokens = { input: 10, output: 5, reasoning: 3, cache: { read: 100, write: 7 } };
  writer.part('ses_top', 'msg_2', 'prt_13', said.finish(tokens, 0.25));
  writer.message('ses_top', 'msg_2', said.assistant(at + 10, { error: { name: 'MessageAbortedError', data: {} } }));
  writer.session('ses_top', 'Prune the pears');
}

const OUTCOMES = [
  'main c1 ok 250',
  'main c1 lost null',
  'main c2 error 250',
  'main c3 rejected null',
  'main c4 denied null',
  'main c5 interrupted 250',
  'main c6 error 250',
  'main c7 ok 500',
  'ses_sub c8 ok 10',
];

function outcomes(session: Session | undefined): string[] {
  const calls = session?.calls ?? [];
  return calls
    .map(({ thread, callId, status, duration }) => {
      // Between its request and a no lies what a person took, on the clock of this test.
      const ms = status === 'rejected' || status === 'denied' ? null : (duration?.ms ?? null);
      return `${thread} ${callId} ${status} ${ms}`;
    })
    .toSorted();
}

describe.each([{ hasEvents: true }, { hasEvents: false }])('a database, events: $hasEvents', ({ hasEvents }) => {
  it('is read again where it changed between reading and remembering', async () => {
    const place = newFolder();
    const writer = writerIn(place, hasEvents);
    writeOrchard(writer);
    const folder = newFolder();
    let isLate = true;
    const onFile = (): void => {
      if (isLate) writer.part('ses_top', 'msg_2', 'prt_99', call.running('bash', 'c99', BASH, START + 2000));
      isLate = false;
    };
    const { indexer, close } = await openLibraryIndex(folder, { now: () => LONG_AFTER, onFile });
    await indexer?.sweep([place]);
    await indexer?.sweep([place]);
    await close();
    const picture = await indexPicture(folder);
    expect(picture.calls.map(({ callId }) => callId)).toContain('c99');
    expect(picture).toEqual(await readPicture([place]));
  });

  it('is one session with its subagent in place, and a ledger that adds up', async () => {
    const place = newFolder();
    writeOrchard(writerIn(place, hasEvents));
    const sessions = await read(place);
    expect(sessions.map(({ agent, id }) => `${agent} ${id}`)).toEqual(['opencode ses_top']);
    const [session] = sessions;
    expect(session?.fields).toMatchObject({ title: 'Prune the pears', cwd: '/home/dev/orchard', version: '1.17.3' });
    expect(outcomes(session)).toEqual(OUTCOMES.toSorted());
    for (const { ledger } of session?.sources ?? []) expect(addsUp(ledger)).toBe(true);
    expect(session?.sources.flatMap(({ ledger }) => [...ledger.problems])).toEqual([]);
    const task = session?.calls.find(({ callId }) => callId === 'c7');
    const inner = session?.calls.find(({ callId }) => callId === 'c8');
    expect([inner?.parentCall, task?.toolId]).toEqual(['c7', 'agent']);
    expect(session?.usage[0]).toMatchObject({
      model: 'pear-1',
      usage: { input: 10, output: 8, cacheRead: 100, cacheWrite: 7, reasoning: 3 },
    });
  });

  it('says what is not logged, and where every record stands', async () => {
    const place = newFolder();
    writeOrchard(writerIn(place, hasEvents));
    const [session] = await read(place);
    const first = session?.calls.find(({ callId, status }) => callId === 'c1' && status === 'ok');
    if (session === undefined || first === undefined) throw new Error('no such call');
    const stages = stagesOf(first);
    expect(stages.find(({ name }) => name === 'permission')?.state).toBe('not-logged');
    expect(stages.find(({ name }) => name === 'running')).toMatchObject({
      state: 'observed',
      at: START + 1100,
      ms: 250,
    });
    expect(first.duration).toMatchObject({ bound: 'at-most', includes: ['approval'] });
    const reader = new BodyReader(session.sources.map(({ path }) => path));
    closing.push(reader);
    expect(reader.whereIs(first.bodies.input)).toBe(hasEvents ? 'row 7 of event' : 'row prt_03 of part');
  });

  it('is indexed as it is read after every change of it', async () => {
    const place = newFolder();
    const folder = newFolder();
    const writer = writerIn(place, hasEvents);
    let rebuilt = 0;
    const look = async (what: string): Promise<void> => {
      const { sessions } = await indexOnce(folder, [place]);
      rebuilt += sessions.rebuilt;
      expect(await indexPicture(folder), what).toEqual(await readPicture([place]));
    };
    const time = { start: START + 20, end: START + 50 };
    writer.session('ses_a', 'Weeds');
    writer.message('ses_a', 'msg_1', said.user(START));
    writer.part('ses_a', 'msg_1', 'prt_1', said.text('Weed'));
    writer.message('ses_a', 'msg_2', said.assistant(START + 10));
    await look('a prompt');
    for (const state of [
      call.pending('bash', 'c1'),
      call.running('bash', 'c1', BASH, START + 20),
      call.completed('bash', 'c1', BASH, 'done', time, { output: 'done', exit: 0 }),
    ]) {
      writer.part('ses_a', 'msg_2', 'prt_2', state);
      await look(JSON.stringify(state));
    }
    writer.session('ses_a', 'Fewer weeds');
    await look('another title');
    // Events are only added to: what was read stays, and reading goes on.
    expect(rebuilt > 0).toBe(!hasEvents);
    expect((await indexOnce(folder, [place])).files).toBe(0);
  });
});

describe('a database with events', () => {
  it('keeps what a person has undone, and takes from rows what events did not tell', async () => {
    const place = newFolder();
    const writer = writerIn(place);
    const time = { start: START + 20, end: START + 50 };
    const ran = (id: string): Parameters<OpenCodeWriter['part']>[3] =>
      call.completed('bash', id, BASH, 'done', time, { output: 'done', exit: 0 });
    writer.session('ses_a', 'Weeds');
    writer.message('ses_a', 'msg_1', said.assistant(START));
    writer.part('ses_a', 'msg_1', 'prt_1', ran('c1'));
    writer.message('ses_a', 'msg_2', said.assistant(START + 100));
    writer.part('ses_a', 'msg_2', 'prt_2', ran('c2'));
    writer.part('ses_a', 'msg_2', 'prt_3', call.running('bash', 'c3', BASH, START + 20));
    writer.remove('ses_a', 'msg_1');
    writer.isTelling = false;
    writer.part('ses_a', 'msg_2', 'prt_3', ran('c3'));
    writer.part('ses_a', 'msg_2', 'prt_4', ran('c4'));
    const [session] = await read(place);
    expect(session?.calls.map(({ callId, status }) => `${callId} ${status}`)).toEqual([
      'c1 ok',
      'c2 ok',
      'c3 ok',
      'c4 ok',
    ]);
    const undone = session?.calls.filter(({ flags }) => flags.includes('superseded')).map(({ callId }) => callId);
    expect(undone).toEqual(['c1']);
  });

  it('never tells what is in tables of accounts', async () => {
    const place = newFolder();
    writeOrchard(writerIn(place));
    const [session] = await read(place);
    for (const { path } of session?.sources ?? []) {
      const log = openLog(path);
      const bytes = Buffer.alloc(log.facts()?.size ?? 0);
      log.read(bytes, 0);
      expect(bytes.includes('prune --all') || bytes.includes('pear.ts')).toBe(true);
      expect(bytes.includes('a-token-nobody-may-read')).toBe(false);
    }
  });

  it(
    'is followed while it is written: a call is seen while it runs, all of them once in the end, and no write fails',
    async () => {
      const place = newFolder();
      const writer = writerIn(place);
      writer.session('ses_a', 'Weeds');
      writer.message('ses_a', 'msg_1', said.assistant(START));
      // The database itself is the place, as it is where no one names one.
      const places = [join(place, 'opencode.db')];
      const follower = await openFollower({ folder: newFolder(), places, lookMs: 20, takeOverMs: 40 });
      closing.push(follower);
      await follower.ready;
      const callsNow = (): string[] =>
        new SessionCalls(databaseOf(follower))
          .page('opencode', 'ses_a', 1000)
          .calls.map(({ callId, status }) => `${callId} ${status}`);
      const until = async (holds: () => boolean): Promise<void> => {
        while (!holds()) await sleep(5);
      };
      writer.part('ses_a', 'msg_1', 'prt_000', call.running('bash', 'c0', BASH, START + 20));
      await until(() => callsNow().some((one) => /^c0 (?:running|lost)$/.test(one)));
      const time = { start: START + 20, end: START + 50 };
      const done = { output: 'done', exit: 0 };
      const all: string[] = [];
      for (let i = 0; i < 100; i++) {
        const id = `prt_${String(i).padStart(3, '0')}`;
        // A writer that meets a lock does not wait for it: it fails.
        writer.part('ses_a', 'msg_1', id, call.running('bash', `c${i}`, BASH, START + 20, { output: 'half' }));
        writer.part('ses_a', 'msg_1', id, call.completed('bash', `c${i}`, BASH, 'done', time, done));
        all.push(`c${i} ok`);
        if (i % 7 === 0) await sleep(1);
      }
      await until(() => callsNow().filter((one) => one.endsWith(' ok')).length >= all.length);
      expect(callsNow().toSorted()).toEqual(all.toSorted());
    },
    LIMIT_MS,
  );
});

describe('rows in any order', () => {
  const STATES = 3;

  it(
    'give every call once, whenever somebody looked in between',
    async () => {
      const steps = fc.array(fc.record({ part: fc.nat(3), look: fc.boolean() }), { minLength: 4, maxLength: 14 });
      await fc.assert(
        fc.asyncProperty(steps, fc.boolean(), fc.boolean(), async (order, hasEvents, stopsTelling) => {
          const place = newFolder();
          const folder = newFolder();
          const writer = new OpenCodeWriter(join(place, 'opencode.db'), hasEvents);
          try {
            writer.session('ses_a', 'Weeds');
            writer.message('ses_a', 'msg_1', said.assistant(START));
            const states = [0, 0, 0, 0];
            for (const [i, { part, look }] of order.entries()) {
              writer.isTelling = !(stopsTelling && i > order.length / 2);
              const state = Math.min(STATES - 1, states[part] ?? 0);
              const id = `c${part}`;
              const time = { start: START + part, end: START + part + 40 };
              const now = [
                call.pending('bash', id),
                call.running('bash', id, BASH, time.start),
                call.completed('bash', id, BASH, 'done', time, { output: 'done', exit: part }),
              ][state];
              if (now !== undefined) writer.part('ses_a', 'msg_1', `prt_${part}`, now);
              states[part] = state + 1;
              if (look) await indexOnce(folder, [place]);
            }
            await indexOnce(folder, [place]);
            const picture = await indexPicture(folder);
            expect(picture).toEqual(await readPicture([place]));
            const expected = states.flatMap((state, part) => {
              if (state === 0) return [];
              return [`c${part} ${state < STATES ? 'lost' : part === 0 ? 'ok' : 'error'}`];
            });
            expect(picture.calls.map(({ callId, status }) => `${callId} ${status}`).toSorted()).toEqual(expected);
          } finally {
            writer.close();
            rmSync(place, { recursive: true });
            rmSync(folder, { recursive: true });
          }
        }),
        { numRuns: 25 },
      );
    },
    LIMIT_MS,
  );
});

describe('an export', () => {
  it('says what the database says, whatever the file is called', async () => {
    const place = newFolder();
    const at = START + 1000;
    const time = { start: at + 100, end: at + 350 };
    const own = { sessionID: 'ses_top', messageID: 'msg_2' };
    const document = {
      info: { id: 'ses_top', directory: '/home/dev/orchard', title: 'Prune', version: '1.4.3', time: { created: at } },
      messages: [
        {
          info: { ...said.user(at), id: 'msg_1' },
          parts: [{ ...said.text('Prune the pears'), id: 'prt_1', sessionID: 'ses_top', messageID: 'msg_1' }],
        },
        {
          info: { ...said.assistant(at + 10), id: 'msg_2' },
          parts: [
            { ...call.completed('bash', 'c1', BASH, 'all', time, { output: 'all', exit: 0 }), ...own, id: 'prt_2' },
            { ...call.completed('bash', 'c2', BASH, 'no', time, { output: 'no', exit: 2 }), ...own, id: 'prt_3' },
          ],
        },
      ],
    };
    writeFileSync(join(place, 'monday.json'), JSON.stringify(document, null, 2));
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'orchard', info: { id: 'ses_none' } }));
    const found = await discover([place]);
    expect(found.unreadable).toEqual([]);
    const [session, ...others] = await read(place);
    expect(others).toEqual([]);
    expect(outcomes(session)).toEqual(['main c1 ok 250', 'main c2 error 250']);
    expect(session?.fields.title).toBe('Prune');
    const reader = new BodyReader(session?.sources.map(({ path }) => path) ?? []);
    closing.push(reader);
    const input = session?.calls[1]?.bodies.input;
    expect(input && reader.whereIs(input)).toBe('messages[1].parts[1]');
  });
});
