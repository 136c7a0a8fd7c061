// Tests `toolscope serve` as people start it: the built program, its address, its end.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { buildProgram, PROGRAM } from '../support/program.ts';
import { madeUpLogs } from './library.ts';
import { ask } from './support.ts';

const running = new Set<ChildProcess>();

beforeAll(buildProgram, 180_000);

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

interface Started {
  readonly child: ChildProcess;
  readonly home: string;
  readonly temp: string;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
  /** Waits for words on either stream. */
  told(words: RegExp): Promise<RegExpExecArray>;
}

function start(...args: string[]): Started {
  return startIn(mkdtempSync(join(tmpdir(), 'toolscope-home-')), ...args);
}

function startIn(home: string, ...args: string[]): Started {
  const temp = mkdtempSync(join(tmpdir(), 'toolscope-temp-'));
  const env = { ...process.env, HOME: home, TOOLSCOPE_HOME: join(home, 'data'), TOOLSCOPE_ROOTS: '', TMPDIR: temp };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let out = '';
  let err = '';
  child.stdout?.on('data', (bytes: Buffer) => {
    out += bytes.toString('utf8');
  });
  child.stderr?.on('data', (bytes: Buffer) => {
    err += bytes.toString('utf8');
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return {
    child,
    home,
    temp,
    out: () => out,
    err: () => err,
    ended,
    async told(words) {
      for (;;) {
        const match = words.exec(`${out}\n${err}`);
        if (match !== null) return match;
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${out}${err}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

describe('toolscope alone', { timeout: 120_000 }, () => {
  it('serves the logs, says where, and ends when it is told to', async () => {
    const logs = madeUpLogs().folder;
    const started = start('--port', '0', '--root', logs);
    const [, url = ''] = await started.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    await started.told(/2 sessions with 9 calls; following the logs\./);
    const second = startIn(started.home, '--port', '0', '--root', logs);
    await second.told(/2 sessions with 9 calls; following the logs, together with the Toolscope already running\./);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
    const { status, text } = await ask(url, '/api/v1/status');
    expect([status, JSON.parse(text).sessions]).toEqual([200, 2]);
    // Answered on threads, which only the built program has.
    const asked = [
      'tools',
      'errors',
      'files',
      'health',
      'control',
      'sessions',
      'calls?filter=tool:Bash',
      'search?q=gate',
    ];
    for (const path of asked) expect([path, (await ask(url, `/api/v1/${path}`)).status]).toEqual([path, 200]);
    const wrong = await ask(url, '/api/v1/calls?filter=tool:');
    expect([wrong.status, wrong.headers['content-type']]).toEqual([400, 'application/problem+json']);
    const tag = (await ask(url, '/api/v1/tools')).headers['etag'] ?? '';
    expect((await ask(url, '/api/v1/tools', { headers: { 'if-none-match': tag } })).status).toBe(304);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
  });

  it('hears the first hook ever told, at once', async () => {
    const started = start('--port', '0', '--no-open');
    const [, url = ''] = await started.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    const words = JSON.stringify({
      session_id: '44444444-2222-4333-8444-555555555555',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_use_id: 'toolu_heard',
      tool_input: { command: 'ls' },
      cwd: '/home/dev/orchard',
    });
    const env = { ...process.env, TOOLSCOPE_HOME: join(started.home, 'data') };
    const hook = spawn(process.execPath, [PROGRAM, 'hook', '--agent', 'claude-code'], {
      env,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    hook.stdin?.end(words);
    expect(await new Promise((resolve) => hook.on('exit', resolve))).toBe(0);
    for (;;) {
      const { calls } = JSON.parse((await ask(url, '/api/v1/calls')).text);
      if (calls.length === 0) continue;
      expect(calls.map(({ callId, status }: { callId: string; status: string }) => [callId, status])).toEqual([
        ['toolu_heard', 'running'],
      ]);
      break;
    }
  });

  it('says where it looked when there is nothing, offers a demo, and waits', async () => {
    const started = start('--port', '0', '--no-open');
    const [said] = await started.told(/there are no logs yet at .*--demo/);
    expect(said).toContain(join(started.home, '.claude', 'projects'));
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  it('shows made-up sessions with --demo, and leaves nothing of them', async () => {
    const started = start('--demo', '--port', '0');
    const [, url = ''] = await started.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    await started.told(/4 sessions/);
    expect(JSON.parse((await ask(url, '/api/v1/status')).text)).toMatchObject({ demo: true, sessions: 4 });
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
    expect(readdirSync(started.temp).filter((name) => name.startsWith('toolscope-demo-'))).toEqual([]);
    expect(existsSync(join(started.home, 'data'))).toBe(false);
  });

  it('asks for a token when others can reach it, and prints a code that works once', async () => {
    const started = start('serve', '--host', '0.0.0.0', '--port', '0', '--root', madeUpLogs().folder);
    const [, port, code] = await started.told(/http:\/\/[\d.]+:(\d+)\/login\?code=([\w-]+)/);
    const base = `http://127.0.0.1:${port}`;
    expect((await ask(base, '/api/v1/status')).status).toBe(401);
    expect((await ask(base, `/login?code=${code}`)).status).toBe(303);
    expect((await ask(base, `/login?code=${code}`)).status).toBe(401);
    started.child.kill('SIGINT');
    await started.ended;
  });

  it('ends without complaint in the middle of a first index', async () => {
    const logs = mkdtempSync(join(tmpdir(), 'toolscope-logs-'));
    generateLibrary({ dir: logs, bytes: 2e7, seed: 'stopped' });
    const started = start('--port', '0', '--no-open', '--root', logs);
    await started.told(/Press Ctrl-C to stop/);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
    expect(started.err()).not.toContain('went wrong');
    rmSync(logs, { recursive: true });
  });

  it('says what is wrong with its options', async () => {
    const wrong = start('serve', '--port', 'many');
    expect(await wrong.ended).toBe(2);
    expect(wrong.err()).toContain('--port takes a number');
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const busy = start('serve', '--port', port, '--root', madeUpLogs().folder);
    expect(await busy.ended).toBe(1);
    expect(busy.err()).toContain(`Port ${port} is taken`);
    expect(busy.err()).toContain('with --port');
    taken.close();
    const elsewhere = start('serve', '--port', '0', '--host', '192.0.2.1', '--root', madeUpLogs().folder);
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.err()).toContain('with --host');
  });
});
