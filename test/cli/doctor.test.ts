// Tests `toolscope doctor` as a user runs it: what it finds, where it says to look, and its exit status.

import { appendFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { takeOwnerLock } from '../../src/sqlite/owner-lock.ts';
import { indexPath, lockPath } from '../../src/store/sqlite/open-index.ts';
import { newFolder } from '../index/support.ts';
import { post, register, resultFor, startServer } from '../rap/harness.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { elsewhere, placesElsewhere } from '../support/elsewhere.ts';
import { buildProgram, type Outcome, toolscope } from '../support/program.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const NAME = `projects/-home-dev-orchard/${SID}.jsonl`;

beforeAll(buildProgram, 120_000);

function orchard(): ClaudeLog {
  const log = new ClaudeLog(SID);
  log.prompt('count the pears');
  log.call('toolu_a', 'Bash', { command: 'make pears' });
  log.result('toolu_a', 'done', { isError: false });
  return log;
}

/** The agent's own folder, as the agent would have it. */
function agentFolder(log: ClaudeLog, settings = '{}'): { folder: string; path: string } {
  const folder = folderWith({ [NAME]: log.text(), 'settings.json': settings });
  return { folder, path: join(folder, NAME) };
}

async function ask(folder: string, args: readonly string[], home = newFolder()): Promise<Outcome> {
  const env = {
    ...elsewhere(),
    CLAUDE_CONFIG_DIR: folder,
    TOOLSCOPE_HOME: home,
    TOOLSCOPE_ROOTS: '',
    COLUMNS: '100',
  };
  return toolscope(['doctor', ...args], { env });
}

async function report(folder: string, args: readonly string[] = [], home?: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = JSON.parse((await ask(folder, [...args, '--json'], home)).stdout);
  return found;
}

/** A shell result without the head that Codex puts before one. */
function rollout(): string {
  const id = '019f0000-0000-7000-8000-000000000001';
  const item = (payload: unknown): string =>
    JSON.stringify({ timestamp: '2026-07-01T10:00:01.000Z', type: 'response_item', payload });
  const meta = { timestamp: '2026-07-01T10:00:00.000Z', type: 'session_meta', payload: { id, cwd: '/srv/orchard' } };
  return [
    JSON.stringify(meta),
    item({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"make pears"}', call_id: 'c1' }),
    item({ type: 'function_call_output', call_id: 'c1', output: 'Report: 7\nripe' }),
    '',
  ].join('\n');
}

function drifted(): ClaudeLog {
  const log = orchard();
  log.add('brand-new\u001b]0;owned\u0007', { payload: 1 });
  log.add('attachment', { attachment: { type: 'hologram' } });
  log.add('system', { subtype: 'weather', content: 'sunny' });
  log.add('assistant', {
    message: { id: 'msg_x', type: 'message', role: 'assistant', model: 'model-one', content: [{ type: 'scent' }] },
  });
  log.call('toolu_t', 'TasteTool', { what: 'pear' });
  log.result('toolu_t', 'sweet', { isError: false });
  return log;
}

describe('doctor', () => {
  it('finds a healthy library healthy', async () => {
    const { folder, path } = agentFolder(orchard(), '{"cleanupPeriodDays": 10}');
    const changed = Date.now() - 9.5 * 86_400_000;
    utimesSync(path, changed / 1000, changed / 1000);
    const home = newFolder();
    const { status, stdout, stderr } = await ask(folder, [], home);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\nAll is well\.\n$/);
    expect(stdout).toContain('3 lines = 3 observed + 0 ignored + 0 with problems. It adds up in every file.');
    expect(stdout).toContain('2.1.100 (1 session)');
    expect(stdout).toMatch(/claude-code deletes logs 10 days after their last change/);
    expect(stdout).toMatch(new RegExp(`in 1 day {2}\\d{4}-\\d\\d-\\d\\d {2}${SID.slice(0, 8)}`));
    expect(await report(folder, [], home)).toMatchObject({
      node: process.versions.node,
      sqlite: { version: expect.stringMatching(/^3\./) },
      roots: [
        { agent: 'claude-code', from: 'CLAUDE_CONFIG_DIR', state: 'found', files: 1, fileSystem: expect.any(String) },
        ...placesElsewhere({})
          .slice(1)
          .map((path) => ({ path: expect.stringContaining(path), state: 'missing', files: 0 })),
      ],
      index: { existed: true, trouble: null, keptBy: 'this command', schemaVersion: expect.any(Number) },
      ledger: { lines: 3, observed: 3, addsUp: true, wrong: [] },
      problems: [],
      unknownRecords: [],
      undefinedTools: [],
      versions: [{ agent: 'claude-code', version: '2.1.100', sessions: 1 }],
      vanishing: [{ session: SID, inDays: 1 }],
      attention: [],
    });
  });

  it('tells what there is when the logs are gone and only an archive is left', async () => {
    const { folder } = agentFolder(orchard());
    const home = newFolder();
    await ask(folder, [], home);
    rmSync(folder, { recursive: true });
    rmSync(indexPath(home));
    const { status, stdout } = await ask(folder, [], home);
    expect(status).toBe(0);
    expect(stdout).toContain('1 file of these places is gone; what was read is in the index.');
    expect(stdout).toContain('3 lines = 3 observed + 0 ignored + 0 with problems. It adds up in every file.');
    expect(stdout).toContain('1 log that is gone can still be read from it');
  }, 60_000);

  it('tells what there is when only the RAP runtime was used', async () => {
    const server = await startServer();
    await post(`${server.url}/rap/v1/threads`, { group_id: 'release', title: 'Release 7' });
    const deploy = await register(server, 'release', {
      id: 'deploy',
      operation: 'deploy',
      arguments: { app: 'quince' },
    });
    await post(deploy.callback_url, resultFor(deploy, { text: 'Deployed.' }));
    const { status, stdout } = await ask('/nowhere', [], server.folder);
    expect(stdout).toMatch(/\n {2}rap +\S+rap\.sqlite +1 file, [\d]{3} B/);
    expect(stdout).toMatch(/\nAll is well\.\n$/);
    expect(status).toBe(0);
    expect(await report('/nowhere', [], server.folder)).toMatchObject({
      files: 1,
      attention: [],
    });
  }, 60_000);

  it('shows what is not known yet, with a place to look at', async () => {
    const { folder, path } = agentFolder(drifted());
    appendFileSync(path, '{"type": broken\n');
    const { status, stdout } = await ask(folder, []);
    expect(status).toBe(1);
    expect(stdout).toMatch(/\nNeeds attention: 1 line could not be read; 4 types of records not known yet\.\n$/);
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]|owned/);
    expect(stdout).toContain(`${path}:5`);
    const { unknownRecords, undefinedTools, problems } = await report(folder);
    expect(unknownRecords).toEqual(
      ['assistant block scent', 'attachment/hologram', 'brand-new\u001b]0;owned\u0007', 'system/weather'].map(
        (what) => ({
          agent: 'claude-code',
          what,
          count: 1,
          files: 1,
          example: { file: path, line: expect.any(Number) },
        }),
      ),
    );
    expect(undefinedTools).toEqual([
      { agent: 'claude-code', tool: 'TasteTool', calls: 1, example: { file: path, line: 8 } },
    ]);
    expect(problems).toMatchObject([
      { code: 'invalid-json', count: 1, isLine: true, example: { file: path, line: 10 } },
    ]);
  });

  it('shows fields that are not known yet, from a sample, with a place to look at', async () => {
    const log = orchard();
    log.add('assistant', {
      mood: 'ripe',
      'e\u001b]0;owned\u0007vil': 1,
      message: { id: 'msg_y', type: 'message', role: 'assistant', model: 'model-one', content: [], aroma: 'sweet' },
    });
    const { folder, path } = agentFolder(log);
    const { stdout } = await ask(folder, []);
    expect(stdout).toMatch(/\n {2}field +claude-code +assistant\.message\.aroma +1 × +.*:4\n/);
    expect(stdout).toContain(
      'New fields are looked for in 4 records of the newest 1 log; new records and tools in all logs.',
    );
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]|owned/);
    const { fieldDrift } = await report(folder);
    const found = ['assistant.e\u001b]0;owned\u0007vil', 'assistant.message.aroma', 'assistant.mood'];
    expect(fieldDrift).toEqual({
      fields: found.map((field) => ({ agent: 'claude-code', field, count: 1, example: { file: path, line: 4 } })),
      sample: { files: 1, records: 4 },
    });
  });

  it('cuts long texts, so that the place stays in sight', async () => {
    const log = orchard();
    log.call('toolu_long', 'TasteTool', { what: 'pear' });
    log.result('toolu_long', 'the ladder is far too short for the trees of the old house behind the hill', {
      isError: true,
    });
    const { folder } = agentFolder(log);
    const { stdout } = await ask(folder, ['--root', folder]);
    expect(stdout).toMatch(/ {2}the ladder is far too short for the trees of the old house .*… {2}\//);
    expect(stdout).not.toContain('behind the hill');
  });

  it('names the texts that only general rules explain, with counts and places', async () => {
    const log = orchard();
    for (const [i, words] of ['3 pears are not ripe', '14 pears are not ripe', 'no basket'].entries()) {
      log.call(`toolu_f${i}`, 'TasteTool', { what: 'pear' });
      log.result(`toolu_f${i}`, words, { isError: true });
    }
    const { folder, path } = agentFolder(log);
    const codex = folderWith({
      'sessions/2026/07/01/rollout-2026-07-01T10-00-00-019f0000-0000-7000-8000-000000000001.jsonl': rollout(),
    });
    const rollouts = join(
      codex,
      'sessions/2026/07/01/rollout-2026-07-01T10-00-00-019f0000-0000-7000-8000-000000000001.jsonl',
    );
    const home = newFolder();
    const roots = ['--root', folder, '--root', codex];
    const { stdout } = await ask(folder, roots, home);
    expect(stdout).toMatch(
      /\nResults that only general rules explain\n {2}2 × +claude-code +TasteTool +error +# pears are not ripe +/,
    );
    const { unclassed } = await report(folder, roots, home);
    const common = { agent: 'claude-code', toolId: 'generic', tool: 'TasteTool', code: 'error' };
    expect(unclassed).toEqual({
      calls: 4,
      examined: 4,
      texts: [
        { ...common, line: '# pears are not ripe', count: 2, example: { file: path, line: 5 } },
        {
          agent: 'codex',
          toolId: 'shell',
          tool: 'exec_command',
          code: null,
          line: 'Report: #',
          count: 1,
          example: { file: rollouts, line: 3 },
        },
        { ...common, line: 'no basket', count: 1, example: { file: path, line: 9 } },
      ],
    });
  });

  it('says the same without an index', async () => {
    const { folder, path } = agentFolder(drifted());
    appendFileSync(path, '{"type": broken\n');
    const blocked = join(newFolder(), 'a-file');
    writeFileSync(blocked, '');
    const without = await report(folder, [], blocked);
    const { index: _, archive: __, attention: ___, hooks: ____, ...rest } = await report(folder);
    expect(without).toMatchObject({ ...rest, vanishing: [{ session: SID }] });
    expect(without).toMatchObject({
      index: { trouble: expect.stringContaining('cannot'), schemaVersion: null, keptBy: 'nobody' },
      attention: expect.arrayContaining(['the index cannot be used']),
    });
  });

  it('tells of an index that was damaged', async () => {
    const { folder } = agentFolder(orchard());
    const home = folderWith({
      'index.sqlite': 'this is no database, but it is long enough to look like one'.repeat(40),
    });
    expect(await report(folder, [], home)).toMatchObject({
      index: { existed: true, damagedCopy: expect.stringContaining('damaged') },
      attention: ['the index was damaged and rebuilt'],
    });
  });

  it('tells who keeps the index', async () => {
    const { folder } = agentFolder(orchard());
    const home = newFolder();
    await ask(folder, [], home);
    const lock = takeOwnerLock(lockPath(home), 'A test');
    try {
      expect(await report(folder, [], home)).toMatchObject({ index: { keptBy: 'another process' }, attention: [] });
      expect((await ask(folder, [], home)).stdout).toContain('Another Toolscope process keeps it up to date.');
    } finally {
      lock.release();
    }
  });

  it('says when there is nothing to look at', async () => {
    const nothing = await ask('/nowhere', []);
    expect([nothing.status, nothing.stderr]).toEqual([1, '']);
    expect(nothing.stdout).toMatch(/not found[\s\S]*\nNeeds attention: no logs were found\.\n$/);
    const { folder } = agentFolder(orchard());
    const missing = await report(folder, ['--root', folder, '--root', '/nowhere']);
    expect(missing).toMatchObject({
      roots: [{ state: 'found', agent: 'any', files: 1 }, { state: 'missing' }],
      attention: ['1 named folder missing'],
    });
  });

  it('says when settings cannot be read', async () => {
    const { folder } = agentFolder(orchard(), '{');
    expect(await report(folder)).toMatchObject({
      retention: [{ days: 30, isSet: false, trouble: 'It is not a JSON object.' }],
      attention: ['settings that cannot be read'],
    });
  });
});
