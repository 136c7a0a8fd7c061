// Tests the status line as an agent runs it: the built program, with the session on standard input.

import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram, PROGRAM } from '../support/program.ts';

const SID = '71111111-2222-4333-8444-555555555555';
const log = new ClaudeLog(SID);
log.prompt('test it');
log.call('toolu_a', 'Bash', { command: 'npm test' });
log.result('toolu_a', 'Exit code 1\n1 failing', { isError: true });
const logs = folderWith({ [`${SID}.jsonl`]: log.text(), 'other.jsonl': new ClaudeLog().text() });
const path = join(logs, `${SID}.jsonl`);
const home = folderWith({});

beforeAll(buildProgram, 180_000);

function line(input: string, ...args: string[]): Promise<{ status: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, TOOLSCOPE_HOME: home, TOOLSCOPE_ROOTS: logs };
    const child = spawn(process.execPath, [PROGRAM, 'status-line', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString();
    });
    child.stderr.on('data', (bytes: Buffer) => {
      err += bytes.toString();
    });
    child.on('close', (status) => resolve({ status, out, err }));
    child.stdin.end(input);
  });
}

it('tells calls, failures and cost, and what was written since', async () => {
  const said = JSON.stringify({ session_id: SID, transcript_path: path, cost: { total_cost_usd: 0.314 } });
  expect(await line(said)).toEqual({ status: 0, out: '1 call · 1 failed · $0.31\n', err: '' });
  const more = new ClaudeLog(SID).wait(60_000);
  more.call('toolu_b', 'Read', { file_path: '/srv/a.ts' });
  more.result('toolu_b', 'a');
  appendFileSync(path, more.text());
  expect((await line(said)).out).toBe('2 calls · 1 failed · $0.31\n');
  expect((await line('', SID)).out).toMatch(/^2 calls · 1 failed/);
});

it.each(['', 'no JSON', '{}', '{"session_id": 1}', '{"session_id": "nobody"}'])(
  'says nothing for %j',
  async (input) => {
    expect(await line(input)).toEqual({ status: 0, out: '', err: '' });
  },
);
