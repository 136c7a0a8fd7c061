// Tests that the command line prints the same with SQLite and with PostgreSQL, and its errors when PostgreSQL cannot be used.

import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';
import { PROGRAM, run } from '../support/program.ts';
import { TwoStores } from '../support/two-stores.ts';

const stores = new TwoStores();
const { logs, homes } = stores;

beforeAll(async () => {
  await stores.open();
  generateLibrary({ dir: logs, bytes: 6e6, seed: 'postgres' });
}, 240_000);
afterAll(() => stores.close());

describe('with an index in PostgreSQL', () => {
  const commands = [
    ['ls', '--json', '-n', '0'],
    ['ls', 'status:error', '--json'],
    ['calls', '--json', '-n', '0'],
    ['calls', '--json', 'duration:>100ms -status:error'],
    ['calls', '--json', 'path:src OR exit:1'],
    ['stats', '--json'],
    ['stats', '--json', '--by', 'model'],
    ['stats', '--json', '--by', 'day'],
    ['errors', '--json'],
    ['files', '--json', '-n', '0'],
    ['search', 'error', '--json'],
    ['search', 'the', '-n', '20', '--json'],
  ];

  it.each(commands)('says the same as with SQLite: %s %s %s %s', { timeout: 120_000 }, async (...args) => {
    expect(await stores.same(...args.filter((arg) => arg !== undefined))).not.toBe('');
  });

  it('opens sessions and calls down to their records', { timeout: 120_000 }, async () => {
    const [session, call] = await Promise.all([
      stores.same('ls', '--json', '-n', '1'),
      stores.same('calls', '--json', '-n', '1'),
    ]);
    const id: string = JSON.parse(session.split('\n')[0] ?? '').id;
    const callId: string = JSON.parse(call.split('\n')[0] ?? '').callId;
    for (const args of [
      ['show', id],
      ['summary', id],
      ['call', callId],
      ['call', callId, '--json'],
      ['export', id],
    ]) {
      expect(await stores.same(...args)).not.toBe('');
    }
  });

  it('shows them on a machine that has none of the logs', { timeout: 120_000 }, async () => {
    const home = mkdtempSync(join(tmpdir(), 'toolscope-elsewhere-'));
    const there = (...args: string[]) => stores.ask(stores.address, args, { TOOLSCOPE_HOME: home });
    const here = (...args: string[]) => stores.ask(stores.address, [...args, '--root', logs]);
    const { id } = JSON.parse((await there('ls', '--json', '-n', '1')).stdout);
    const { callId } = JSON.parse((await there('calls', '--json', '-n', '1')).stdout);
    // Paths are shown with the name of their machine.
    const plain = (said: string): string => said.replaceAll(/[\w.-]+:(?=\/)/g, '');
    for (const args of [
      ['show', id],
      ['call', callId, '--json'],
      ['call', callId, '--full'],
      ['search', 'error', '-n', '5', '--json'],
    ]) {
      const [wanted, found] = [await here(...args), await there(...args)];
      expect([found.status, plain(found.stdout)], args.join(' ')).toEqual([wanted.status, plain(wanted.stdout)]);
      expect(found.stdout).not.toBe('');
    }
    rmSync(home, { recursive: true, force: true });
  });

  it('follows logs that grow', { timeout: 120_000 }, async () => {
    const names = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
    for (const name of names.slice(0, 3)) appendFileSync(join(logs, name), '{"type":"new-kind"}\n');
    await stores.same('ls', '--json', '-n', '0');
    await stores.same('stats', '--json');
    for (const store of [null, stores.address]) {
      expect(await stores.ask(store, ['index', '--rebuild', '--root', logs])).toMatchObject({ status: 0, stderr: '' });
    }
    await stores.same('calls', '--json', '-n', '0');
  });

  it('is named by an option, a variable or the settings', { timeout: 120_000 }, async () => {
    const wanted = await stores.ask(stores.address, ['stats', '--json', '--root', logs]);
    const home = mkdtempSync(join(tmpdir(), 'toolscope-pg-settings-'));
    const env = { TOOLSCOPE_HOME: home };
    const named = await stores.ask(null, ['stats', '--json', '--root', logs, '--store', stores.address], env);
    expect(named).toEqual(wanted);
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ store: stores.address }));
    expect(await stores.ask(null, ['stats', '--json', '--root', logs], env)).toEqual(wanted);
    expect(readdirSync(home).filter((name) => name.startsWith('index'))).toEqual([]);
    rmSync(home, { recursive: true, force: true });
  });
});

describe('what cannot be', () => {
  it.each([
    ['a wrong password', { password: 'sesame' }, /does not let toolscope in/],
    ['a database that is not there', { pathname: '/nowhere' }, /has no database 'nowhere'/],
    ['a server that does not answer', { port: '1' }, /cannot be reached/],
    ['another machine that is not there', { hostname: 'db.invalid' }, /cannot be reached/],
    ['another database', { href: 'mysql://u:sesame@h/d' }, /address of PostgreSQL/],
  ])('is said plainly, without the password: %s', async (_, change: Partial<URL>, wanted) => {
    const { href } = Object.assign(new URL(stores.address), change);
    const { status, stdout, stderr } = await stores.ask(href, ['ls', '--root', logs]);
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(wanted);
    expect(stderr).not.toMatch(/sesame|toolscope:toolscope/);
  });

  it('is said of a server that is too old, and of tables that are too new', { timeout: 120_000 }, async () => {
    const client = new pg.Client({ connectionString: stores.address });
    await client.connect();
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`);
    const old = await PostgresProxy.before(stores.address);
    old.say('140012', rows[0]?.version ?? '');
    const said: unknown[] = [];
    for (const args of [['ls'], ['index'], ['sql', 'select 1'], ['doctor', '--json']]) {
      const { status, stdout, stderr } = await stores.ask(old.address, [...args, '--root', logs]);
      said.push([args[0], status, `${stdout}${stderr}`.includes('The server is PostgreSQL 14; 15 is the oldest')]);
    }
    await old.cut();
    const before = await client.query(`SELECT value FROM toolscope.meta WHERE key = 'schema'`);
    await client.query(`UPDATE toolscope.meta SET value = '999' WHERE key = 'schema'`);
    for (const args of [['ls'], ['index'], ['sql', 'select 1'], ['index', '--rebuild']]) {
      const { status, stderr } = await stores.ask(stores.address, [...args, '--root', logs]);
      said.push([args[0], status, stderr.includes('written by a newer Toolscope (schema 999')]);
    }
    await client.query(`UPDATE toolscope.meta SET value = $1 WHERE key = 'schema'`, [before.rows[0]?.value]);
    await client.end();
    expect(said).toEqual(
      ['ls', 'index', 'sql', 'doctor', 'ls', 'index', 'sql', 'index'].map((name) => [name, expect.any(Number), true]),
    );
    expect(said).not.toContainEqual([expect.anything(), 0, true]);
    await stores.same('stats', '--json');
  });

  it('is no reason to leave the rest: logs go into the store although the archive cannot be written', {
    timeout: 120_000,
  }, async () => {
    const [home, own] = [mkdtempSync(join(tmpdir(), 'toolscope-home-')), mkdtempSync(join(tmpdir(), 'toolscope-own-'))];
    mkdirSync(join(home, 'archive.sqlite'));
    generateLibrary({ dir: own, bytes: 1e5, seed: 'no archive' });
    const args = ['index', '--root', own];
    const { status, stderr } = await stores.ask(stores.address, args, { TOOLSCOPE_HOME: home });
    expect([status, stderr.includes('archive.sqlite')]).toEqual([3, true]);
    const client = new pg.Client({ connectionString: stores.address });
    await client.connect();
    const { rows } = await client.query<{ kept: boolean }>(
      `SELECT DISTINCT EXISTS (SELECT 1 FROM toolscope.log_blocks b WHERE b.session_pk = f.session_pk) AS kept
       FROM toolscope.sources f WHERE f.ledger IS NOT NULL AND starts_with(f.path, $1)`,
      [own],
    );
    await client.end();
    for (const folder of [home, own]) rmSync(folder, { recursive: true, force: true });
    expect(rows).toEqual([{ kept: true }]);
  });

  it('loads nothing of it where no such store is named', async () => {
    const main = join(PROGRAM, '../../cli/main.js');
    const loads = join(homes[0] ?? '', 'loads');
    const hook =
      "import{appendFileSync}from'node:fs';export async function load(url,context,next){appendFileSync(process.env.LOADS,url+'\\n');return next(url,context)}";
    const watch = `import{register}from'node:module';register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)})`;
    const loaded = async (store: string | null): Promise<string[]> => {
      writeFileSync(loads, '');
      const where = store === null ? {} : { TOOLSCOPE_STORE: store };
      const program = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, main, 'stats', '--root', logs];
      const env = { TOOLSCOPE_HOME: homes[store === null ? 0 : 1] ?? '', LOADS: loads, ...where };
      expect(await run(process.execPath, program, { env })).toMatchObject({ status: 0, stderr: '' });
      return readFileSync(loads, 'utf8')
        .split('\n')
        .filter((url) => /store\/postgres|node_modules\/pg/.test(url));
    };
    expect(await loaded(null)).toEqual([]);
    expect(await loaded(stores.address)).not.toEqual([]);
  });
});
