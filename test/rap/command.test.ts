// Tests `toolscope rap` as a command: its output, its exit status, and that it stops on a signal.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { RUNTIME_OPTIONS } from '../../src/cli/rap/runtime-flags.ts';
import { RUNTIME_RULES } from '../../src/rap/conformance/runtime-rules.ts';
import { LIMITS } from '../../src/rap/runtime/limits.ts';
import { buildProgram, PROGRAM, toolscope } from '../support/program.ts';
import { afterwards, post, tempFolder } from './harness.ts';
import { MiniRuntime } from './zoo/runtime.ts';

beforeAll(buildProgram, 120_000);

/** A part that runs until it is stopped: its first line, and its end. */
async function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, 'rap', ...args], { env: { ...process.env, ...env } });
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  afterwards(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/\S+/.exec(output)?.[0];
      if (found !== undefined) done(found);
    });
    child.once('exit', () => fail(new Error(output)));
  });
  return {
    url,
    stop(): Promise<number | null> {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

test('serve, a call, a result, export, inspect', { timeout: 180_000 }, async () => {
  const folder = tempFolder();
  const server = await start(['serve', '--port', '0', '--data', folder]);
  const request = { operation: 'deploy', id: 'c1', send: false };
  const register = `${server.url}/rap/v1/threads/g1/invocations`;
  // Other users of the machine can reach it, too.
  expect((await post(register, request)).status).toBe(401);
  const authorization = `Bearer ${readFileSync(join(folder, 'server-token'), 'utf8').trim()}`;
  const call = await post(register, request, { authorization });
  const result = { type: 'tool_result', group_id: 'g1', id: 'c1', text: 'Deployed.' };
  expect((await post(String(call.json['callback_url']), result)).json).toEqual({ ok: true, code: 'accepted' });

  // Beside the running server.
  const exported = await toolscope(['rap', 'export', 'g1', '--data', folder]);
  expect(exported.status).toBe(0);
  const records: { event: string }[] = exported.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ event }) => event)).toEqual(['thread-opened', 'call-registered', 'tool_result']);
  const second = await toolscope(['rap', 'serve', '--port', '0', '--data', folder]);
  expect([second.status, second.stderr]).toEqual([3, expect.stringContaining('A RAP runtime is already running')]);
  expect(await server.stop()).toBe(0);

  const file = join(mkdtempSync(join(tmpdir(), 'toolscope-export-')), 'g1.jsonl');
  afterwards(() => rmSync(file, { force: true }));
  writeFileSync(file, exported.stdout);
  const inspected = await toolscope(['inspect', file, '--json']);
  expect(JSON.parse(inspected.stdout)).toMatchObject({
    agent: 'rap',
    session: 'g1',
    callId: 'c1',
    tool: 'deploy',
    status: 'ok',
  });
});

test('threads are sessions for ls, calls, call, show and stats, while the runtime runs', {
  timeout: 180_000,
}, async () => {
  const env = { TOOLSCOPE_HOME: tempFolder(), HOME: tempFolder(), TOOLSCOPE_ROOTS: '', COLUMNS: '160' };
  const ask = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await toolscope(args, { env });
    expect([args, status, stderr]).toEqual([args, 0, '']);
    return stdout;
  };
  const server = await start(['serve', '--port', '0', '--open-to-local-users'], env);
  await post(`${server.url}/rap/v1/threads`, { group_id: 'release-7', title: 'Release 7' });
  const request = { operation: 'deploy', arguments: { app: 'shop' }, id: 'call_deploy', send: false };
  const call = await post(`${server.url}/rap/v1/threads/release-7/invocations`, request);
  expect(await ask('ls')).toContain('Release 7');
  expect(await ask('calls', 'agent:rap')).toMatch(/deploy +shop +background/);
  await post(String(call.json['callback_url']), {
    ...{ type: 'tool_result', group_id: 'release-7', id: 'call_deploy', text: 'Deployed to 3 of 3.' },
    display_as: [{ type: 'text', content: 'shop is live' }],
  });
  expect(await ask('calls', 'agent:rap', 'status:ok')).toContain('deploy');
  const told = await ask('call', 'call_deploy');
  expect(told).toMatch(/Shown to people\n {2}shop is live\n.*Result \(.*\n {2}Deployed to 3 of 3\./s);
  expect((await ask('call', 'call_deploy', '--raw')).trim().split('\n')).toHaveLength(2);
  expect(await ask('show', 'release-7')).toContain('shop is live');
  expect(await ask('stats', 'agent:rap')).toContain('rap');
  expect(await server.stop()).toBe(0);
});

test('check prints a row per rule, or JSON, and its exit status is about MUSTs', { timeout: 240_000 }, async () => {
  const good = await new MiniRuntime().start();
  afterwards(good.close);
  const json = await toolscope(['rap', 'check', '--runtime', good.url, '--json']);
  const findings: Record<string, unknown>[] = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([json.status, findings.length]).toEqual([0, RUNTIME_RULES.length]);
  for (const finding of findings) {
    expect(Object.keys(finding)).toEqual(['rule', 'level', 'pass', 'seen', 'page', 'says']);
    expect(['MUST', 'SHOULD', 'MAY']).toContain(finding['level']);
  }
  const bad = await new MiniRuntime('lastWins').start();
  afterwards(bad.close);
  const table = await toolscope(['rap', 'check', '--runtime', bad.url]);
  expect(table.status).toBe(1);
  expect(table.stdout).toMatch(/^R-03 {2}MUST {4}FAIL/m);
  expect(table.stdout).toContain('correspond to an actual pending tool call.” (basic/tool-result)');
  expect(table.stdout).toContain('It does not conform.');
});

test('both servers take the options of the runtime, and say what is wrong with one', { timeout: 180_000 }, async () => {
  for (const command of [['serve'], ['rap']]) {
    const { stdout } = await toolscope([...command, '--help']);
    for (const flag of Object.keys(RUNTIME_OPTIONS))
      expect([command, stdout]).toEqual([command, expect.stringContaining(`--${flag}`)]);
  }
  // What the help says is what holds.
  expect(RUNTIME_OPTIONS['callback-burst'].help).toContain(`default ${LIMITS.callbackRate.burst}`);
  expect(RUNTIME_OPTIONS['callback-rate'].help).toContain(`default ${LIMITS.callbackRate.perSecond}`);
  for (const [flag, value] of [
    ['confirm', 'maybe'],
    ['callback-rate', '0'],
    ['retention', 'soon'],
    ['unmatched', '500'],
  ]) {
    const { status, stderr } = await toolscope(['rap', 'serve', '--port', '0', `--${flag}`, String(value)]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`--${flag}`)]);
  }
});

test('the demo starts, and stops when told', { timeout: 180_000 }, async () => {
  const demo = await start(['demo']);
  expect(demo.url).toMatch(/\/rap\/demo\/$/);
  expect(await demo.stop()).toBe(0);
});

describe('wrong usage is told', () => {
  test.each([
    [['rap'], 'rap needs a subcommand.'],
    [['rap', 'fly'], 'There is no subcommand rap fly.'],
    [['rap', 'check'], 'check needs one of --runtime <url>, --tool <url> and --self.'],
    [['rap', 'check', '--runtime', 'http://127.0.0.1:1', '--route', 'x=y'], 'There is no route x'],
    [['rap', 'check', '--tool', 'http://127.0.0.1:1', '--call', 'x'], '--call is written name=value.'],
    [['rap', 'serve', '--port', 'many'], '--port must be a whole number up to 65535.'],
    [['rap', 'serve', '--allow', 'everything', '--port', '0'], "'everything' is not a range of addresses."],
    [['rap', 'serve', '--host', '0.0.0.0', '--port', '0'], 'Listening on 0.0.0.0 opens the server to the network.'],
    [['rap', 'serve', '--unmatched', 'maybe'], '--unmatched is one of refuse, 200.'],
    [['rap', 'export', 'g'], 'There is no RAP data in'],
    [['rap', 'export'], 'export needs the group_id of a thread.'],
  ])('%j', async (args, message) => {
    const { status, stderr } = await toolscope(args, {
      env: { TOOLSCOPE_HOME: tempFolder(), TOOLSCOPE_RAP_TOKEN: '' },
    });
    expect([status, stderr]).toEqual([expect.any(Number), expect.stringContaining(message)]);
    expect(status).toBeGreaterThan(0);
    expect(stderr).not.toContain('inside Toolscope');
  });
});
