// Tests the user's changes on the pages: session marks and settings, saved, validated, and only from our own pages.

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { insightStamp } from '../../src/library/insights/insight-options.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { type Served, serve } from './support.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
let served: Served;

beforeAll(async () => {
  served = await serve([madeUpLogs().folder], {}, { keeps: true });
}, 60_000);

function send(path: string, body: unknown, headers: Readonly<Record<string, string>> = JSON_TYPE) {
  return { path, options: { method: 'POST', headers, body: JSON.stringify(body) } };
}

async function post(path: string, body: unknown): Promise<unknown> {
  const { options } = send(path, body);
  const { status, text } = await served.ask(path, options);
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return JSON.parse(text);
}

async function refused(path: string, body: unknown, headers?: Readonly<Record<string, string>>) {
  const { options } = send(path, body, headers);
  return served.trouble(path, options);
}

describe('marks', () => {
  const path = `/api/v1/sessions/claude-code/${SESSION}/mark`;
  const row = async () => (await served.get('sessions')).sessions.find(({ id }) => id === SESSION);

  it('pin, rename and hide a session, and take it back', async () => {
    const own = (await row())?.title ?? '';
    expect(await post(path, { pinned: true, name: 'The gate' })).toEqual({
      pinned: true,
      hidden: false,
      name: 'The gate',
    });
    expect(await row()).toMatchObject({ title: 'The gate', ownTitle: own, pinned: true, hidden: false, named: true });
    expect(await served.get('session', { agent: 'claude-code', session: SESSION })).toMatchObject({
      title: 'The gate',
    });
    const found = await served.get('searchSessions', {}, { q: 'gate' });
    expect(found.groups[0]?.title).toBe('The gate');
    await post(path, { pinned: false, hidden: true, name: null });
    expect(await row()).toMatchObject({ title: own, pinned: false, hidden: true, named: false });
    await post(path, { hidden: false });
    expect(await row()).toMatchObject({ hidden: false });
  });

  it('are refused from other sites, in other shapes, and for sessions that are not there', async () => {
    const mark = { pinned: true };
    expect(await refused(path, mark, { ...JSON_TYPE, origin: 'http://evil.example' })).toMatchObject({ status: 403 });
    expect(await refused(path, mark, { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await refused(path, mark, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    expect(await refused(path, mark, { 'content-type': 'application/jsonx' })).toMatchObject({ status: 415 });
    expect(await refused(path, { pinned: 'yes' })).toMatchObject({ status: 400 });
    expect(await refused(path, { name: 'n'.repeat(501) })).toMatchObject({ status: 400 });
    expect(await refused('/api/v1/sessions/claude-code/nobody/mark', mark)).toMatchObject({ status: 404 });
    expect((await served.ask(path)).status).toBe(405);
    expect(await row()).toMatchObject({ pinned: false });
  });
});

describe('settings', () => {
  const path = '/api/v1/settings/change';
  let home = '';

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'toolscope-settings-'));
    vi.stubEnv('TOOLSCOPE_HOME', home);
  });
  afterEach(() => vi.unstubAllEnvs());

  const file = () => join(home, 'settings.json');
  const written = (): unknown => JSON.parse(readFileSync(file(), 'utf8'));

  it('are those that the command line reads, and keep what is not known here', async () => {
    expect(await served.get('settings')).toEqual({
      path: file(),
      canChange: true,
      prices: {},
      archive: true,
      otherKeys: [],
      problems: [],
    });
    writeFileSync(file(), JSON.stringify({ later: { a: 1 }, archive: false }));
    const price = { input: 1, output: 4, cacheRead: 0.1 };
    expect(await post(path, { prices: { 'my-model*': price } })).toMatchObject({
      prices: { 'my-model*': price },
      archive: false,
      otherKeys: ['later'],
    });
    expect(written()).toEqual({ later: { a: 1 }, archive: false, prices: { 'my-model*': price } });
    expect(readdirSync(home)).toEqual(['settings.json']);
    await post(path, { archive: null });
    expect(written()).toEqual({ later: { a: 1 }, prices: { 'my-model*': price } });
  });

  it('change what insights are worked out with', async () => {
    const before = insightStamp();
    await post(path, { prices: { 'made-up': { input: 2, output: 3 } } });
    await expect.poll(() => insightStamp(), { timeout: 20_000 }).not.toBe(before);
  });

  it('are told what is wrong with them, and nothing is written', async () => {
    expect(await refused(path, { prices: { m: { input: -1 } } })).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/prices\.m\.input must be a number, 0 or more; prices\.m\.output is missing/),
    });
    expect(await refused(path, { archive: 'no' })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('archive must be true or false'),
    });
    expect(readdirSync(home)).toEqual([]);
    writeFileSync(file(), '{ "archive": fal');
    expect(await served.get('settings')).toMatchObject({ problems: [{ at: '', message: 'is not a JSON object' }] });
    expect(await refused(path, { archive: false })).toMatchObject({ status: 400 });
    expect(readFileSync(file(), 'utf8')).toBe('{ "archive": fal');
    writeFileSync(file(), JSON.stringify({ prices: { good: { input: 1, output: 1 }, bad: 7 } }));
    expect(await served.get('settings')).toMatchObject({
      prices: { good: { input: 1, output: 1 } },
      problems: [{ at: 'prices.bad', message: 'must be an object with input and output' }],
    });
    expect(await refused(path, { archive: false }, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  });
});
