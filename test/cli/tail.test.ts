// Tests following live logs: what is there, what is appended, new sessions and subagents, and outcomes that change.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Follower, follow } from '../../src/ingest/follow.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const OUT = { stdout: 'x', stderr: '', interrupted: false, isImage: false };
const open: Follower[] = [];

afterEach(async () => {
  for (const follower of open.splice(0)) await follower.close();
});

/** Follows a folder and notes what is told. */
async function following(folder: string): Promise<{ told: string[]; until: (line: string) => Promise<void> }> {
  const told: string[] = [];
  const follower = follow([folder], {
    recentMs: 3600_000,
    onCalls: (_, calls) => {
      for (const { callId, status, parentCall } of calls)
        told.push(`${callId} ${status}${parentCall === null ? '' : ` in ${parentCall}`}`);
    },
    onTrouble: (message) => told.push(`trouble: ${message}`),
  });
  open.push(follower);
  await follower.ready;
  const until = async (line: string): Promise<void> => {
    for (let i = 0; i < 400 && !told.includes(line); i++) await new Promise((resolve) => setTimeout(resolve, 25));
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

describe('follow', () => {
  it('tells what is there, then every change, and each outcome once', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'a' });
    const folder = folderWith({ [`p/${SID}.jsonl`]: log.text() });
    const path = join(folder, 'p', `${SID}.jsonl`);
    const { told, until } = await following(folder);
    expect(told).toEqual(['toolu_a running']);
    const known = log.records.length;
    log.result('toolu_a', 'x', { structured: { ...OUT, backgroundTaskId: 'b1' }, isError: false });
    const text = lines(log, known);
    appendFileSync(path, text.slice(0, 30));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(told).toEqual(['toolu_a running']);
    appendFileSync(path, text.slice(30));
    await until('toolu_a background');
    const again = log.records.length;
    log.prompt(
      '<task-notification><task-id>b1</task-id><status>completed</status><summary>s</summary></task-notification>',
    );
    appendFileSync(path, lines(log, again));
    await until('toolu_a ok');
    expect(told).toEqual(['toolu_a running', 'toolu_a background', 'toolu_a ok']);
  }, 30_000);

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
  }, 30_000);

  it('does not tell anything twice when a file is replaced', async () => {
    const log = new ClaudeLog(SID);
    log.prompt('go');
    log.call('toolu_a', 'Bash', { command: 'a' });
    log.result('toolu_a', 'x', { structured: OUT, isError: false });
    const folder = folderWith({ [`p/${SID}.jsonl`]: log.text() });
    const { told, until } = await following(folder);
    log.call('toolu_b', 'Bash', { command: 'b' });
    writeFileSync(join(folder, 'p', `${SID}.jsonl`), '');
    writeFileSync(join(folder, 'p', `${SID}.jsonl`), log.text());
    await until('toolu_b running');
    expect(told.filter((line) => line === 'toolu_a ok')).toHaveLength(1);
  }, 30_000);
});
