// Tests that the demo shows what it promises, through the same API as its page.
import { expect, test } from 'vitest';
import { startDemo } from '../../src/rap/demo/start-demo.ts';
import { afterwards, type Item, post, send, tempFolder, until } from './harness.ts';

test('a deployment with a diff, a choice, a subscription and an error, end to end', async () => {
  const demo = await startDemo({ dataFolder: tempFolder(), port: 0 }, { stepMs: 20 });
  afterwards(() => demo.close());
  const { origin } = new URL(demo.url);

  const page = await send(demo.url);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(page.text).not.toMatch(/<script(?! src=)|\son\w+=|style=/);
  for (const file of ['demo.css', 'demo.js']) expect((await send(`${demo.url}${file}`)).status).toBe(200);
  expect((await send(`${demo.url}other`)).status).toBe(404);

  const refused = await post(`${demo.url}runs`, {}, { origin: 'https://evil.example' });
  expect(refused.status).toBe(403);
  const run = await post(`${demo.url}runs`, {}, { origin });
  const thread = `${origin}/rap/v1/threads/${run.json['group_id']}`;
  const items = async (): Promise<Item[]> => JSON.parse((await send(`${thread}/display`)).text).items;

  const choice = await until(async () => (await items()).find(({ type }) => type === 'user_choice'), 20_000);
  expect(choice['details']).toMatchObject({
    prompt: 'Deploy shop to production?',
    choices: ['Deploy now', 'Not today'],
  });
  await post(`${thread}/calls/${choice['id']}/choice`, { selected: 0 }, { origin });

  const shown = await until(async () => {
    const all = await items();
    const isOver = all.some((item) => JSON.stringify(item['details'] ?? '').includes('"final":true'));
    return isOver && all.filter(({ type }) => type === 'tool_result').length === 4 && all;
  }, 20_000);
  const resultOf = (operation: string): Item | undefined =>
    shown.find((item) => item['type'] === 'tool_result' && item['operation'] === operation);
  expect(resultOf('deploy')?.['display']).toMatchObject({
    type: 'diff',
    content: { path: 'deploy/shop.production.yaml' },
  });
  expect(resultOf('rollback')?.['display']).toMatchObject({ type: 'text', content: expect.stringMatching(/^Error: /) });
  expect(resultOf('watch')?.['details']).toMatchObject({ subscription: true });
  expect(shown.filter(({ type }) => type === 'subscription_event')).toHaveLength(5);
  expect(shown.find(({ type }) => type === 'view_update')?.['details']).toMatchObject({ content: { step: 'running' } });
});
