// Tests following calls: appended lines, new sessions and subagents, changed outcomes, truncated, moved and replaced logs, an
// index owned by another process, and `toolscope tail` as a user runs it.

import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { tailCalls } from '../../src/cli/actions/tail.ts';
import { openOutput } from '../../src/cli/output.ts';
import { ProgressLine } from '../../src/cli/progress-line.ts';
import { CallFeed } from '../../src/library/follow-calls.ts';
import { openFollower } from '../../src/library/index-watcher.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { isStoreFilled } from '../../src/store/open-store.ts';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const OUT = { stdout: 'x', stderr: '', interrupted: false, isImage: false };
const open: { close(): void | Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

interface Following {
  readonly told: string[];
  until(line: string): Promise<void>;
}

/** Follows a folder and records what is reported. */
async function following(folder: string, data = newFolder(), query = ''): Promise<Following> {
  const told: string[] = [];
  const follower = await openFollower({
    folder: data,
    places: [folder],
    onThread: false,
    archive: false,
    lookMs: 20,
    // While the logs are being written, by their own clocks.
    now: () => Date.UTC(2026, 2, 1, 9, 1),
    onTrouble: ({ message }) => told.push(`trouble: ${message}`),
  });
  open.push(follower);
  await follower.ready;
  const parsed = parseFilter(query, { now: Date.now() });
  if (!parsed.ok) throw new Error('not a filter');
  const feed = new CallFeed(follower, {
    filter: parsed.filter,
    places: [folder],
    since: 0,
    onCalls: (calls) => {
      for (const { call } of calls)
        told.push(`${call.callId} ${call.status}${call.parentCall === null ? '' : ` in ${call.parentCall}`}`);
    },
  });
  open.push(feed);
  const until = async (line: string): Promise<void> => {
    for (let i = 0; i < 800 && !told.includes(line); i++) await new Promise((resolve) => setTimeout(resolve, 25));
    expect(told).toContain(line);
  };
  return { told, until };
}

function lines(log: ClaudeLog, from: number): string {
  return log.records
    .slice(from)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');
}

describe('calls that are followed', () => {
  it('tells every change, and each outcome once', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    const folder = folderWith({ [`p/${SID}.jsonl`]: log.text() });
    const path = join(folder, 'p', `${SID}.jsonl`);
    const { told, until } = await following(folder);
    expect(told).toEqual([]);
    let known = log.records.length;
    log.call('toolu_a', 'Bash', { command: 'a' });
    appendFileSync(path, lines(log, known));
    await until('toolu_a running');
    known = log.records.length;
    log.result('toolu_a', 'x', { structured: { ...OUT, backgroundTaskId: 'b1' }, isError: false });
    const text = lines(log, known);
    appendFileSync(path, text.slice(0, 30));
    appendFileSync(path, text.slice(30));
    await until('toolu_a background');
    known = log.records.length;
    log.prompt(
      '<task-notification><task-id>b1</task-id><status>completed</status><summary>s</summary></task-notification>',
    );
    appendFileSync(path, lines(log, known));
    await until('toolu_a ok');
    expect(told).toEqual(['toolu_a running', 'toolu_a background', 'toolu_a ok']);
  }, 60_000);

  it('takes up sessions and subagents that appear later', async () => {
    const folder = folderWith({ 'p/empty.txt': '' });
    const { until } = await following(folder);
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_task', 'Agent', { description: 'd', prompt: 'look' });
    writeFileSync(join(folder, 'p', `${SID}.jsonl`), log.text());
    await until('toolu_task running');
    const agent = new ClaudeLog(SID, { isSidechain: true, agentId: 'a9' });
    agent.prompt('look');
    agent.call('toolu_inner', 'Read', { file_path: '/x' });
    mkdirSync(join(folder, 'p', SID, 'subagents'), { recursive: true });
    writeFileSync(
      join(folder, 'p', SID, 'subagents', 'agent-a9.jsonl'),
      agent.text().replaceAll('-0000-4000-8000-', '-1111-4111-8111-'),
    );
    await until('toolu_inner running in toolu_task');
  }, 60_000);

  it('goes on after a log was cut off, replaced, or given another name, and tells nothing twice', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    const folder = folderWith({ [`p/${SID}.jsonl`]: log.text() });
    const path = join(folder, 'p', `${SID}.jsonl`);
    const { told, until } = await following(folder);
    log.call('toolu_a', 'Bash', { command: 'a' });
    log.result('toolu_a', 'x', { structured: OUT, isError: false });
    writeFileSync(path, log.text());
    await until('toolu_a ok');
    log.call('toolu_b', 'Bash', { command: 'b' });
    writeFileSync(path, '');
    writeFileSync(path, log.text());
    await until('toolu_b running');
    const moved = join(folder, 'q', `${SID}.jsonl`);
    mkdirSync(join(folder, 'q'));
    renameSync(path, moved);
    const known = log.records.length;
    log.result('toolu_b', 'x', { structured: OUT, isError: false });
    appendFileSync(moved, lines(log, known));
    await until('toolu_b ok');
    expect(told.filter((line) => line === 'toolu_a ok')).toHaveLength(1);
    expect(told.filter((line) => line === 'toolu_b ok')).toHaveLength(1);
  }, 60_000);

  it('tells only what fits the filter', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    const folder = folderWith({ [`p/${SID}.jsonl`]: log.text() });
    const { told, until } = await following(folder, newFolder(), 'tool:Read');
    log.call('toolu_a', 'Bash', { command: 'a' });
    log.call('toolu_b', 'Read', { file_path: '/b' });
    writeFileSync(join(folder, 'p', `${SID}.jsonl`), log.text());
    await until('toolu_b running');
    expect(told).toEqual(['toolu_b running']);
  }, 60_000);

  it('tells the same while another one keeps the index', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    const folder = folderWith({ [`p/${SID}.jsonl`]: log.text() });
    const data = newFolder();
    const keeping = await following(folder, data);
    const looking = await following(folder, data);
    log.call('toolu_a', 'Bash', { command: 'a' });
    writeFileSync(join(folder, 'p', `${SID}.jsonl`), log.text());
    await keeping.until('toolu_a running');
    await looking.until('toolu_a running');
  }, 60_000);
});

describe('toolscope tail', () => {
  beforeAll(buildProgram, 300_000);

  it('prints the latest calls, the newest last, and takes a filter', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    for (const name of ['a', 'b', 'c']) {
      log.call(`toolu_${name}`, 'Bash', { command: `make ${name}` });
      log.result(`toolu_${name}`, 'x', { structured: OUT, isError: false });
    }
    log.call('toolu_d', 'WebSearch', { query: 'make' });
    log.result('toolu_d', 'x', { structured: OUT, isError: false });
    const folder = folderWith({ [`p/${SID}.jsonl`]: log.text() });
    const env = { TOOLSCOPE_HOME: newFolder(), TOOLSCOPE_NO_ARCHIVE: '1', COLUMNS: '120' };
    const ids = async (...args: string[]): Promise<unknown[]> => {
      const { stdout } = await toolscope(['tail', '--json', '--root', folder, ...args], { env });
      return stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).callId);
    };
    expect(await ids('-n', '2')).toEqual(['toolu_c', 'toolu_d']);
    const lines = (await toolscope(['tail', '-n', '2', '--root', folder], { env })).stdout.split('\n');
    // Below each other, whatever the tools are called.
    expect(lines.map((line) => line.indexOf('make')).slice(0, 2)).toEqual([
      lines[1]?.indexOf('"make"'),
      expect.any(Number),
    ]);
    expect(await ids('call:toolu_a')).toEqual(['toolu_a']);
    const missing = await toolscope(['tail', '-f', '--root', join(folder, 'nowhere')], { env });
    expect(missing).toMatchObject({ status: 2, stdout: '' });
    expect(missing.stderr).toContain('There is nothing at');
  }, 120_000);
});

it('lets go of the index when following fails at the first look', async () => {
  const log = new ClaudeLog(SID);
  log.prompt('Plant a pear tree');
  const home = newFolder();
  vi.stubEnv('TOOLSCOPE_HOME', home);
  const done = vi.spyOn(ProgressLine.prototype, 'done').mockImplementation(() => {
    throw new Error('There is no terminal any more.');
  });
  const options = { root: [folderWith({ [`${SID}.jsonl`]: log.text() })], follow: true, 'no-archive': true };
  const out = openOutput(process.stdout, process.stderr);
  await expect(tailCalls({ positionals: [], options, out })).rejects.toThrow('no terminal');
  done.mockRestore();
  vi.unstubAllEnvs();
  expect(await isStoreFilled(home)).toBe(false);
});
