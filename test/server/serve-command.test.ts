// Tests `toolscope serve` as people start it: the built program, its address, its end.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { storeIn } from '../support/engine.ts';
import { buildProgram, PROGRAM, toolscope } from '../support/program.ts';
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
  /** Waits for text on either stream. */
  told(words: RegExp): Promise<RegExpExecArray>;
}

function start(...args: string[]): Promise<Started> {
  return startIn(mkdtempSync(join(tmpdir(), 'toolscope-home-')), ...args);
}

async function startIn(home: string, ...args: string[]): Promise<Started> {
  const temp = mkdtempSync(join(tmpdir(), 'toolscope-temp-'));
  const places = {
    HOME: home,
    TOOLSCOPE_HOME: await storeIn(join(home, 'data')),
    TOOLSCOPE_ROOTS: '',
    TOOLSCOPE_NO_DEFAULT_ROOTS: '',
  };
  const env = { ...process.env, ...places, TMPDIR: temp };
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

/** What programs of the owner send. */
function ownerOf({ home }: Started): { headers: { authorization: string } } {
  return { headers: { authorization: `Bearer ${readFileSync(join(home, 'data', 'server-token'), 'utf8').trim()}` } };
}

describe('toolscope alone', { timeout: 120_000 }, () => {
  it('serves the logs, says where, and ends when it is told to', async () => {
    const logs = madeUpLogs().folder;
    const started = await start('--port', '0', '--root', logs);
    const [, url = ''] = await started.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    await started.told(/2 sessions with 9 calls; following the logs\./);
    const second = await startIn(started.home, '--port', '0', '--root', logs);
    await second.told(/another Toolscope already runs on the same data: toolscope open shows its dashboard\./);
    await second.told(/2 sessions with 9 calls; following the logs, together with the Toolscope already running\./);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
    expect((await ask(url, '/api/v1/status')).status).toBe(401);
    const owner = ownerOf(started);
    const { status, text } = await ask(url, '/api/v1/status', owner);
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
    for (const path of asked) expect([path, (await ask(url, `/api/v1/${path}`, owner)).status]).toEqual([path, 200]);
    const wrong = await ask(url, '/api/v1/calls?filter=tool:', owner);
    expect([wrong.status, wrong.headers['content-type']]).toEqual([400, 'application/problem+json']);
    const tag = (await ask(url, '/api/v1/tools', owner)).headers['etag'] ?? '';
    const known = { headers: { ...owner.headers, 'if-none-match': tag } };
    expect((await ask(url, '/api/v1/tools', known)).status).toBe(304);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
  });

  it('reads as its options say, on a thread that was started before they were looked at', async () => {
    const started = await start('--max-line', '300', '--port', '0', '--no-open', '--root', madeUpLogs().folder);
    const [, url = ''] = await started.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    await started.told(/following the logs/);
    expect((await ask(url, '/api/v1/health', ownerOf(started))).text).toContain('line-too-long');
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
  });

  it('hears the first hook ever told, at once', async () => {
    const started = await start('--port', '0', '--no-open');
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
      const { calls } = JSON.parse((await ask(url, '/api/v1/calls', ownerOf(started))).text);
      if (calls.length === 0) continue;
      expect(calls.map(({ callId, status }: { callId: string; status: string }) => [callId, status])).toEqual([
        ['toolu_heard', 'running'],
      ]);
      break;
    }
  });

  it('says where it looked when there is nothing, offers a demo, and waits', async () => {
    const started = await start('--port', '0', '--no-open');
    await started.told(/there are no logs yet in the \d+ places where agents keep .* doctor lists them.*--demo/);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  it('shows made-up sessions with --demo, and leaves nothing of them', async () => {
    const started = await start('--demo', '--port', '0');
    const [, url = ''] = await started.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    // One of each agent at least, and those that show the tools.
    await started.told(/\d\d sessions/);
    const status = JSON.parse((await ask(url, '/api/v1/status')).text);
    expect(status).toMatchObject({ demo: true });
    expect(status.sessions).toBeGreaterThan(10);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
    expect(readdirSync(started.temp).filter((name) => name.startsWith('toolscope-demo-'))).toEqual([]);
    expect(existsSync(join(started.home, 'data'))).toBe(false);
  });

  it('prints an address that signs in once; toolscope open prints another', async () => {
    const started = await start('--port', '0', '--root', madeUpLogs().folder);
    const [, url = '', code] = await started.told(/Sign in with +(http:\/\/127\.0\.0\.1:\d+)\/login\?code=([\w.-]+)/);
    expect((await ask(url, `/login?code=${code}`)).status).toBe(303);
    expect((await ask(url, `/login?code=${code}`)).status).toBe(401);
    await started.told(/Press Ctrl-C/);
    const env = { TOOLSCOPE_HOME: join(started.home, 'data') };
    const opened = await toolscope(['open'], { env });
    expect([opened.status, opened.stdout]).toEqual([0, expect.stringMatching(/^http:\S+\/login\?code=\S+\n$/)]);
    expect(opened.stderr).toContain(join(started.home, 'data', 'server-token'));
    const address = opened.stdout.trim();
    const path = address.slice(url.length);
    const [cookie = ''] = (await ask(url, path)).headers['set-cookie'] ?? [];
    const signedIn = { headers: { cookie: cookie.split(';')[0] ?? '' } };
    expect((await ask(url, '/api/v1/status', signedIn)).status).toBe(200);
    started.child.kill('SIGKILL');
    await started.ended;
    // What a killed server left behind is not taken for one.
    const none = await toolscope(['open'], { env });
    expect([none.status, none.stdout, none.stderr.includes('No Toolscope server is running')]).toEqual([1, '', true]);
    const again = await startIn(started.home, '--port', '0', '--root', madeUpLogs().folder);
    const [, then = ''] = await again.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    expect((await ask(then, '/api/v1/status', signedIn)).status).toBe(200);
    const signOut = await toolscope(['open', '--sign-out'], { env });
    expect(signOut.stdout).toBe('2 browsers signed out.\n');
    expect((await ask(then, '/api/v1/status', signedIn)).status).toBe(401);
  });

  it('lets every local user in when asked to, and nobody else', async () => {
    const started = await start('--port', '0', '--open-to-local-users', '--root', madeUpLogs().folder);
    const [, url = ''] = await started.told(/(http:\/\/127\.0\.0\.1:\d+)/);
    await started.told(/Press Ctrl-C/);
    expect(started.out()).not.toContain('code=');
    expect((await ask(url, '/api/v1/status')).status).toBe(200);
    const { headers } = await ask(url, '/login?code=old');
    expect(headers['location']).toBe('/');
    const opened = await toolscope(['open'], { env: { TOOLSCOPE_HOME: join(started.home, 'data') } });
    expect(opened.stdout.trim()).toBe(url);
    const exposed = await start('serve', '--host', '0.0.0.0', '--open-to-local-users');
    expect(await exposed.ended).toBe(2);
    expect(exposed.err()).toContain('--open-to-local-users is for this machine');
  });

  it('stops when its data folder is deleted, and says so', async () => {
    const started = await start('--port', '0', '--root', madeUpLogs().folder);
    await started.told(/following the logs/);
    rmSync(join(started.home, 'data'), { recursive: true });
    await started.told(/was deleted or replaced while it was in use\. Start Toolscope again/);
    expect(await started.ended).toBe(3);
    expect(started.err()).not.toContain('went wrong');
  });

  it('says like other commands that it cannot write to its data folder', async () => {
    const home = mkdtempSync(join(tmpdir(), 'toolscope-home-'));
    writeFileSync(join(home, 'data'), 'a file in its place');
    const started = await startIn(home, '--port', '0', '--root', madeUpLogs().folder);
    expect(await started.ended).toBe(3);
    expect(started.err()).toMatch(/^toolscope: Toolscope cannot write to .* set TOOLSCOPE_HOME to one that is\.\n$/);
  });

  it('has others sign in too when they can reach it, and warns that they can listen', async () => {
    const started = await start('serve', '--host', '0.0.0.0', '--port', '0', '--root', madeUpLogs().folder);
    const [, port, code] = await started.told(/http:\/\/[\d.]+:(\d+)\/login\?code=([\w.-]+)/);
    const base = `http://127.0.0.1:${port}`;
    expect((await ask(base, '/api/v1/status')).status).toBe(401);
    expect((await ask(base, `/login?code=${code}`)).status).toBe(303);
    expect((await ask(base, `/login?code=${code}`)).status).toBe(401);
    await started.told(/this is plain HTTP/);
    started.child.kill('SIGINT');
    await started.ended;
  });

  it('ends without complaint in the middle of a first index', async () => {
    const logs = mkdtempSync(join(tmpdir(), 'toolscope-logs-'));
    generateLibrary({ dir: logs, bytes: 2e7, seed: 'stopped' });
    const started = await start('--port', '0', '--no-open', '--root', logs);
    await started.told(/Press Ctrl-C to stop/);
    started.child.kill('SIGINT');
    expect(await started.ended).toBe(0);
    expect(started.err()).not.toContain('went wrong');
    rmSync(logs, { recursive: true });
  });

  it('says what is wrong with its options', async () => {
    const wrong = await start('serve', '--port', 'many');
    expect(await wrong.ended).toBe(2);
    expect(wrong.err()).toContain('--port takes a number');
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const busy = await start('serve', '--port', port, '--root', madeUpLogs().folder);
    expect(await busy.ended).toBe(1);
    expect(busy.err()).toContain(`Port ${port} is taken`);
    expect(busy.err()).toContain('with --port');
    taken.close();
    const elsewhere = await start('serve', '--port', '0', '--host', '192.0.2.1', '--root', madeUpLogs().folder);
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.err()).toContain('with --host');
  });
});
