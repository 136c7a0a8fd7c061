// Tests who is let in: browsers with a one-time code and then a cookie, programs with the token, hooks with their key.

import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mountRap } from '../../src/rap/http/mount.ts';
import { Access } from '../../src/server/auth/access.ts';
import { BrowserSessions } from '../../src/server/auth/browser-sessions.ts';
import { noteServer, runningServer } from '../../src/server/auth/running-servers.ts';
import { newCode } from '../../src/server/auth/sign-in-codes.ts';
import { hookKey, loadToken, tokenPath } from '../../src/server/auth/token-file.ts';
import { startServer } from '../../src/server/server.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { ask, type Reply, type Served, serve } from './support.ts';

const STATUS = '/api/v1/status';
const HOOK = { method: 'POST', body: JSON.stringify({ session_id: SESSION, hook_event_name: 'Stop' }) };

let folder: string;
let access: Access;
let served: Served;
let web: string;

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolscope-access-'));
}

function cookieOf({ headers }: Reply): string {
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

function bearer(token: string): { headers: { authorization: string } } {
  return { headers: { authorization: `Bearer ${token}` } };
}

beforeAll(async () => {
  web = newFolder();
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(web, 'assets', 'app-1a2b.js'), 'export {};');
  folder = newFolder();
  access = new Access(folder);
  const rap = mountRap({ dataFolder: newFolder(), agentToken: access.token });
  served = await serve([madeUpLogs().folder], { access, webFolder: web, inbox: join(folder, 'hooks'), rap });
}, 60_000);

describe('without cookie or token', () => {
  it('a program is told what to send', async () => {
    const { status, headers, text } = await served.ask(STATUS);
    expect([status, headers['content-type'], headers['www-authenticate']]).toEqual([
      401,
      'application/problem+json',
      'Bearer',
    ]);
    expect(JSON.parse(text).detail).toContain('server-token');
  });

  it('a browser is told what to do, on any page, and gets nothing of the app', async () => {
    for (const path of ['/', '/s/claude-code/anything', '/login', '/assets/app-1a2b.js']) {
      const { status, headers, text } = await served.ask(path);
      expect([
        path,
        status,
        headers['content-type'],
        text.includes('toolscope open'),
        text.includes('<title>app'),
      ]).toEqual([path, 401, 'text/html; charset=utf-8', true, false]);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect([headers['cache-control'], headers['referrer-policy'], headers['refresh']]).toEqual([
        'no-store',
        'no-referrer',
        undefined,
      ]);
      expect(text).not.toContain(access.token);
    }
  });

  it.each([
    '/api/v1/sessions',
    '/api/v1/events',
    '/api/v1/openapi.json',
    '/api/v1/nothing',
    '/rap/v1/threads',
    '/rap/v1',
  ])('nothing is read: %s', async (path) => {
    expect((await served.ask(path)).status).toBe(401);
  });

  it('nothing is reported, but results reach their address', async () => {
    for (const path of ['/hooks/v1/claude-code', '/hooks/v1', '/hooks/v1/claude-code?key=', '/hooks/v1/codex?key=x']) {
      expect([path, (await served.ask(path, HOOK)).status]).toEqual([path, 401]);
    }
    const thread = { method: 'POST', body: '{"group_id":"forged"}', headers: { 'content-type': 'application/json' } };
    expect((await served.ask('/rap/v1/threads', thread)).status).toBe(401);
    const { authorization } = bearer(access.token).headers;
    const call = await served.ask('/rap/v1/threads/deployments/invocations', {
      method: 'POST',
      body: JSON.stringify({ operation: 'deploy', id: 'call_1', send: false }),
      headers: { 'content-type': 'application/json', authorization },
    });
    const { pathname } = new URL(JSON.parse(call.text).callback_url);
    const body = JSON.stringify({ type: 'tool_result', group_id: 'deployments', id: 'call_1', text: 'Deployed.' });
    expect((await served.ask(pathname, { ...thread, body })).status).toBe(200);
  });

  it.each(['Bearer', 'Bearer x', 'Basic eDp5', `Bearer ${'a'.repeat(32)}`])('%s is no token', async (authorization) => {
    expect((await served.ask(STATUS, { headers: { authorization } })).status).toBe(401);
  });
});

describe('the token', () => {
  it('lets programs in, and is in a file of its owner alone', async () => {
    expect(statSync(access.tokenPath).mode & 0o777).toBe(0o600);
    const token = readFileSync(access.tokenPath, 'utf8').trim();
    expect((await served.ask(STATUS, bearer(token))).status).toBe(200);
    expect((await served.ask('/rap/v1/threads', bearer(token))).status).toBe(200);
    expect(new Access(folder).token).toBe(token);
  });

  it('is no key for an address, a form or a cookie', async () => {
    const { token } = access;
    expect((await served.ask(`/login?code=${token}`)).status).toBe(401);
    expect((await served.ask(`/?token=${token}`)).status).toBe(401);
    expect((await served.ask('/login', { method: 'POST', body: `token=${token}` })).status).toBe(405);
    const name = cookieOf(await served.ask(`/login?code=${access.newCode()}`)).split('=')[0];
    expect((await served.ask(STATUS, { headers: { cookie: `${name}=${token}` } })).status).toBe(401);
  });

  it('is replaced when others could read it, and never read through a link', () => {
    const own = newFolder();
    const first = loadToken(own);
    chmodSync(tokenPath(own), 0o644);
    const second = loadToken(own);
    expect(second).not.toBe(first);
    expect([loadToken(own), statSync(tokenPath(own)).mode & 0o777]).toEqual([second, 0o600]);
    const linked = newFolder();
    symlinkSync(tokenPath(own), tokenPath(linked));
    expect(() => loadToken(linked)).toThrow('cannot keep its token');
  });
});

describe('a code', () => {
  it('signs in once, and leads to an address without it', async () => {
    const path = `/login?code=${access.newCode()}`;
    const first = await served.ask(path);
    expect([first.status, first.headers['location'], first.headers['referrer-policy']]).toEqual([
      303,
      '/',
      'no-referrer',
    ]);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^toolscope-[0-9a-f]{12}=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=7776000$/),
    ]);
    const headers = { cookie: `theme=dark; ${cookieOf(first)}` };
    expect((await served.ask('/', { headers })).text).toContain('<title>app');
    expect((await served.ask(STATUS, { headers })).status).toBe(200);
    const again = await served.ask(path);
    expect([again.status, again.headers['set-cookie'], again.text.includes('no longer works')]).toEqual([
      401,
      undefined,
      true,
    ]);
    // Who is signed in already is not sent away from a used address.
    expect((await served.ask(path, { headers })).status).toBe(303);
    // Nor does it get another cookie for another code, which is used up all the same.
    const more = `/login?code=${access.newCode()}`;
    const known = await served.ask(more, { headers });
    expect([known.status, known.headers['set-cookie']]).toEqual([303, undefined]);
    expect((await served.ask(more)).status).toBe(401);
  });

  it('signs in one of many who race', async () => {
    const path = `/login?code=${access.newCode()}`;
    const replies = await Promise.all(Array.from({ length: 20 }, () => served.ask(path)));
    expect(replies.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
  });

  it('is not used up by looking', async () => {
    const path = `/login?code=${access.newCode()}`;
    expect((await served.ask(path, { method: 'HEAD' })).headers['set-cookie']).toBeUndefined();
    const ahead = { headers: { 'sec-purpose': 'prefetch;prerender' } };
    expect((await served.ask(path, ahead)).headers['set-cookie']).toBeUndefined();
    expect((await served.ask(path)).status).toBe(303);
  });

  it('expires, belongs to one run of one server, and cannot be changed', () => {
    let now = 1_000_000;
    const own = newFolder();
    const here = new Access(own, () => now);
    const browser = { socket: new Socket(), headers: {} };
    const late = here.newCode();
    now += 5 * 60_000;
    expect(here.signIn(late, browser)).toBeUndefined();
    const code = here.newCode();
    expect(new Access(own, () => now).signIn(code, browser)).toBeUndefined();
    expect(here.signIn(newCode(here.token, 'another', now), browser)).toBeUndefined();
    const [content = '', until = '', seal = ''] = code.split('.');
    expect(here.signIn(`${content}.${until.slice(0, -1)}z.${seal}`, browser)).toBeUndefined();
    expect(here.signIn(newCode(here.token, here.instance, now), browser)).toContain('HttpOnly');
    expect(here.signIn(code, browser)).toContain('HttpOnly');
  });

  it('of a command line is for programs of the same user', async () => {
    expect((await served.ask(`/login?code=${access.newCode('same-user')}`)).status).toBe(303);
  });
});

describe('a browser that is signed in', () => {
  it('stays so when the server is started again, until it is signed out', async () => {
    const headers = { cookie: cookieOf(await served.ask(`/login?code=${access.newCode()}`)) };
    const server = await startServer({ library: served.library, port: 0, access: new Access(folder), webFolder: web });
    try {
      expect((await ask(server.url, STATUS, { headers })).status).toBe(200);
      expect(new BrowserSessions(folder).endAll()).toBeGreaterThan(0);
      expect((await ask(server.url, STATUS, { headers })).status).toBe(401);
      expect((await served.ask(STATUS, { headers })).status).toBe(401);
    } finally {
      await server.close();
    }
  });

  it('is forgotten after 90 days; what is kept of it does not let anyone in', async () => {
    let now = Date.now();
    const own = newFolder();
    const sessions = new BrowserSessions(own, () => now);
    const cookie = sessions.begin().split(';')[0] ?? '';
    expect(sessions.isShownBy(cookie)).toBe(true);
    const [name = ''] = readdirSync(join(own, 'server-sessions'));
    expect([name.length, cookie.includes(name), statSync(join(own, 'server-sessions')).mode & 0o777]).toEqual([
      64,
      false,
      0o700,
    ]);
    for (const value of [name, '..', '../server-token', '', 'x'.repeat(32)]) {
      expect(sessions.isShownBy(`${cookie.split('=')[0]}=${value}`)).toBe(false);
    }
    now += 90 * 86_400_000 + 1000;
    expect(sessions.isShownBy(cookie)).toBe(false);
    sessions.begin();
    expect(readdirSync(join(own, 'server-sessions'))).not.toContain(name);
  });

  it('has a cookie for each data folder: browsers send them to every port', () => {
    const name = (of: string): string | undefined => new BrowserSessions(of).begin().split('=')[0];
    expect(name(newFolder())).not.toBe(name(newFolder()));
    expect(name(folder)).toBe(name(folder));
  });

  it('is asked to load again when a page of another site led here, as its cookie was kept back', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const { status, headers: told } = await served.ask('/', { headers });
    expect([status, told['refresh']]).toEqual([401, '0']);
  });

  it('loses its stream of events when it is signed out', async () => {
    const own = new Access(newFolder());
    const strict = await serve([madeUpLogs().folder], { access: own, hub: { heartbeatMs: 20 } });
    const headers = { cookie: cookieOf(await strict.ask(`/login?code=${own.newCode()}`)) };
    const stream = await new Promise<IncomingMessage>((resolve) => {
      get(`${strict.url}/api/v1/events`, { headers, agent: false }, resolve);
    });
    expect(stream.statusCode).toBe(200);
    stream.resume();
    const ended = once(stream, 'end');
    new BrowserSessions(join(own.tokenPath, '..')).endAll();
    await ended;
  });
});

describe('the key of hooks', () => {
  it('reports and reads nothing', async () => {
    const key = hookKey(access.token);
    expect((await served.ask(`/hooks/v1/claude-code?key=${key}`, HOOK)).status).toBe(204);
    expect((await served.ask('/hooks/v1/claude-code', { ...HOOK, ...bearer(access.token) })).status).toBe(204);
    expect((await served.ask(`${STATUS}?key=${key}`)).status).toBe(401);
    expect((await served.ask(STATUS, bearer(key))).status).toBe(401);
    expect((await served.ask('/rap/v1/threads', bearer(key))).status).toBe(401);
  });
});

describe('a server that others can reach', () => {
  it('cannot be open', async () => {
    const open = { library: served.library, host: '0.0.0.0', port: 0, access: 'open-to-local-users' } as const;
    await expect(startServer(open)).rejects.toMatchObject({ code: 'refused' });
  });

  it('lets in by the same rules', async () => {
    const server = await startServer({ library: served.library, host: '0.0.0.0', port: 0, access, webFolder: web });
    const base = `http://127.0.0.1:${server.port}`;
    try {
      expect((await ask(base, STATUS)).status).toBe(401);
      expect((await ask(base, STATUS, bearer(access.token))).status).toBe(200);
      const headers = { cookie: cookieOf(await ask(base, `/login?code=${access.newCode()}`)) };
      expect((await ask(base, '/', { headers })).status).toBe(200);
    } finally {
      await server.close();
    }
  });
});

describe('the note about a running server', () => {
  it('is believed when the server says the same name', async () => {
    const own = newFolder();
    expect(await runningServer(own)).toBeUndefined();
    const { instance } = access;
    const forget = noteServer(own, { url: served.url, instance });
    expect(await runningServer(own)).toEqual({ url: served.url, instance });
    forget();
    expect(await runningServer(own)).toBeUndefined();
    noteServer(own, { url: served.url, instance: 'crashed' });
    expect(await runningServer(own)).toBeUndefined();
    expect(readdirSync(join(own, 'servers'))).toEqual([]);
  });
});
