// Tests that the current build of the web app is served: a new build needs no restart.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StaticFiles } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscope-web-'));
let server: Server;
let url = '';

beforeAll(async () => {
  const files = new StaticFiles(folder);
  server = createServer((request, response) => {
    if (!files.serve(request, response, request.url ?? '/')) response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function build(name: string, atS: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const page = join(folder, 'index.html');
  writeFileSync(page, `<script src="/assets/${name}.js"></script>`);
  utimesSync(page, atS, atS);
  writeFileSync(join(folder, 'assets', `${name}.js`), name);
}

async function get(path: string, headers: Record<string, string> = {}): Promise<readonly [number, string]> {
  const answer = await fetch(url + path, { headers });
  return [answer.status, await answer.text()];
}

it('serves files that were added later', async () => {
  expect((await get('/tools'))[0]).toBe(503);
  build('one', 1000);
  expect(await get('/tools')).toEqual([200, '<script src="/assets/one.js"></script>']);
  expect(await get('/assets/one.js')).toEqual([200, 'one']);
  build('two', 2000);
  expect(await get('/')).toEqual([200, '<script src="/assets/two.js"></script>']);
  expect(await get('/assets/two.js')).toEqual([200, 'two']);
  expect((await get('/assets/one.js'))[0]).toBe(404);
  // The page comes first, then what it asks for.
  writeFileSync(join(folder, 'assets', 'late.js'), 'late');
  expect(await get('/assets/late.js')).toEqual([200, 'late']);
  rmSync(folder, { recursive: true, force: true });
  expect((await get('/'))[0]).toBe(503);
});

it('announces the first list with the first page alone', async () => {
  build('one', 1000);
  const announced = async (path: string): Promise<string | null> => (await fetch(url + path)).headers.get('link');
  expect(await announced('/')).toBe('</api/v1/sessions?limit=50>; rel=preload; as=fetch; crossorigin');
  expect(await announced('/?f=tool%3ABash')).toBeNull();
  expect(await announced('/calls')).toBeNull();
  expect(await announced('/assets/one.js')).toBeNull();
});

it('is not sent again to a client that has it', async () => {
  build('three', 3000);
  const tag = (await fetch(`${url}/`)).headers.get('etag') ?? '';
  expect((await get('/', { 'if-none-match': tag }))[0]).toBe(304);
  build('other', 4000);
  expect((await get('/', { 'if-none-match': tag }))[0]).toBe(200);
});

it('serves the page of a session whose id is the name of a file', async () => {
  build('four', 5000);
  expect(await get('/s/cursor/file%3Apears.jsonl')).toEqual([200, '<script src="/assets/four.js"></script>']);
  expect((await get('/pears.jsonl'))[0]).toBe(404);
});
