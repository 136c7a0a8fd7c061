// Tests who may send requests, and what no address leads to: other names, other sites, other folders, other methods, too much.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mountRap } from '../../src/rap/http/mount.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { askRaw, type Served, serve } from './support.ts';

let served: Served;
let web: string;

beforeAll(async () => {
  web = join(mkdtempSync(join(tmpdir(), 'toolscope-web-')), 'web');
  mkdirSync(join(web, 'assets'), { recursive: true });
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(web, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(web, 'assets', 'app-1a2b.js.br'), 'packed');
  writeFileSync(join(web, '..', 'secret.js'), 'secret');
  served = await serve([madeUpLogs().folder], { webFolder: web });
}, 60_000);

function port(): string {
  return new URL(served.url).port;
}

describe('names', () => {
  it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])('answers to %s', async (name) => {
    const { status } = await served.ask('/api/v1/status', { headers: { host: `${name}:${port()}` } });
    expect(status).toBe(200);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.example',
    'localhost',
    'localhost:1',
    'user@localhost',
    '0.0.0.0',
    `${hostname()}`,
  ])('does not answer to %j', async (name) => {
    const host = name.includes(':') || name === 'localhost' ? name : `${name}:${port()}`;
    for (const path of ['/api/v1/status', '/', '/hooks/v1']) {
      const { status, text } = await served.ask(path, { headers: { host } });
      expect([name, path, status === 421 || status === 400, text.includes('"sessions"')]).toEqual([
        name,
        path,
        true,
        false,
      ]);
    }
  });
});

describe('the Host header', () => {
  it('stands there once, also for RAP', async () => {
    const rap = mountRap({ dataFolder: mkdtempSync(join(tmpdir(), 'toolscope-rap-')) });
    const both = await serve([madeUpLogs().folder], { rap, webFolder: web });
    const host = `host: ${new URL(both.url).host}`;
    for (const path of ['/api/v1/status', '/', '/rap/v1/threads', '/rap/v1/callback/x']) {
      const status = async (hosts: string[]): Promise<string | undefined> => {
        const told = await askRaw(
          both.url,
          [`GET ${path} HTTP/1.1`, ...hosts, 'connection: close', '', ''].join('\r\n'),
        );
        return /^HTTP\/1\.1 (\d+)/.exec(told)?.[1];
      };
      expect([path, await status([host, 'Host: evil.example'])]).toEqual([path, '421']);
      expect([path, await status(['HOST: evil.example', host])]).toEqual([path, '421']);
      expect([path, await status([host, host])]).toEqual([path, '421']);
      expect([path, await status([host])]).not.toEqual([path, '421']);
    }
  }, 60_000);
});

describe('pages of other sites', () => {
  it.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'https://127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  ])('are refused: %j', async (headers) => {
    const { status, headers: told } = await served.ask('/api/v1/status', { headers });
    expect([status, told['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it('may lead to the app, which holds nothing', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await served.ask('/', { headers })).status).toBe(200);
    expect((await served.ask('/', { headers: { ...headers, 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
  });

  it('cannot ask for leave either', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    expect((await served.ask('/api/v1/status', { method: 'OPTIONS', headers })).status).toBe(403);
  });

  it('are told apart from our own', async () => {
    const headers = { origin: served.url, 'sec-fetch-site': 'same-origin' };
    expect((await served.ask('/api/v1/status', { headers })).status).toBe(200);
  });
});

describe('addresses', () => {
  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '/%2e%2e%2fsecret.js',
    '//secret.js',
    '/assets/app-1a2b.js%00.png',
    '/assets/app-1a2b.js/',
    '/assets/app-1a2b.js.br',
    '/assets/missing.js',
  ])('lead nowhere else: %s', async (path) => {
    const { status, text } = await served.ask(path);
    expect([path, text.includes('secret'), text.includes('packed')]).toEqual([path, false, false]);
    expect([200, 404]).toContain(status);
    if (status === 200) expect(text).toContain('<title>app</title>');
  });

  it.each([
    `/api/v1/sessions/claude-code/..%2f..%2fetc%2fpasswd`,
    `/api/v1/sessions/claude-code/${SESSION}/records/1000000/0?length=10`,
    `/api/v1/sessions/claude-code/${SESSION}/records/..%2f..%2fpasswd/0?length=10`,
    `/api/v1/sessions/claude-code/${SESSION}/records/0/99999999999?length=10`,
    `/api/v1/sessions/claude-code/${SESSION}/records/-1/0?length=10`,
    '/api/v1/logs/line?file=/etc/passwd&line=1',
    '/api/v1/logs/line?file=../../etc/passwd&line=1',
    `/api/v1/calls/claude-code/${SESSION}/%00/1`,
    `/api/v1/calls/claude-code/${SESSION}/toolu_ls/1e0`,
    `/api/v1/calls/claude-code/${SESSION}/%ff/1`,
    '/api/v1/sessions//x',
    '/api/v1/__proto__',
    '/api/v1/constructor',
    '/api/v1',
    '/api/v1/',
    '/api/v2/status',
  ])('name nothing: %s', async (path) => {
    const { status, text } = await served.ask(path);
    expect([path, [404, 503].includes(status) || text.includes('<title>app')]).toEqual([path, true]);
    expect(text).not.toContain('root:');
  });

  it('are no longer than they need to be', async () => {
    expect((await served.ask(`/api/v1/status?x=${'a'.repeat(20_000)}`)).status).toBe(414);
    expect((await served.ask(`/api/v1/status?x=${'a'.repeat(80_000)}`)).status).toBe(431);
  });

  it('with questions that make no sense are refused', async () => {
    expect(await served.trouble('/api/v1/sessions?limit=many')).toMatchObject({ status: 400 });
    expect(await served.trouble(`/api/v1/calls?filter=${'x'.repeat(10_001)}`)).toMatchObject({ status: 400 });
    expect(await served.trouble('/api/v1/search')).toMatchObject({ status: 400 });
  });
});

describe('methods', () => {
  it('are those of the contract', async () => {
    const { status, headers } = await served.ask('/api/v1/status', { method: 'POST', body: '{}' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect((await served.ask('/', { method: 'DELETE' })).status).toBe(405);
    const head = await served.ask('/api/v1/status', { method: 'HEAD' });
    expect([head.status, head.text, Number(head.headers['content-length']) > 100]).toEqual([200, '', true]);
  });
});

describe('headers', () => {
  it('let nothing in and nothing be guessed', async () => {
    for (const path of ['/', '/api/v1/status', '/api/v1/nothing', '/assets/app-1a2b.js']) {
      const { headers } = await served.ask(path);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
          "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'; trusted-types dompurify",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(Object.keys(headers).some((name) => name.startsWith('access-control-'))).toBe(false);
    }
  });

  it('of files say how long they hold', async () => {
    const asset = await served.ask('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect([asset.headers['cache-control'], asset.headers['content-encoding'], asset.text]).toEqual([
      'public, max-age=31536000, immutable',
      'br',
      'packed',
    ]);
    const page = await served.ask('/s/claude-code/anything');
    expect([page.headers['cache-control'], page.headers['content-type']]).toEqual([
      'no-cache',
      'text/html; charset=utf-8',
    ]);
    const again = await served.ask('/', { headers: { 'if-none-match': page.headers['etag'] ?? '' } });
    expect(again.status).toBe(304);
  });
});

describe('what comes out of logs', () => {
  it.each([
    '/api/v1/sessions',
    `/api/v1/sessions/claude-code/${SESSION}/entries`,
    `/api/v1/calls/claude-code/${SESSION}/toolu_ls/1`,
    `/api/v1/calls/claude-code/${SESSION}/toolu_ls/1/raw`,
    `/api/v1/calls/claude-code/${SESSION}/toolu_ls/1/body?from=content`,
  ])('is kept in no cache: %s', async (path) => {
    const { status, headers } = await served.ask(path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

describe('too much', () => {
  it('on one connection is refused for a while', async () => {
    const strict = await serve([madeUpLogs().folder], { limits: { burst: 3, perSecond: 0 } });
    const { hostname: name, port: at } = new URL(strict.url);
    const request = `GET /api/v1/nothing HTTP/1.1\r\nhost: ${name}:${at}\r\n\r\n`;
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(at), name, () => socket.write(request.repeat(4)));
      let told = '';
      socket.on('data', (bytes) => {
        told += bytes.toString('latin1');
        if (!told.includes('429')) return;
        socket.destroy();
        resolve(told);
      });
    });
    expect(text.match(/HTTP\/1\.1 \d+/g)?.slice(0, 4)).toEqual([
      'HTTP/1.1 404',
      'HTTP/1.1 404',
      'HTTP/1.1 404',
      'HTTP/1.1 429',
    ]);
  });

  it('at once is refused', async () => {
    const strict = await serve([madeUpLogs().folder], { limits: { mostAtOnce: 0 } });
    expect(await strict.trouble('/api/v1/status')).toMatchObject({ status: 503 });
  });
});
