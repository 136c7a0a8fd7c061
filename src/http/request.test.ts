// Tests what is read out of a request's address and headers.

import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { closeServer, listen } from './listen.ts';
import { addressOf, hostOf, isCrossSite } from './request.ts';

async function read<Value>(lines: readonly string[], take: (request: IncomingMessage) => Value): Promise<Value> {
  const server = createServer();
  const { port } = await listen(server, '127.0.0.1', [0]);
  const client = connect(port, '127.0.0.1', () =>
    client.write(`GET /a/b?c=d?e ${['HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`),
  );
  const value = await new Promise<Value>((resolve) => server.once('request', (request) => resolve(take(request))));
  client.destroy();
  await closeServer(server, async () => undefined);
  return value;
}

it.each([
  ['LocalHost:81', { name: 'localhost', port: 81 }],
  ['a_b.example', { name: 'a_b.example', port: 80 }],
  ['[::1]:1', { name: '[::1]', port: 1 }],
  ['user@localhost', undefined],
  ['localhost/x', undefined],
  ['::1', undefined],
  ['x\r\nHOST: x', undefined],
])('the host %j', async (host, expected) => {
  expect(await read([`host: ${host}`], hostOf)).toEqual(expected);
});

it.each([
  ['same-origin', false],
  ['none', false],
  ['same-site', true],
  ['none\r\nsec-fetch-site: cross-site', true],
])('a request that says it is %j', async (site, expected) => {
  expect(await read(['host: x', `sec-fetch-site: ${site}`], isCrossSite)).toBe(expected);
});

it('cuts the address at the first question mark', async () => {
  const { path, query } = await read(['host: x'], addressOf);
  expect([path, query.get('c')]).toEqual(['/a/b', 'd?e']);
});
