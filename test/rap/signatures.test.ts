// Tests signed callbacks against a running server.
import { expect, test } from 'vitest';
import { parseWebhookKey, signWebhook } from '../../src/rap/protocol/standard-webhooks.ts';
import { post, register, rejections, resultFor, startServer, tempFolder } from './harness.ts';

const KEY = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const WRONG = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

function signed(body: string, key: string, at = Date.now()): Record<string, string> {
  const { id, timestamp, signature } = signWebhook('msg_1', Buffer.from(body), [parseWebhookKey(key)], at);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

test('where signatures are needed, only good ones are let in', async () => {
  const server = await startServer({ webhookKeys: [KEY, OLD], requireSignature: true });
  const call = await register(server, 'g');
  const body = JSON.stringify(resultFor(call));
  const statuses = [
    await post(call.callback_url, body),
    await post(call.callback_url, body, signed(body, WRONG)),
    await post(call.callback_url, body, signed(`${body} `, KEY)),
    await post(call.callback_url, body, signed(body, KEY, Date.now() - 400_000)),
    await post(call.callback_url, body, signed(body, OLD)),
    await post(call.callback_url, body, signed(body, KEY)),
  ].map(({ status, json }) => [status, json['code']]);
  expect(statuses).toEqual([
    [401, 'bad-signature'],
    [401, 'bad-signature'],
    [401, 'bad-signature'],
    [401, 'bad-signature'],
    [200, 'accepted'],
    [200, 'duplicate'],
  ]);
  expect((await rejections(server)).filter(({ reason }) => reason === 'bad-signature')).toHaveLength(4);
});

test('where they are optional, a wrong one is refused and none is fine', async () => {
  const server = await startServer({ webhookKeys: [KEY] });
  const call = await register(server, 'g');
  const body = JSON.stringify(resultFor(call));
  expect((await post(call.callback_url, body, signed(body, WRONG))).status).toBe(401);
  expect((await post(call.callback_url, body)).status).toBe(200);
});

test('a runtime that cannot be made lets go of its data folder', async () => {
  const dataFolder = tempFolder();
  const wrong = { requireSignature: true, webhookKeys: [] };
  await expect(startServer({ dataFolder, ...wrong })).rejects.toThrow('no key to check them with');
  await expect(startServer({ dataFolder })).resolves.toMatchObject({ folder: dataFolder });
});
