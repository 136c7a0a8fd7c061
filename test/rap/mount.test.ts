// Tests the runtime inside another server: the same rules as in its own, and only its own paths.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type MountOptions, mountRap } from '../../src/rap/http/mount.ts';
import { startRapServer } from '../../src/rap/http/server.ts';
import { afterwards, post, resultFor, send, tempFolder } from './harness.ts';

async function mounted(options: Partial<MountOptions> = {}): Promise<string> {
  const rap = mountRap({ dataFolder: tempFolder(), ...options });
  const server = createServer((request, response) => {
    if (!rap.handle(request, response)) response.writeHead(418).end('the other server');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await rap.start({ host: '127.0.0.1', url });
  afterwards(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rap.close();
  });
  return url;
}

test('calls and callbacks below /rap/v1, everything else is the other server’s', async () => {
  const url = await mounted();
  expect((await send(`${url}/`)).status).toBe(418);
  expect((await send(`${url}/rap/v2/threads`)).status).toBe(418);
  const call = await post(`${url}/rap/v1/threads/t/invocations`, { operation: 'x', send: false, id: 'c' });
  expect([call.status, String(call.json['callback_url']).startsWith(`${url}/rap/v1/callback/`)]).toEqual([201, true]);
  const result = resultFor({ group_id: 't', id: 'c', callback_url: '' });
  expect((await post(String(call.json['callback_url']), result)).json['code']).toBe('accepted');
});

test('names and tokens are checked as in a server of its own', async () => {
  const url = await mounted({ agentToken: 'a long secret' });
  const authorization = 'Bearer a long secret';
  expect((await send(`${url}/rap/v1/threads`)).status).toBe(401);
  expect((await send(`${url}/rap/v1/threads`, { headers: { authorization } })).status).toBe(200);
  const borrowed = { authorization, host: 'evil.example' };
  expect((await send(`${url}/rap/v1/threads`, { headers: borrowed })).status).toBe(403);
  const page = { authorization, origin: 'https://evil.example' };
  expect((await send(`${url}/rap/v1/threads`, { headers: page })).status).toBe(403);
});

describe('who could reach it decides whether it needs a token', () => {
  const refused = (options: object): Promise<unknown> =>
    startRapServer({ dataFolder: tempFolder(), port: 0, ...options }).then(
      async (server) => {
        await server.close();
        return 'started';
      },
      (error: unknown) => error,
    );

  test.each([
    [{ host: '0.0.0.0' }, 'refused'],
    [{ publicUrl: 'https://agent.example.com' }, 'refused'],
    [{ publicUrl: 'agent.example.com' }, 'bad-usage'],
    [{ publicUrl: 'https://agent.example.com/?a=1' }, 'bad-usage'],
    [{ requireSignature: true }, 'bad-usage'],
  ])('%o', async (options, code) => {
    expect(await refused(options)).toMatchObject({ name: 'AppError', code });
  });

  test.each([{ publicUrl: 'http://localhost:7270' }, { publicUrl: 'https://agent.example.com', agentToken: 'x' }])(
    '%o starts',
    async (options) => {
      expect(await refused(options)).toBe('started');
    },
  );
});
