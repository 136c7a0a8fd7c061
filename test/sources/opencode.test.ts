// Tests OpenCode from its database to the calls: rows and events say the same, subagents are in place, and a database that is
// written while it is read loses nothing and holds nobody up.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openFollower } from '../../src/library/index-watcher.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { callStages } from '../../src/reading/call-stages.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { discover } from '../../src/sources/discover.ts';
import { SessionCalls } from '../../src/store/queries/session-calls.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from '../index/support.ts';
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
  // The model numbers its calls anew: the same id, another call.
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
  return calls.map((one) => `${one.thread} ${one.callId} ${one.status} ${one.duration?.ms ?? null}`).toSorted();
}

describe.each([{ hasEvents: true }, { hasEvents: false }])('a database, events: $hasEvents', ({ hasEvents }) => {
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
    expect(inner?.parent).toEqual(task?.key);
    expect(session?.usage).toMatchObject({
      total: { input: 10, output: 8, cacheRead: 100, cacheWrite: 7, reasoning: 3 },
    });
  });

  it('says what is not logged, and where every record stands', async () => {
    const place = newFolder();
    writeOrchard(writerIn(place, hasEvents));
    const [session] = await read(place);
    const first = session?.calls.find(({ callId, status }) => callId === 'c1' && status === 'ok');
    if (session === undefined || first === undefined) throw new Error('no such call');
    const stages = callStages('opencode', first);
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
});
