// Tests the promise of the tool server: whatever a handler returns, throws or does not do, and however the runtime answers, a
// call leads to exactly one result that matches its schema, or the author is notified why not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallbackSender } from '../../src/rap/client/callback-sender.ts';
import { readInvocation } from '../../src/rap/client/invocation.ts';
import { ToolCall } from '../../src/rap/client/tool-call.ts';
import { WaitingChoices } from '../../src/rap/client/waiting-choices.ts';
import type { DeliveryEnd } from '../../src/rap/outbound/deliver.ts';
import { parseCallback } from '../../src/rap/protocol/parse-callback.ts';
import { createToolServer, type Handler, ToolError } from '../../src/rap/public-api.ts';
import { afterwards, post, type Received, startPeer, until } from './harness.ts';

type Behaviour = { does: 'returns' | 'throws' | 'rejects'; value: unknown } | { does: 'hangs'; value: null };

const circle: unknown[] = [];
circle.push(circle);
const hostile = fc.constantFrom<unknown>(
  circle,
  10n,
  { deep: 10n },
  () => 'a function',
  Symbol('a symbol'),
  new Map([['a', 1]]),
  new Date(Number.NaN),
  Number.NaN,
  Object.create(null),
  { toJSON: () => undefined },
  Object.defineProperty({}, 'text', {
    enumerable: true,
    get: () => {
      throw new Error('a getter');
    },
  }),
  '\ud800',
  `AKIA${'ABCDEFGH12345678'}`,
);
const outcome = fc.record(
  {
    text: fc.oneof(fc.string(), fc.anything()),
    data: fc.anything(),
    content: fc.oneof(fc.array(fc.anything()), fc.constant([{ type: 'image', data: 'AA==', mediaType: 'image/png' }])),
    displayAs: fc.oneof(
      fc.anything(),
      fc.array(fc.record({ type: fc.constantFrom('text', 'diff'), content: fc.string() })),
    ),
    subscription: fc.oneof(fc.boolean(), fc.anything()),
    allowSecrets: fc.boolean(),
  },
  { requiredKeys: [] },
);
const value = fc.oneof(fc.anything(), fc.string(), outcome, hostile);
const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constantFrom('returns', 'throws', 'rejects'), value }) },
  { weight: 1, arbitrary: fc.constant({ does: 'hangs' as const, value: null }) },
);
/** How the runtime answers: the n-th message about a call. */
const answers = fc.constantFrom([200], [503, 200], [400], [413, 200], [410], [401], [202]);

async function startTools() {
  const behaviours = new Map<string, Behaviour>();
  const replies = new Map<string, readonly number[]>();
  const errors: string[] = [];
  const sentAbout = (id: string): Received[] => runtime.received.filter(({ path }) => path === `/${id}`);
  const runtime = await startPeer(({ path }) => {
    const id = path.slice(1);
    return { status: replies.get(id)?.at(Math.min(sentAbout(id).length, replies.get(id)?.length ?? 1) - 1) ?? 200 };
  });
  const act: Handler = (_, call) => {
    const wanted = behaviours.get(call.invocation.id);
    if (wanted?.does === 'throws') throw wanted.value;
    if (wanted?.does === 'rejects') return Promise.reject(wanted.value);
    return wanted?.does === 'hangs' ? new Promise(() => undefined) : wanted?.value;
  };
  const tools = createToolServer({
    manifest: { name: 't', tools: [{ name: 'act', description: 'Acts.', inputSchema: { type: 'object' } }] },
    handlers: { act },
    sender: { backoffMs: 1 },
    timeoutMs: 100,
    onError: (error) => {
      errors.push(error instanceof Error ? error.message : typeof error);
      if (errors.length === 1) throw new Error('even if the author is careless');
    },
    log: () => undefined,
  });
  const url = await tools.listen();
  afterwards(() => tools.close(0));
  return { url, runtime, behaviours, replies, errors, sentAbout };
}

test('exactly one result for every return value, throw, timeout and refusal', { timeout: 120_000 }, async () => {
  const { url, runtime, behaviours, replies, errors, sentAbout } = await startTools();
  let n = 0;
  await fc.assert(
    fc.asyncProperty(behaviour, answers, async (does, statuses) => {
      const id = `call-${++n}`;
      behaviours.set(id, does);
      replies.set(id, statuses);
      const invocation = { operation: 'act', arguments: {}, id, group_id: `g-${n}`, call_id: 'second' };
      const before = errors.length;
      const ack = await post(`${url}/invoke`, { ...invocation, callback_url: `${runtime.url}/${id}` });
      expect(ack.status).toBe(200);
      await until(() => sentAbout(id).length >= statuses.length);
      const sent = sentAbout(id).map(({ body }) => JSON.parse(body));
      for (const message of sent)
        expect(parseCallback(message)).toMatchObject({ type: 'tool_result', id, groupId: `g-${n}`, callId: 'second' });
      // Sent again after 503, the same; after 413, another that is shorter; after no other answer.
      expect(sent).toHaveLength(statuses.length);
      expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(statuses[0] === 413 ? 2 : 1);
      const isRefused = (statuses[0] ?? 0) >= 400 && statuses[0] !== 503;
      if (isRefused)
        await until(() => errors.slice(before).some((error) => error.includes(`(${id}) was not delivered`)));
    }),
    { numRuns: 250 },
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  // Nothing came later either.
  for (let i = 1; i <= n; i++) expect(sentAbout(`call-${i}`)).toHaveLength(replies.get(`call-${i}`)?.length ?? 0);
});

test.each<[unknown, string]>([
  [{ text: 5 }, '5'],
  [{ rows: [1] }, '{"rows":[1]}'],
  [{ text: 'seen', confidence: 0.5 }, '{"text":"seen","confidence":0.5}'],
  [[1, 2], '[1,2]'],
  [42, '42'],
  [true, 'true'],
  [null, 'null'],
  [{}, '{}'],
  [10n, '10'],
  [undefined, ''],
  [{ content: [{ type: 'image', data: 'AA==', mediaType: 'image/png' }] }, '[image: image/png]'],
  [{ displayAs: [{ type: 'text', content: 'short' }] }, 'short'],
  [{ content: [], data: { n: 1 } }, '{"n":1}'],
  [{ text: 'Two rows.', data: [1, 2] }, 'Two rows.\n[1,2]'],
  [{ content: [{ type: 'text', text: 'Rows:' }], data: [1] }, 'Rows:\n[1]'],
  [{ deep: 10n }, '{"deep":"10"}'],
  [new Map([['a', new Set([1])]]), '[["a",[1]]]'],
  [new RangeError('too far'), '{"name":"RangeError","message":"too far"}'],
])('a handler that returns %o answers with %j', async (returned, text) => {
  const { url, runtime, behaviours, sentAbout } = await startTools();
  behaviours.set('one', { does: 'returns', value: returned });
  await post(`${url}/invoke`, { operation: 'act', id: 'one', group_id: 'g', callback_url: `${runtime.url}/one` });
  await until(() => sentAbout('one').length > 0);
  expect(sentAbout('one').map(({ body }) => JSON.parse(body).text)).toEqual([text]);
});

test('data is not lost where content is read instead of the text', async () => {
  const { url, runtime, behaviours, sentAbout } = await startTools();
  const content = [{ type: 'text', text: 'Rows:' }];
  behaviours.set('one', { does: 'returns', value: { content, data: [1] } });
  await post(`${url}/invoke`, { operation: 'act', id: 'one', group_id: 'g', callback_url: `${runtime.url}/one` });
  await until(() => sentAbout('one').length > 0);
  expect(JSON.parse(sentAbout('one')[0]?.body ?? '{}').content).toEqual([...content, { type: 'text', text: '[1]' }]);
});

test('a failure whose own words cannot be read leads to a result as well', async () => {
  const { url, runtime, behaviours, sentAbout } = await startTools();
  const value = Object.defineProperty(new ToolError('first'), 'message', { value: 5 });
  behaviours.set('one', { does: 'throws', value });
  await post(`${url}/invoke`, { operation: 'act', id: 'one', group_id: 'g', callback_url: `${runtime.url}/one` });
  await until(() => sentAbout('one').length > 0);
  expect(JSON.parse(sentAbout('one')[0]?.body ?? '{}').text).toContain('act failed inside the tool');
});

test('a result that is too long to be written is replaced and reported', async () => {
  class ShortSender extends CallbackSender {
    readonly sent: unknown[] = [];
    override send(_: string, __: string, message: Readonly<Record<string, unknown>>): Promise<DeliveryEnd> {
      if (message['text'] === 'huge') return Promise.reject(new RangeError('Invalid string length'));
      this.sent.push(message['text']);
      return Promise.resolve({ kind: 'delivered', status: 200, attempts: 1 });
    }
  }
  const sender = new ShortSender();
  const reported: unknown[] = [];
  const { invocation } = readInvocation({ operation: 'act', id: 'one', group_id: 'g', callback_url: 'http://[::1]/' });
  const desk = new WaitingChoices((token) => token);
  const call = new ToolCall(invocation, sender, desk.open, (_, end) => reported.push(end));
  expect(await call.finish('huge')).toMatchObject({ kind: 'delivered' });
  expect(sender.sent).toEqual(['Error: the result was too long to be sent. Ask for less.']);
  expect(reported).toMatchObject([{ kind: 'failed', reason: 'Invalid string length' }]);
});

test("a careless log costs neither the result nor the author's notice", async () => {
  const runtime = await startPeer(() => ({ status: 200 }));
  const references: string[] = [];
  const tools = createToolServer({
    manifest: { name: 't', tools: [{ name: 'act', description: 'Acts.', inputSchema: { type: 'object' } }] },
    handlers: { act: () => Promise.reject(new Error('inside')) },
    onError: async (_, reference) => {
      references.push(reference);
      throw new Error('later');
    },
    log: () => {
      throw new Error('at once');
    },
  });
  const url = await tools.listen();
  afterwards(() => tools.close(0));
  await post(`${url}/invoke`, { operation: 'act', id: 'one', group_id: 'g', callback_url: `${runtime.url}/one` });
  await until(() => runtime.received.length > 0);
  expect(JSON.parse(runtime.received[0]?.body ?? '{}').text).toContain(references[0]);
});

test.each<[string, Record<string, unknown>, string]>([
  ['arguments that are no object', { arguments: 5 }, 'arguments must be an object.'],
  ['no operation', { operation: undefined }, 'operation must be a string.'],
  ['an unknown operation', { operation: 'fly' }, 'there is no tool called fly.'],
  ['a call_id that is a number', { call_id: 7 }, 'call_id must be a string or null.'],
])('%s: 200, and an error as the result', async (_, fields, message) => {
  const { url, runtime, sentAbout } = await startTools();
  const call = { operation: 'act', arguments: {}, id: 'one', group_id: 'g', callback_url: `${runtime.url}/one` };
  expect((await post(`${url}/invoke`, { ...call, ...fields })).status).toBe(200);
  await until(() => sentAbout('one').length > 0);
  const { text } = JSON.parse(sentAbout('one')[0]?.body ?? '{}');
  expect(text).toContain(message);
  expect(text).toMatch(/^Error: /);
  expect(text).not.toContain('..');
});

test('a call whose result could not be sent is refused, not run, and reported', async () => {
  const errors: string[] = [];
  const lines: string[] = [];
  let runs = 0;
  const tools = createToolServer({
    manifest: { name: 't', tools: [{ name: 'act', description: 'Acts.', inputSchema: { type: 'object' } }] },
    handlers: { act: () => ++runs },
    onError: (error) => errors.push(String(error)),
    log: (line) => lines.push(line),
  });
  const url = await tools.listen();
  afterwards(() => tools.close(0));
  const call = { operation: 'act', arguments: {}, id: 'one', group_id: 'g', callback_url: 'http://10.0.0.1/callback' };
  const answer = await post(`${url}/invoke`, call);
  expect([answer.status, answer.json['error']]).toEqual([403, expect.stringContaining('10.0.0.1')]);
  expect([runs, errors.length, lines.length]).toEqual([0, 1, 1]);
  expect(lines[0]).not.toContain('/callback');
});

test.each(['/cancel_tool_call', '/close_thread'])(
  '%s is answered with an empty 200, whatever it says',
  async (path) => {
    const { url } = await startTools();
    for (const body of ['{', '', '[]', '{"thread_id": 5}', '{"thread_id": "unknown", "tool_call_id": "unknown"}']) {
      const answer = await post(`${url}${path}`, body);
      expect([answer.status, answer.text]).toEqual([200, '']);
    }
  },
);
