// Tests the kit with a zoo of tools: each broken one fails exactly the rule it breaks, each unusual one none.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkTool } from '../../../src/rap/conformance/check-tool.ts';
import { conforms, type Finding } from '../../../src/rap/conformance/finding.ts';
import { TOOL_RULES } from '../../../src/rap/conformance/tool-rules.ts';
import { afterwards, post } from '../harness.ts';
import { inPool } from './in-pool.ts';
import { byForm, byPut, type Habits, startTool } from './tool.ts';

const failures = (findings: readonly Finding[]): string[] =>
  findings.filter(({ pass }) => pass === false).map(({ rule }) => rule);

type Result = NonNullable<Habits['result']>;

const with_ = (fields: Record<string, unknown>): Habits => ({ result: (message) => ({ ...message, ...fields }) });
const errorText = (text: (text: string) => string): Habits => ({
  result: (message, _, isGood) => (isGood ? message : { ...message, text: text(String(message['text'])) }),
});
const good = (change: Result): Habits => ({
  result: (message, invocation, isGood) => (isGood ? change(message, invocation, isGood) : message),
});
const LINE = { type: 'text', content: 'short' };
const subscribed: Habits = good((message) => ({ ...message, subscription: true }));
const eventOf = (invocation: { group_id: string; id: string }, fields: Record<string, unknown> = {}) => ({
  ...{ type: 'subscription_event', group_id: invocation.group_id, tool_call_id: invocation.id, text: 'tick' },
  ...fields,
});
const asks = { prompt: 'Go on?', choices: ['yes', 'no'], default: 0 };

const BROKEN: readonly (readonly [string, string, Habits])[] = [
  ['no manifest', 'M-01', { manifestStatus: 404 }],
  ['a manifest without tools', 'M-01', { manifest: (manifest) => ({ ...manifest, tools: [] }) }],
  [
    'two tools of one name',
    'M-01',
    { manifest: (manifest) => ({ ...manifest, tools: [manifest['tools'], manifest['tools']].flat() }) },
  ],
  ['a relative endpoint', 'M-01', { manifest: (manifest) => ({ ...manifest, endpoint: '/invoke' }) }],
  ['acknowledges with 202', 'A-01', { status: 202, badStatus: 202 }],
  ['acknowledges with 204', 'A-01', { status: 204, badStatus: 204 }],
  ['acknowledges with 500', 'A-01', { status: 500, badStatus: 500 }],
  ['acknowledges after the result', 'A-02', { acksAfterResult: true }],
  ['acknowledges late', 'A-02', { ackAfterMs: 1600 }],
  ['runs unknown operations', 'A-03', { runsAnything: true }],
  ['sends forms', 'T-01', { sends: byForm }],
  ['sends with PUT', 'T-01', { sends: byPut }],
  ['another type', 'T-02', with_({ type: 'result' })],
  ['another group', 'T-03', with_({ group_id: 'elsewhere' })],
  ['another id', 'T-04', with_({ id: 'mine' })],
  ['no call_id', 'T-05', { result: ({ call_id: _, ...message }) => message }],
  ['call_id null', 'T-05', with_({ call_id: null })],
  ['text as an object', 'T-06', good((message) => ({ ...message, text: { n: 1 } }))],
  ['no text', 'T-06', good(({ text: _, ...message }) => message)],
  ['data next to the text', 'T-08', with_({ data: { n: 1 } })],
  ['a broken diff', 'T-09', with_({ display_as: [{ type: 'diff', content: 'x' }, LINE] })],
  ['a segment without type', 'T-09', with_({ display_as: [{ content: 'x' }, LINE] })],
  [
    'no text at the end',
    'T-10',
    with_({ display_as: [LINE, { type: 'image', content: { data: 'AA==', mediaType: 'image/png' } }] }),
  ],
  ['a novel as a segment', 'T-11', with_({ display_as: [{ type: 'text', content: 'x'.repeat(2000) }] })],
  [
    'a copy as a segment',
    'T-12',
    { result: (message) => ({ ...message, display_as: [{ type: 'text', content: message['text'] }] }) },
  ],
  ['errors without text', 'T-13', errorText(() => '')],
  ['silence about errors', 'T-14', { result: (message, _, isGood) => (isGood ? message : undefined) }],
  ['no answer at all', 'T-15', { result: () => undefined }],
  [
    'an event instead of a result',
    'T-15',
    { ...good(() => undefined), after: (tell, invocation) => tell(eventOf(invocation, { final: true })) },
  ],
  ['asks, and forgets the answer', 'T-15', { asks, ...good(() => undefined) }],
  ['errors without prefix', 'T-16', errorText((text) => text.replace('Error: ', ''))],
  ['errors without advice', 'T-17', errorText(() => 'Error: it did not work out at all.')],
  ['stack traces', 'T-18', errorText((text) => `${text}\n    at run (/srv/tool.js:10:5)`)],
  ['credentials', 'T-19', with_({ note: `ghp_${'x'.repeat(36)}` })],
  ['the callback address', 'T-19', { result: (message, { callback_url }) => ({ ...message, note: callback_url }) }],
  ['refuses bad calls with 400', 'T-21', { badStatus: 400 }],
  ['refuses bad calls with 500', 'T-21', { badStatus: 500 }],
  [
    'two results',
    'T-22',
    { after: (tell, { group_id, id, call_id }) => tell({ type: 'tool_result', group_id, id, call_id, text: 'more' }) },
  ],
  ['events without a word', 'T-S1', { after: (tell, invocation) => tell(eventOf(invocation, { final: true })) }],
  [
    'events after the final one',
    'E-01',
    {
      ...subscribed,
      after: async (tell, invocation) => {
        await tell(eventOf(invocation, { final: true }));
        await tell(eventOf(invocation));
      },
    },
  ],
  [
    'events after a cancel',
    'E-02',
    {
      ...subscribed,
      after: async (tell, invocation) => {
        for (let i = 0; i < 60; i++) {
          await tell(eventOf(invocation));
          await sleep(100);
        }
      },
    },
  ],
  [
    'events with id instead of tool_call_id',
    'E-03',
    {
      ...subscribed,
      after: (tell, { group_id, id }) => tell({ type: 'subscription_event', group_id, id, text: 'tick', final: true }),
    },
  ],
  ['a choice without choices', 'U-T1', { asks: { ...asks, choices: [] } }],
  ['a default that is no choice', 'U-T1', { asks: { ...asks, default: 2 } }],
  [
    'a sign-in without https',
    'O-T1',
    {
      before: (tell, { group_id, id, call_id }) =>
        tell({ type: 'oauth', group_id, id, call_id, auth_url: 'http://login.example/' }),
    },
  ],
  ['refuses cancels of unknown calls', 'K-01', { cancel: [404, 'no such call'] }],
  ['breaks down over cancels', 'K-01', { cancel: [500, ''] }],
  ['refuses to close unknown threads', 'K-02', { close: [404, 'no such thread'] }],
  ['never tries again', 'T-S2', { again: () => false }],
  ['tries again after 4xx', 'T-S2', { again: (status) => status !== 200 }],
  ['a tidied address', 'T-S3', { url: (url) => url.replace('&x=2', '') }],
];

const UNUSUAL: readonly (readonly [string, Habits])[] = [
  ['plain', {}],
  ['slow work', { workMs: 600 }],
  ['content instead of text', good(({ text, ...message }) => ({ ...message, content: [{ type: 'text', text }] }))],
  [
    'a charset in the content type',
    {
      sends: async (url, message) =>
        (await post(url, message, { 'content-type': 'application/json; charset=utf-8' })).status,
    },
  ],
  ['fields of the future', with_({ trace: { a: 1 } })],
  [
    'views before the result',
    { before: (tell, { group_id }) => tell({ type: 'view_update', group_id, view_type: 'x', content: {} }) },
  ],
  ['asks first', { asks }],
  [
    'waits for a sign-in',
    {
      result: (message, _, isGood) =>
        isGood ? { ...message, type: 'oauth', text: undefined, auth_url: 'https://login.example/' } : message,
    },
  ],
  ['no address for notices', { cancel: [404, 'no such path'], close: [404, 'no such path'] }],
  [
    'errors in another language',
    errorText(() => 'Error: Dieses Werkzeug gibt es nicht; bitte rufen Sie probe mit einer Zahl n auf, etwa 5.'),
  ],
  ['an acknowledgement with a page in it', { ackBody: '<html>thanks</html>' }],
  ['tries again after 429', { again: (status) => status >= 500 || status === 429 }],
  [
    'every kind of segment',
    with_({
      display_as: [
        { type: 'diff', content: { path: 'a', patch: '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b' } },
        { type: 'chart', content: [1, 2] },
        { type: 'image', content: { data: 'AA==', mediaType: 'image/png' } },
        LINE,
      ],
    }),
  ],
  [
    'a subscription that ends',
    {
      ...subscribed,
      after: async (tell, invocation) => {
        await tell(eventOf(invocation));
        await tell(eventOf(invocation, { final: true }));
      },
    },
  ],
  [
    'a subscription that stops when it is cancelled',
    {
      ...subscribed,
      after: async (tell, invocation, isCancelled) => {
        while (!isCancelled()) {
          await tell(eventOf(invocation));
          await sleep(100);
        }
      },
    },
  ],
  ['JSON inside the text', good((message) => ({ ...message, text: '{"n": 1}' }))],
  ['an acknowledgement after a third of a second', { ackAfterMs: 300 }],
  [
    'hours of work',
    {
      manifest: (manifest) => ({
        ...manifest,
        tools: [{ ...(manifest['tools'] as object[])[0], annotations: { longRunning: true } }],
      }),
      ...good(() => undefined),
    },
  ],
];

let found: ReadonlyMap<Habits, Finding[]> = new Map();

beforeAll(async () => {
  const animals = [...BROKEN.map(([, , habits]) => habits), ...UNUSUAL.map(([, habits]) => habits)];
  found = await inPool(animals, async (habits) => {
    const { url, close } = await startTool(habits);
    try {
      return await checkTool(url, { timeoutMs: 4000 });
    } finally {
      close();
    }
  });
}, 300_000);

describe('broken tools', () => {
  test.each(BROKEN)('%s: fails %s, and nothing else', (_, rule, habits) => {
    const findings = found.get(habits) ?? [];
    expect(failures(findings)).toEqual([rule]);
    expect(conforms(findings)).toBe(TOOL_RULES.find((one) => one.rule === rule)?.level !== 'MUST');
  });
});

test('of two flaws neither hides the other', { timeout: 120_000 }, async () => {
  const { url, close } = await startTool({
    result: ({ call_id: _, ...message }, __, isGood) => (isGood ? undefined : message),
  });
  afterwards(close);
  expect(failures(await checkTool(url, { timeoutMs: 4000 })).sort()).toEqual(['T-05', 'T-15']);
});

describe('unusual tools', () => {
  test.each(UNUSUAL)('%s: fails nothing', (_, habits) => {
    const findings = found.get(habits) ?? [];
    expect(findings).toHaveLength(TOOL_RULES.length);
    expect(findings.filter(({ pass }) => pass === false)).toEqual([]);
  });
});

test('every rule cites a sentence and a page', () => {
  for (const { rule, page, says } of TOOL_RULES)
    expect([rule, page.length > 0, says.length > 10]).toEqual([rule, true, true]);
});

test('a server that does not answer cannot be checked', async () => {
  await expect(checkTool('http://127.0.0.1:1')).rejects.toThrow('There is no answer');
});
