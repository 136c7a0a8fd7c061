// Tests calls whose acknowledgement was lost: never sent twice, and never reported as failed.
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { afterwards, post, register, resultFor, results, send, startPeer, startServer, until } from './harness.ts';

const endpoint = (peer: { url: string }) => ({ endpoint: `${peer.url}/invoke`, send: true });

describe('a tool that says nothing about running twice is sent a call once', () => {
  const uncertain: [string, Parameters<typeof startPeer>[0] | 'reset'][] = [
    ['a slow acknowledgement', () => 'silence'],
    ['a gateway that gave up', () => ({ status: 504 })],
    ['a server that broke down', () => ({ status: 500 })],
    ['a connection that was reset', 'reset'],
  ];
  test.each(uncertain)('%s', async (_, answer) => {
    let seen = 0;
    const reset = createServer((socket) => socket.once('data', () => ++seen && socket.resetAndDestroy()));
    await new Promise<void>((resolve) => reset.listen(0, '127.0.0.1', resolve));
    afterwards(() => void reset.close());
    const tool = answer === 'reset' ? undefined : await startPeer(answer);
    const url = tool?.url ?? `http://127.0.0.1:${(reset.address() as AddressInfo).port}`;
    const server = await startServer({ limits: { attemptTimeoutMs: 200, backoffMs: 2, attempts: 5 } });
    const call = await register(server, 'g', endpoint({ url }));
    await until(async () => (await results(server, 'g')).length > 0);
    // The model is told; the call stays open for the result, which may still come.
    expect(await results(server, 'g')).toMatchObject([
      { type: 'status', id: call.id, text: expect.stringContaining('It is not sent again.') },
    ]);
    const row = (await send(`${server.url}/rap/v1/threads/g/calls/${call.id}`)).json;
    expect(row).toMatchObject({ state: 'pending', delivery: 'unreachable' });
    expect(Date.parse(String(row['deadline_at'])) - Date.parse(String(row['registered_at']))).toBeLessThan(1_000_000);
    expect(tool?.received.length ?? seen).toBe(1);
    expect((await post(call.callback_url, resultFor(call))).json['code']).toBe('accepted');
  });

  test.each(['hangs', 'breaks off'])('200 takes the call, even if the body after it %s', async (how) => {
    let seen = 0;
    const tool = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        seen++;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', () => how === 'hangs' || socket.destroy());
      });
    });
    await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
    afterwards(() => void tool.close());
    const url = `http://127.0.0.1:${(tool.address() as AddressInfo).port}`;
    const server = await startServer({ limits: { backoffMs: 2, attemptTimeoutMs: 1000 } });
    const call = await register(server, 'g', endpoint({ url }));
    const row = async () => (await send(`${server.url}/rap/v1/threads/g/calls/${call.id}`)).json;
    await until(async () => (await row())['delivery'] !== 'queued');
    expect([await row(), seen]).toMatchObject([{ state: 'pending', delivery: 'accepted' }, 1]);
  });

  test('when no result comes either, the outcome is said to be unknown', async () => {
    let now = Date.now();
    const tool = await startPeer(() => ({ status: 500 }));
    const server = await startServer({ now: () => now });
    await register(server, 'g', endpoint(tool));
    await until(async () => (await results(server, 'g')).length > 0);
    now += 16 * 60_000;
    await server.runtime.start();
    await until(async () => (await results(server, 'g')).length > 1);
    expect((await results(server, 'g')).at(-1)).toMatchObject({
      synthetic: 'deadline',
      text: expect.stringContaining('the outcome is unknown'),
    });
    expect(tool.received).toHaveLength(1);
  });
});
