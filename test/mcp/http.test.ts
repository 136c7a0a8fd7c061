// Tests MCP on the dashboard's port: behind its guard and its token, in both revisions, about all projects or one.

import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { openMcpHttp } from '../../src/cli/mcp/open-mcp-http.ts';
import { Access } from '../../src/server/auth/access.ts';
import { type Served, serve } from '../server/support.ts';
import { folderWith } from '../support/claude-log.ts';
import { ask, ORCHARD, orchardPlaces, refusal } from './support.ts';

const { logs, project } = orchardPlaces();
const access = new Access(folderWith({}));
const AUTHORIZED = { authorization: `Bearer ${access.token}` };
const errors: unknown[] = [];
let served: Served;

beforeAll(async () => {
  served = await serve([logs], {
    access,
    mcp: (asked) =>
      openMcpHttp({ ask: asked, folder: served?.folder ?? '', places: [logs], onError: (error) => errors.push(error) }),
  });
});

async function connect(query: string, mode: 'legacy' | { pin: string }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const url = new URL(`${served.url}/mcp${query}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: AUTHORIZED } }));
  return client;
}

describe.each([['legacy' as const], [{ pin: '2026-07-28' }]])('%j', (mode) => {
  it('answers about all projects, or the one in the address', async () => {
    const all = await connect('', mode);
    expect((await all.listTools()).tools).toHaveLength(10);
    expect(await ask(all, 'sessions', { limit: 1 })).toMatchObject({ total: 2, next: expect.any(String) });
    const one = await connect(`?project=${encodeURIComponent(project)}`, mode);
    expect(await ask(one, 'sessions')).toMatchObject({ total: 1, sessions: [{ id: `claude-code/${ORCHARD}` }] });
    expect(await refusal(one, 'call', { id: 'toolu_cellar' })).toContain('no such call');
    expect(await refusal(one, 'calls', { filter: 'tol:x' })).toContain('Did you mean');
    await Promise.all([all.close(), one.close()]);
  });

  it('goes on from one request to the next by a cursor', async () => {
    const client = await connect('', mode);
    const first = await ask(client, 'calls', { limit: 4 });
    expect(await ask(client, 'calls', { limit: 4, cursor: first['next'] })).toMatchObject({
      calls: [{}, {}],
      next: null,
    });
    await client.close();
  });
});

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
const POST = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

it('refuses methods that it has no use for', async () => {
  const { hostname, port } = new URL(served.url);
  const status = await new Promise<number | undefined>((done, fail) => {
    const sent = request({ hostname, port, path: '/mcp', method: 'TRACE', headers: AUTHORIZED }, (response) => {
      response.resume();
      done(response.statusCode);
    });
    sent.on('error', fail);
    sent.end();
  });
  expect(status).toBe(405);
});

it('is for those with the token alone, and never for pages of other sites', async () => {
  const { host } = new URL(served.url);
  const post = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await served.ask('/mcp', { method: 'POST', headers: { ...POST, host, ...headers }, body: LIST })).status;
  expect(await post(AUTHORIZED)).toBe(200);
  expect(await post({})).toBe(401);
  expect(await post({ authorization: 'Bearer nonsense' })).toBe(401);
  expect(await post({ ...AUTHORIZED, origin: 'https://evil.example' })).toBe(403);
  expect(await post({ ...AUTHORIZED, host: 'evil.example' })).toBe(421);
});

it('takes no more than it must, and nothing but questions', async () => {
  const { host } = new URL(served.url);
  const headers = { ...POST, ...AUTHORIZED, host };
  const body = `{"jsonrpc":"2.0","id":1,"method":"x","params":"${'x'.repeat(2_000_000)}"}`;
  expect((await served.ask('/mcp', { method: 'POST', headers, body })).status).toBe(413);
  expect((await served.ask('/mcp', { headers })).status).toBe(405);
  expect((await served.ask('/mcp', { method: 'DELETE', headers })).status).toBe(405);
  expect((await served.ask('/mcp', { method: 'POST', headers, body: 'no JSON' })).status).toBe(400);
  const { headers: given } = await served.ask('/mcp', { method: 'POST', headers, body: LIST });
  expect(given).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

it('reports nothing as wrong inside', () => expect(errors).toEqual([]));

it('is not there where it was not asked for', async () => {
  const other = await serve([logs]);
  const { host } = new URL(other.url);
  expect((await other.ask('/mcp', { method: 'POST', headers: { ...POST, host }, body: LIST })).status).toBe(404);
});
