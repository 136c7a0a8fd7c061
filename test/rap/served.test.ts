// Tests that threads are served like any other session: in lists, with their calls, bodies, pictures and records.
import { expect, test } from 'vitest';
import { urlOf } from '../../src/api/client.ts';
import { contract } from '../../src/api/contract.ts';
import { FollowedLibrary } from '../../src/server/followed-library.ts';
import { startServer as startDashboard } from '../../src/server/server.ts';
import { afterwards, post, register, resultFor, send, startServer, until } from './harness.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a thread, its call, what people are shown, a picture of it, and its raw records', async () => {
  const rap = await startServer();
  const library = await FollowedLibrary.open({ folder: rap.folder, places: [] });
  const dashboard = await startDashboard({ library, port: 0, access: 'open-to-local-users' });
  afterwards(async () => {
    await dashboard.close();
    await library.close();
  });
  await library.ready;
  const base = new URL(dashboard.url).origin;
  const parts = { agent: 'rap', session: 'a/b', callId: 'c', occurrence: '1' };
  const call = await register(rap, 'a/b', { id: 'c', operation: 'chart' });
  const image = { type: 'image', content: { data: PNG, mediaType: 'image/png' } };
  await post(call.callback_url, resultFor(call, { text: 'A chart.', display_as: [{ type: 'new' }, image] }));
  const at = `${base}${urlOf(contract.call.path, parts, {})}`;
  const detail = await until(async () => {
    const { status, json } = await send(at);
    return status === 200 && json['status'] === 'ok' ? json : undefined;
  });
  const shown = { kind: 'image', mediaType: 'image/png', bytes: 70, pointer: '/body/display_as/1/content/data' };
  expect(detail).toMatchObject({ tool: 'chart', bodies: { content: 'A chart.', shown } });
  const query = { from: 'record', pointer: shown.pointer } as const;
  const picture = await send(`${base}${urlOf(contract.callBody.path, parts, query)}`);
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  const raw = await send(`${base}${urlOf(contract.callRaw.path, parts, {})}`);
  expect([raw.status, raw.text.includes('call-registered'), raw.text.includes('tool_result')]).toEqual([
    200,
    true,
    true,
  ]);
});
