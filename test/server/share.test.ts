// Tests sharing over HTTP: a preview shows what would be masked, more texts can be masked, and a shared bundle can be uploaded
// again, but nothing else.

import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundlesFolder } from '../../src/sources/bundles/bundles-folder.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { type Reply, type Served, serve } from './support.ts';

const SID = '81111111-2222-4333-8444-555555555555';
const KEY = plantedSecrets().find(({ kind }) => kind === 'github')?.phrase ?? '';
const SHARE = `/api/v1/sessions/claude-code/${SID}/share`;

function orchard(): string {
  const log = new ClaudeLog(SID, { cwd: '/home/clementine/quincegate' });
  // What is said before the first prompt is no turn.
  log.say('Good morning.');
  log.prompt('Deploy quincegate for Pomona, please.');
  log.call('toolu_env', 'Bash', { command: 'env' });
  log.result('toolu_env', `HOME=/home/clementine\nTOKEN=${KEY}\nCUSTOMER=Pomona`);
  return log.text();
}

const root = folderWith({ [`projects/-home-clementine-quincegate/${SID}.jsonl`]: orchard() });
let owner: Served;
let friend: Served;

beforeAll(async () => {
  owner = await serve([root]);
  friend = await serve([folderWith({})]);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

const parts = { agent: 'claude-code', session: SID };

it('tells before what would be masked, by rule, and what might be', async () => {
  const preview = await owner.get('sharePreview', parts);
  expect(preview).toMatchObject({ calls: 1, turns: 1, leftOut: {}, suggestions: ['quincegate'] });
  const token = preview.masked.find(({ rule }) => rule === 'github');
  expect(token).toMatchObject({ kind: 'secret', examples: [expect.stringMatching(/^ghp_/)] });
  expect(JSON.stringify(preview)).not.toContain(KEY.slice(6, -4));
  const owned = preview.masked.find(({ rule }) => rule === 'home-directory');
  expect(owned).toMatchObject({ kind: 'personal', examples: ['clementine'] });
});

it('masks further texts for one share', async () => {
  const mask = 'pomona\nquincegate';
  const preview = await owner.get('sharePreview', parts, { mask });
  expect(preview.suggestions).toEqual([]);
  expect(preview.masked.find(({ rule }) => rule === 'named-text')?.examples.toSorted()).toEqual([
    'Pomona',
    'quincegate',
  ]);
  const { text } = await owner.ask(`${SHARE}?format=md&mask=${encodeURIComponent(mask)}`);
  expect(text).toMatch(/Deploy \*{10} for \*{6}, please/);
  expect((await owner.ask(`${SHARE}?format=md`)).text).toContain('for Pomona');
});

function upload(served: Served, body: Buffer, headers: Record<string, string> = {}): Promise<Reply> {
  return served.ask('/api/v1/bundles', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/zip', ...headers },
  });
}

it('takes in what another one gave away, and shows it', async () => {
  const { bytes, headers } = await owner.ask(`${SHARE}?format=bundle`);
  expect(headers['content-disposition']).toContain(`${SID}.toolscope.zip`);
  const taken = await upload(friend, bytes);
  expect([taken.status, JSON.parse(taken.text)]).toEqual([200, { sessions: [parts] }]);
  expect(readdirSync(bundlesFolder(friend.folder))).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.toolscope\.zip$/)]);
  await expect.poll(async () => (await friend.get('sessions')).sessions.length, { timeout: 20_000 }).toBe(1);
  const [found] = (await friend.get('calls')).calls;
  const { bodies } = await friend.get('call', { ...parts, callId: 'toolu_env', occurrence: String(found?.occurrence) });
  expect(JSON.stringify(bodies)).toContain('CUSTOMER=Pomona');
  expect(JSON.stringify(bodies)).not.toContain(KEY);
  // The same once more is the same.
  expect((await upload(friend, bytes)).status).toBe(200);
  expect(readdirSync(bundlesFolder(friend.folder))).toHaveLength(1);
});

it('takes nothing else', async () => {
  const { bytes } = await owner.ask(`${SHARE}?format=bundle`);
  const damaged = Buffer.from(bytes);
  damaged.fill(0xff, 200, 220);
  expect((await upload(owner, Buffer.from('pears'))).text).toContain('The file is not read: it is no zip file.');
  expect((await upload(owner, damaged)).text).toContain('The file is not read: a file in it is damaged.');
  expect((await upload(owner, bytes, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await upload(owner, bytes, { origin: 'http://evil.example' })).status).toBe(403);
  expect((await upload(owner, bytes, { 'content-length': String(200 * 1024 * 1024) })).status).toBe(413);
  expect((await owner.ask('/api/v1/bundles')).status).toBe(405);
  const folder = bundlesFolder(owner.folder);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

it('deletes what uploads left that a crash cut off, and nothing that may still be coming', async () => {
  const bundles = mkdtempSync(join(tmpdir(), 'toolscope-bundles-'));
  for (const name of ['coming-1.zip', 'coming-2.zip', 'pears.toolscope.zip']) writeFileSync(join(bundles, name), 'PK');
  for (const name of ['coming-1.zip', 'pears.toolscope.zip']) utimesSync(join(bundles, name), 1e9, 1e9);
  await serve([folderWith({})], { bundles });
  expect(readdirSync(bundles).sort()).toEqual(['coming-2.zip', 'pears.toolscope.zip']);
  rmSync(bundles, { recursive: true });
});
