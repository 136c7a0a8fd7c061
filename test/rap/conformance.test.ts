// Owns the checks on the conformance kit: ours passes, and what is broken on purpose fails the rules it breaks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { checkRuntime } from '../../src/rap/conformance/check-runtime.ts';
import { checkSelf } from '../../src/rap/conformance/check-self.ts';
import { checkTool } from '../../src/rap/conformance/check-tool.ts';
import { conforms, type Finding } from '../../src/rap/conformance/finding.ts';
import { RUNTIME_RULES, TOOL_RULES } from '../../src/rap/conformance/rules.ts';
import { BrokenRuntime, type Flaws } from './broken-runtime.ts';
import { afterwards, post } from './harness.ts';

const failures = (findings: readonly Finding[]): string[] =>
  findings.filter(({ pass }) => pass === false).map(({ rule }) => rule);

/** All of them at the same time: most of a check is waiting. */
async function inParallel(
  names: readonly string[],
  work: (name: string) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await work(name)] as const)));
}

test('our own runtime and tool server keep every rule', { timeout: 240_000 }, async () => {
  const findings = await checkSelf();
  expect(findings.filter(({ pass }) => pass !== true)).toEqual([]);
  expect(findings.map(({ rule }) => rule)).toEqual([...RUNTIME_RULES, ...TOOL_RULES].map(({ rule }) => rule));
  expect(conforms(findings)).toBe(true);
});

describe('runtimes', { timeout: 300_000 }, () => {
  test('each flaw fails the rules it breaks, and no other', async () => {
    const expected: Readonly<Record<keyof Flaws | 'none', string[]>> = {
      none: [],
      takesUnmatched: ['R-03', 'R-04', 'R-06'],
      putsStraysIntoNewestThread: ['R-03', 'R-04', 'R-06'],
      countsTwice: ['R-07', 'X-06'],
      lastWins: ['X-06'],
      cutsText: ['R-08'],
      showsDisplayToModel: ['R-08', 'R-09'],
      refusesUnknownSegments: ['R-09', 'R-11', 'R-12'],
      ignoresSubscriptions: ['R-16', 'X-05', 'X-11'],
      subscribesAlways: ['R-17'],
      takesEventsForEver: ['X-05'],
      needsCallId: ['R-20'],
      takesAnything: ['X-01', 'X-02'],
      newestFirst: ['X-03'],
      oauthCompletes: ['X-08'],
      answers202: ['R-01', 'R-06', 'R-15', 'R-19', 'R-20', 'X-02', 'X-08'],
      crashesOnLate: ['X-04'],
      needsJsonText: ['R-15'],
      dropsErrors: ['R-19'],
    };
    const seen = await inParallel(Object.keys(expected), async (flaw) => {
      const url = await new BrokenRuntime(flaw === 'none' ? {} : { [flaw]: true }).start();
      const findings = await checkRuntime(url);
      const brokenMust = findings.some(({ level, pass }) => level === 'MUST' && pass === false);
      expect(conforms(findings)).toBe(!brokenMust);
      return failures(findings);
    });
    // A runtime that refuses most results fails most rules; the one it breaks is among them.
    for (const [flaw, rule] of [
      ['needsCallId', 'R-20'],
      ['needsJsonText', 'R-15'],
    ] as const)
      if (seen[flaw]?.includes(rule) === true) seen[flaw] = [rule];
    expect(seen).toEqual(expected);
  });

  test('a runtime that shows little is checked as far as it can be seen', async () => {
    const url = await new BrokenRuntime().start();
    const findings = await checkRuntime(url, { routes: { display: '', calls: '', rejections: '', cancel: '' } });
    const unseen = findings.filter(({ pass }) => pass === null).map(({ rule }) => rule);
    expect(unseen).toEqual(['R-05', 'R-10', 'R-11', 'R-12', 'R-16', 'X-04', 'X-07', 'X-10']);
    expect(failures(findings)).toEqual([]);
  });

  test('a server that cannot register calls is told what is missing', async () => {
    const server = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    afterwards(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(checkRuntime(url)).rejects.toThrow('did not register a call (status 404)');
  });
});

type Say = (
  message: Record<string, unknown>,
  invocation: Record<string, unknown>,
) => Record<string, unknown> | undefined;

/** A tool server that follows the rules, with its messages changed by the test. */
async function startTool(
  change: Say = (message) => message,
  quirks: {
    contentType?: string;
    retry?: 'never' | 'always';
    url?: (url: string) => string;
    status?: number;
    badStatus?: number;
  } = {},
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const base = `http://${request.headers.host}`;
      if (request.method === 'GET') {
        const inputSchema = { type: 'object', required: ['n'], properties: { n: { type: 'number' } } };
        const tools = [{ name: 'probe', description: 'Probes.', inputSchema }];
        response.end(JSON.stringify({ name: 't', endpoint: `${base}/invoke`, tools }));
        return;
      }
      const invocation = JSON.parse(Buffer.concat(chunks).toString());
      const isGood = invocation.operation === 'probe' && typeof invocation.arguments.n === 'number';
      const status = quirks.status ?? (isGood ? 200 : (quirks.badStatus ?? 200));
      response.writeHead(status).end();
      if (status !== 200) return;
      const text = isGood ? 'probed' : 'Error: that does not fit. Use probe with a number n.';
      const { group_id, id, call_id } = invocation;
      const message = change({ type: 'tool_result', group_id, id, call_id, text }, invocation);
      if (message !== undefined) void sendMessage(invocation.callback_url, message);
    });
  });
  const sendMessage = async (callbackUrl: string, message: object): Promise<void> => {
    const url = quirks.url?.(callbackUrl) ?? callbackUrl;
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status } = await post(url, message, { 'content-type': quirks.contentType ?? 'application/json' });
      const again = quirks.retry === 'always' ? status !== 200 : quirks.retry !== 'never' && status >= 500;
      if (!again) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('tools', { timeout: 300_000 }, () => {
  const keep: Say = (message) => message;
  const isError = (message: Record<string, unknown>): boolean => String(message['text']).startsWith('Error');
  const withText =
    (change: (text: string) => unknown): Say =>
    (message) =>
      isError(message) ? { ...message, text: change(String(message['text'])) } : message;
  const withDisplay =
    (display_as: unknown): Say =>
    (message) => ({ ...message, display_as });

  test('each quirk fails the rules it breaks, and no other', async () => {
    const cases: readonly [string, string[], Say?, Parameters<typeof startTool>[1]?][] = [
      ['none', []],
      ['form encoding', ['T-01'], keep, { contentType: 'application/x-www-form-urlencoded' }],
      ['another type', ['T-02', 'T-13', 'T-14', 'T-15', 'T-S2'], (message) => ({ ...message, type: 'result' })],
      ['another group', ['T-03'], (message) => ({ ...message, group_id: 'elsewhere' })],
      ['another id', ['T-04'], (message) => ({ ...message, id: 'mine' })],
      ['no call_id', ['T-05'], ({ call_id: _, ...message }) => message],
      [
        'text as an object',
        ['T-06', 'T-08'],
        (message) => (isError(message) ? message : { ...message, text: { n: 1 } }),
      ],
      ['data beside the text', ['T-08'], (message) => ({ ...message, data: { n: 1 } })],
      [
        'a broken diff',
        ['T-09'],
        withDisplay([
          { type: 'diff', content: 'x' },
          { type: 'text', content: 'x' },
        ]),
      ],
      [
        'no text at the end',
        ['T-10'],
        withDisplay([
          { type: 'text', content: 'x' },
          { type: 'image', content: {} },
        ]),
      ],
      ['a novel as a segment', ['T-11'], withDisplay([{ type: 'text', content: 'x'.repeat(2000) }])],
      [
        'a copy as a segment',
        ['T-12'],
        (message) => ({ ...message, display_as: [{ type: 'text', content: message['text'] }] }),
      ],
      ['errors without text', ['T-13', 'T-16', 'T-17'], withText(() => '')],
      [
        'silence about errors',
        ['T-13', 'T-14', 'T-15', 'T-16', 'T-17', 'T-18', 'T-S2'],
        (message) => (isError(message) ? undefined : message),
      ],
      ['errors without prefix', ['T-16'], withText((text) => text.replace('Error: ', ''))],
      ['errors without advice', ['T-17'], withText(() => 'Error: it did not work out at all.')],
      ['stack traces', ['T-18'], withText((text) => `${text}\n    at run (/srv/tool.js:10:5)`)],
      ['credentials', ['T-19'], (message) => ({ ...message, note: `ghp_${'x'.repeat(36)}` })],
      ['the callback address', ['T-19'], (message, { callback_url }) => ({ ...message, note: callback_url })],
      ['no retries', ['T-S2'], keep, { retry: 'never' }],
      ['retries after 4xx', ['T-S2'], keep, { retry: 'always' }],
      ['a tidied address', ['T-S3'], keep, { url: (url) => url.replace('&x=2', '') }],
      ['refuses bad calls at once', [], keep, { badStatus: 400 }],
      ['refuses all calls', ['many'], keep, { status: 500 }],
    ];
    const quirks = new Map(cases.map(([name, , change, quirk]) => [name, { change, quirk }]));
    const seen = await inParallel([...quirks.keys()], async (name) => {
      const url = await startTool(quirks.get(name)?.change, quirks.get(name)?.quirk);
      // Whoever says nothing is waited for; whoever does need not be quick about it.
      const isSilent = ['another type', 'silence about errors', 'no retries', 'refuses all calls'].includes(name);
      return failures(await checkTool(url, { timeoutMs: isSilent ? 4000 : 60_000 }));
    });
    if (seen['refuses all calls']?.includes('T-15') === true) seen['refuses all calls'] = ['many'];
    expect(seen).toEqual(Object.fromEntries(cases));
  });

  test('events without a word in the result', async () => {
    const url = await startTool((message, { callback_url, group_id, id }) => {
      const event = { type: 'subscription_event', group_id, tool_call_id: id, text: 'tick' };
      setTimeout(() => void post(String(callback_url), event), 20);
      return message;
    });
    const findings = await checkTool(url);
    expect(findings.find(({ rule }) => rule === 'T-S1')).toMatchObject({ pass: false });
  });

  test('a server without a usable manifest is told so', async () => {
    const url = await new BrokenRuntime().start();
    await expect(checkTool(url)).rejects.toThrow('cannot be used');
  });
});
