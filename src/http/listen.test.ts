// Tests starting and stopping: another port when one is taken, and no client that can hold up the end.

import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { closeServer, httpUrl, listen } from './listen.ts';

const HERE = '127.0.0.1';
const nothing = async (): Promise<void> => undefined;

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

it('takes the next port when one is taken, and says so when there is none', async () => {
  const [first, second] = [createServer(), createServer()];
  const { port } = await listen(first, HERE, [0]);
  const refusal = { name: 'AppError', code: 'refused', message: `Port ${port} is taken or not allowed.` };
  await expect(listen(second, HERE, [port])).rejects.toMatchObject(refusal);
  expect((await listen(second, HERE, [port, 0])).port).not.toBe(port);
  await Promise.all([closeServer(first, nothing), closeServer(second, nothing)]);
  await closeServer(createServer(), nothing);
});

it('writes addresses of both families as URLs', () => {
  expect([httpUrl('::1', 80), httpUrl(HERE, 8080)]).toEqual(['http://[::1]:80', 'http://127.0.0.1:8080']);
});

it('cuts clients off that are still sending a moment after the answers ended', async () => {
  const server = createServer(() => undefined);
  await listen(server, HERE, [0]);
  const client = connect(portOf(server), HERE, () =>
    client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n'),
  );
  await new Promise((resolve) => server.once('request', resolve));
  const isCut = new Promise((resolve) => client.on('close', resolve).on('error', () => undefined));
  const order: string[] = [];
  await closeServer(server, async () => {
    order.push(client.destroyed ? 'cut' : 'answers');
  });
  await isCut;
  expect(order).toEqual(['answers']);
});
