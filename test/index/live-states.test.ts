// Tests the live state of sessions in the index: one session that grows line by line, and its state in `ls`.

import { appendFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { LiveStates } from '../../src/library/live-states.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { buildProgram, toolscope } from '../support/program.ts';
import { EVERYTHING, newFolder, readPicture } from './support.ts';

const ID = '11111111-2222-4333-8444-555555555555';

beforeAll(buildProgram, 120_000);

it('knows what a session is doing after each of its lines', async () => {
  const log = new ClaudeLog(ID);
  const told: [string, number][] = [];
  /** What it is doing so many seconds after its last line. */
  const then = (state: string, seconds = 1): void => {
    told.push([state, seconds]);
  };
  log.prompt('Prune the trees');
  then('working last-word:prompt null');
  log.call('toolu_a', 'Bash', { command: 'make prune' });
  then('working open-call toolu_a', 60);
  log.result('toolu_a', 'done');
  then('working last-word:result toolu_a');
  log.call('toolu_b', 'Edit', { file_path: '/home/dev/orchard/rows.ts', old_string: 'a', new_string: 'b' });
  then('waiting-permission quick-call-still-open toolu_b', 60);
  log.result('toolu_b', 'The file has been updated.');
  then('working last-word:result toolu_b');
  log.call('toolu_c', 'AskUserQuestion', { questions: [{ question: 'Which tree?', options: [{ label: 'Pear' }] }] });
  then('waiting-answer open-question toolu_c');
  log.result('toolu_c', 'User has answered your questions: "Which tree?"="Pear".');
  then('working last-word:result toolu_c');
  log.say('All pruned.');
  then('idle last-word:answer null', 30);
  then('ended silence null', 900);

  const place = folderWith({ [`${ID}.jsonl`]: '' });
  const lines = log.text().split(/(?<=\n)/);
  let now = 0;
  const index = await openLibraryIndex(await storeIn(newFolder()), { now: () => now });
  const found: string[] = [];
  for (const [i, [, seconds]] of told.entries()) {
    const record = log.records[Math.min(i, lines.length - 1)];
    if (lines[i] !== undefined) appendFileSync(join(place, `${ID}.jsonl`), lines[i]);
    now = Date.parse(String(record?.['timestamp'])) + seconds * 1000;
    await index.indexer?.sweep([place]);
    const [session] = (await index.questions.sessions.page(EVERYTHING, { limit: 1 })).sessions;
    if (session === undefined) throw new Error('no session');
    const { state, rule, callId, via } = await new LiveStates(index.questions, now).of(session);
    expect(via).toBe('log');
    found.push(`${state} ${rule} ${callId}`);
  }
  await index.close();
  expect(found).toEqual(told.map(([state]) => state));
});

it('goes by the time of the file where the clock of the log ran ahead', async () => {
  const log = new ClaudeLog(ID);
  log.prompt('Prune the trees');
  log.call('toolu_a', 'Bash', { command: 'make prune' });
  const place = folderWith({ [`${ID}.jsonl`]: log.text() });
  const path = join(place, `${ID}.jsonl`);
  const writtenAt = Date.UTC(2025, 5, 1);
  const minutes = (count: number): number => count * 60_000;
  let now = 0;
  const index = await openLibraryIndex(await storeIn(newFolder()), { now: () => now });
  const found: unknown[] = [];
  const look = async (at: number): Promise<void> => {
    now = at;
    await index.indexer?.sweep([place]);
    const [session] = (await index.questions.sessions.page(EVERYTHING, { limit: 1 })).sessions;
    if (session === undefined) throw new Error('no session');
    const { state, rule } = await new LiveStates(index.questions, now).of(session);
    const [read] = (await readPicture([place], now)).calls;
    const stored = (await index.questions.content.call(session, 'toolu_a', 1))?.call;
    found.push([session.live, state, rule, stored?.status, read?.status]);
  };
  utimesSync(path, new Date(writtenAt), new Date(writtenAt));
  await look(writtenAt + minutes(1));
  await look(writtenAt + minutes(14));
  await look(writtenAt + minutes(16));
  // The clock of the file can have run ahead as well.
  utimesSync(path, new Date(writtenAt), new Date(writtenAt + minutes(50)));
  await look(writtenAt + minutes(20));
  await index.close();
  expect(found).toEqual([
    [true, 'working', 'open-call', 'running', 'running'],
    [true, 'working', 'open-call', 'running', 'running'],
    [false, 'ended', 'silence', 'lost', 'lost'],
    [false, 'ended', 'silence', 'lost', 'lost'],
  ]);
});

it('is shown by ls', async () => {
  const log = new ClaudeLog(ID).wait(Date.now() - Date.UTC(2026, 2, 1, 9) - 2000);
  log.call('toolu_a', 'Bash', { command: 'make prune' });
  const place = folderWith({ [`${ID}.jsonl`]: log.text() });
  const env = { TOOLSCOPE_HOME: await storeIn(newFolder()), COLUMNS: '160' };
  expect((await toolscope(['ls', '--root', place], { env })).stdout).toContain('● working');
  const { stdout } = await toolscope(['ls', '--json', '--root', place], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    id: ID,
    state: {
      state: 'working',
      via: 'log',
      rule: 'open-call',
      certainty: 'observed',
      callId: 'toolu_a',
      since: log.records[0]?.['timestamp'],
      ref: { source: 0, line: 1, offset: 0 },
    },
  });
}, 60_000);
