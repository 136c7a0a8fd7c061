// Tests that every command that queries the index prints the same, byte for byte, with SQLite and with PostgreSQL: those that
// sum up, compare, share, follow, answer agents, and delete.

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { ask as askAgent, start } from '../mcp/support.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { PROGRAM } from '../support/program.ts';
import { TwoStores } from '../support/two-stores.ts';

const SID = '71111111-2222-4333-8444-555555555555';
const stores = new TwoStores();
let sessions: string[];
let call: string;

/** With secrets, and a failure. */
function gateLog(): ClaudeLog {
  const log = new ClaudeLog(SID, { cwd: '/home/dev/orchard' });
  log.prompt('mend the gate');
  for (const [i, { phrase }] of plantedSecrets(7).slice(0, 4).entries()) {
    log.call(`toolu_secret_${i}`, 'Bash', { command: `echo ${phrase}` });
    log.result(`toolu_secret_${i}`, phrase);
  }
  log.call('toolu_read', 'Read', { file_path: '/home/dev/orchard/gate.ts' });
  log.result('toolu_read', '     1→let gate = 1;');
  log.call('toolu_fails', 'Bash', { command: 'make gate' });
  log.result('toolu_fails', 'Exit code 2\nno hinge', { isError: true });
  log.say('The gate cannot be mended: no hinge.');
  return log;
}

/** Commands, with members of their answers that depend on a machine or moment. */
const OWN_WORDS = [
  ['index', 'seconds', 'indexBytes', 'archive'],
  ['doctor', 'index', 'archive', 'inbox'],
] as const;

function withoutOwn(value: unknown, own: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (own.includes(name) ? null : member)));
}

const ASKED_BY_AGENTS = [
  ['sessions', {}],
  ['calls', { filter: 'is:failed' }],
  ['call', { id: `claude-code/${SID}/toolu_fails` }],
  ['search', { text: 'gate' }],
  ['similar_failures', { error: 'Exit code 2\nno hinge' }],
  ['session_summary', { id: SID }],
  ['session_changes', { id: SID }],
  ['file_history', { path: '/home/dev/orchard/gate.ts' }],
  ['stats', { by: 'tool' }],
  ['stats', { by: 'error' }],
] as const;

interface Following {
  until(words: string): Promise<void>;
  end(): Promise<{ readonly status: number | null; readonly told: string }>;
}

function follow(store: string | null): Following {
  const args = [PROGRAM, 'tail', '-f', '--json', '-n', '1000', '--root', stores.logs];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...stores.envOf(store) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let told = '';
  child.stdout.on('data', (bytes: Buffer) => {
    told += bytes.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    until: (words) => expect.poll(() => told, { timeout: 60_000 }).toContain(words),
    async end() {
      child.kill('SIGINT');
      return { status: await ended, told };
    },
  };
}

beforeAll(async () => {
  await stores.open();
  generateLibrary({ dir: stores.logs, bytes: 2e6, seed: 'commands of both' });
  const place = join(stores.logs, 'projects', '-home-dev-orchard');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${SID}.jsonl`), gateLog().text());
  const lines = async (...args: string[]): Promise<Record<string, unknown>[]> =>
    (await stores.same(...args)).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  sessions = (await lines('ls', '--json', '-n', '0')).map(({ id }) => String(id));
  call = String((await lines('calls', 'is:failed', '--json', '-n', '1'))[0]?.['callId']);
}, 240_000);
afterAll(() => stores.close());

describe('every command that asks the index', { timeout: 120_000 }, () => {
  it.each([
    ['summary', SID, '--json'],
    ['summary', SID],
    ['trends', '--json', '-n', '0'],
    ['trends', '--json', '--by', 'model,project'],
    ['trends'],
    ['secrets', '--json', '-n', '0'],
    ['files', '--session', SID, '--json'],
    ['errors', '--json', '--expected', '--masked', '-n', '0'],
    ['stats', '--json', '--by', 'name'],
    ['stats', '--json', '--by', 'agent'],
    ['stats', '--json', '--by', 'project'],
    ['stats', '--json', '--by', 'hook'],
    ['stats', '--json', '--by', 'permission'],
    ['stats', '--json', '--by', 'background'],
    ['search', 'gate', '--json', '--by', 'session'],
    ['tail', '--json', '-n', '50'],
    ['share', SID, '--format', 'md'],
    ['export', SID, '--format', 'otlp'],
    ['export', SID, '--format', 'perfetto', '--no-summaries'],
    ['show', SID, '--json'],
    ['ls', '--long'],
  ])('%s %s %s %s %s', async (...args) => {
    expect(await stores.same(...args.filter((arg) => arg !== undefined))).not.toBe('');
  });

  it('diff, and what is opened by the beginning of an id', async () => {
    const [first = '', second = ''] = sessions;
    expect(await stores.same('diff', first, second, '--json')).not.toBe('');
    expect(await stores.same('diff', first, second, '--all')).not.toBe('');
    expect(await stores.same('call', call, '--json')).not.toBe('');
    expect(await stores.same('summary', second.slice(0, -4), '--json')).not.toBe('');
    await stores.same('summary', 'no-such-session');
  });

  it('index and doctor, but for where the index lies and how large it is', async () => {
    for (const [command, ...own] of OWN_WORDS) {
      const told = await Promise.all(
        [null, stores.address].map(async (store) => {
          const { status, stdout } = await stores.ask(store, [command, '--json', '--root', stores.logs]);
          return { status, said: withoutOwn(JSON.parse(stdout), own) };
        }),
      );
      expect(told[1], command).toEqual(told[0]);
    }
  });

  it('mcp', async () => {
    const answers: unknown[] = [];
    for (const store of [null, stores.address]) {
      const args = ['--root', stores.logs, '--all-projects'];
      const agent = await start({ args, cwd: stores.logs, home: '', env: stores.envOf(store) });
      const told: unknown[] = [];
      for (const [name, asked] of ASKED_BY_AGENTS) told.push([name, await askAgent(agent.client, name, asked)]);
      await agent.close();
      answers.push(told);
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it('tail -f, while a log goes on', async () => {
    const path = join(stores.logs, 'projects', '-home-dev-orchard', `${SID}.jsonl`);
    const following = [null, stores.address].map((store) => follow(store));
    await Promise.all(following.map(({ until }) => until('toolu_fails')));
    const more = new ClaudeLog(SID, { cwd: '/home/dev/orchard' }).wait(3_600_000);
    more.call('toolu_later', 'Bash', { command: 'make hinge' });
    more.result('toolu_later', 'a hinge');
    appendFileSync(path, more.text());
    await Promise.all(following.map(({ until }) => until('toolu_later')));
    const [wanted, found] = await Promise.all(following.map(({ end }) => end()));
    expect(found).toEqual(wanted);
    expect(found?.status).toBe(0);
  });

  it('purge, of a session whose log is gone', async () => {
    await stores.same('ls', '--json', '-n', '0');
    rmSync(join(stores.logs, 'projects', '-home-dev-orchard', `${SID}.jsonl`));
    expect(await stores.same('summary', SID, '--json')).not.toBe('');
    expect(await stores.same('purge', '--gone', '--dry-run', '--json')).toContain('"sessions":1,"forgotten":1');
    await stores.same('purge', '--gone', '--yes', '--json');
    expect(await stores.same('purge', '--gone', '--yes')).toBe('Nothing matches.\n');
    expect(await stores.same('ls', '--json', '-n', '0')).not.toContain(SID);
    await stores.same('stats', '--json');
    await stores.same('search', 'hinge', '--json');
    await stores.same('secrets', '--json');
  });
});
