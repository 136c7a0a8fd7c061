// Tests several machines that fill one PostgreSQL store at once: each with its own data folder and logs; the answers are those
// of one index over all logs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { lockRelations } from '../../src/store/postgres/write/relations-lock.ts';
import { EVERYWHERE } from '../../src/store/rows/place-range.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { newDatabase, type TestDatabase } from '../support/postgres.ts';
import { expectSameRows, NOW } from './same-rows.ts';

const RULES = 'rules of this test';
let database: TestDatabase;
let connection: Connection;
let root: string;

beforeEach(async () => {
  database = await newDatabase();
  connection = await Connection.open(connectionSettings(database.address), 2);
  root = mkdtempSync(join(tmpdir(), 'toolscope-machines-'));
  vi.stubEnv('TOOLSCOPE_STORE', database.address);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await connection.close();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

const homeOf = (machine: string): string => join(root, machine, 'home');
const logsOf = (machine: string): string => join(root, machine, 'projects', 'orchard');

function idOf(number: number): string {
  return `019f0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Sessions may share the ids of calls: then one has copies of the other's. */
function logOf(id: string, calls: number, from = id): ClaudeLog {
  const log = new ClaudeLog(id);
  log.prompt(`count the pears of ${from}`);
  for (let i = 0; i < calls; i++) {
    log.call(`toolu_${from}_${i}`, 'Bash', { command: `echo ${i}` });
    log.result(`toolu_${from}_${i}`, String(i));
  }
  return log;
}

function write(machine: string, number: number, log: ClaudeLog): string {
  mkdirSync(logsOf(machine), { recursive: true });
  const path = join(logsOf(machine), `${idOf(number)}.jsonl`);
  writeFileSync(path, log.text());
  return path;
}

/** What a machine does when it looks: everything of its own that is new. */
async function look(machine: string, rules = RULES): Promise<number> {
  const library = await openLibraryIndex(homeOf(machine), { rules, mustWrite: true });
  try {
    const report = await library.indexer?.sweep([join(root, machine, 'projects')]);
    return report?.files ?? -1;
  } finally {
    await library.close();
  }
}

interface Told {
  readonly id: string;
  readonly calls: number;
}

async function sessions(
  machine: string,
): Promise<readonly (Told & { readonly machine?: string; readonly log: string })[]> {
  const library = await openLibraryIndex(homeOf(machine), { rules: RULES });
  try {
    const question = { filter: { type: 'all' } as const, places: [EVERYWHERE], families: new Map() };
    const { sessions: rows } = await library.questions.sessions.page(question, { limit: 100 });
    const told = [];
    for (const { agent, id, calls, machine: name } of rows) {
      const [source] = await library.questions.sessions.sources({ agent, id });
      told.push({ id, calls, ...(name === undefined ? {} : { machine: name }), log: source?.path ?? '' });
    }
    return told.sort((a, b) => (a.id < b.id ? -1 : 1));
  } finally {
    await library.close();
  }
}

/** Starts a machine as a process of its own; resolves when it has read everything. */
async function run(machine: string, steps: number): Promise<void> {
  const program = join(import.meta.dirname, 'machine-process.ts');
  const given = [homeOf(machine), join(root, machine, 'whole'), join(root, machine, 'projects'), String(steps), RULES];
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...given], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data) => {
    said += String(data);
  });
  const [code] = await once(child, 'exit');
  expect(`${code} ${said}`).toBe('0 ');
}

/** Sessions of one machine that a session of the other goes on with, under its own id. */
function resumed(text: string, from: string, id: string): string {
  const more = logOf(id, 2)
    .text()
    .split(/(?<=\n)/)
    .slice(1);
  return text.replaceAll(`"sessionId":"${from}"`, `"sessionId":"${id}"`) + more.join('');
}

it('filled by two at once, has the rows that one index over the logs of both has', { timeout: 300_000 }, async () => {
  const made = join(root, 'made');
  generateLibrary({ dir: made, bytes: 2e6, seed: 'machines', agents: ['claude-code'] });
  const names = readdirSync(made, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  for (const name of names) {
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(name)?.[0] ?? '';
    const machine = Number.parseInt(id.at(-1) ?? '0', 16) % 2 === 0 ? 'a' : 'b';
    cpSync(join(made, name), join(root, machine, 'whole', name));
  }
  // What each begins, the other goes on with; and a title in one log names a record of another machine's session.
  for (let number = 1; number <= 12; number++) {
    const [one, other] = number % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
    const [id, next] = [idOf(number), idOf(100 + number)];
    const text = logOf(id, 5).text();
    const leaf = /"uuid":"([^"]+)"/g;
    const last = [...text.matchAll(leaf)].at(-1)?.[1];
    for (const [machine, name, content] of [
      [one, id, text],
      [other, next, resumed(text, id, next)],
      [
        other,
        idOf(200 + number),
        `${JSON.stringify({ type: 'summary', summary: `Pears ${number}`, leafUuid: last })}\n`,
      ],
    ] as const) {
      const folder = join(root, machine, 'whole', 'projects', 'pears');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}.jsonl`), content);
    }
  }
  await Promise.all([run('a', 6), run('b', 6)]);
  expect(await connection.all('SELECT name FROM machines')).toHaveLength(2);

  vi.stubEnv('TOOLSCOPE_STORE', 'local');
  const local = await openLibraryIndex(join(root, 'local'), { rules: RULES, now: () => NOW });
  await local.indexer?.sweep(['a', 'b'].map((machine) => join(root, machine, 'projects')));
  if (local.writing !== undefined) {
    await new TextIndexWriter(local.writing, local.open, { isEager: true }).catchUp();
  }
  await local.close();
  const { database: sqlite } = openIndex(join(root, 'local'));
  try {
    // States are saved at other moments.
    await expectSameRows(sqlite, connection, ['states']);
    const copies = await connection.get('SELECT count(*) AS n FROM calls WHERE copy_of IS NOT NULL');
    expect(Number(copies?.['n'])).toBeGreaterThanOrEqual(60);
    const titled = await connection.get(`SELECT count(*) AS n FROM sessions WHERE title LIKE 'Pears %'`);
    expect(Number(titled?.['n'])).toBeGreaterThanOrEqual(12);
  } finally {
    sqlite.close();
  }
});

describe('machines that share a store', () => {
  it('each look after their own logs, and see those of all', async () => {
    const one = write('a', 1, logOf(idOf(1), 3));
    const two = write('b', 2, logOf(idOf(2), 4));
    expect([await look('a'), await look('b')]).toEqual([1, 1]);
    // Neither takes the other's for gone, and there is nothing new for either.
    expect([await look('a'), await look('b')]).toEqual([0, 0]);
    const gone = await connection.all('SELECT path FROM sources WHERE gone_at IS NOT NULL');
    expect(gone).toEqual([]);
    const [first, second] = (await connection.all('SELECT name FROM machines ORDER BY num')).map(({ name }) => name);
    expect(second).toBe(`${first}-2`);
    expect(await sessions('a')).toEqual([
      { id: idOf(1), calls: 3, machine: first, log: one },
      { id: idOf(2), calls: 4, machine: second, log: `${second}:${two}` },
    ]);
    expect((await sessions('b')).map(({ log }) => log)).toEqual([`${first}:${one}`, two]);
    rmSync(one);
    await look('b');
    expect(await connection.all('SELECT path FROM sources WHERE gone_at IS NOT NULL')).toEqual([]);
    await look('a');
    expect(
      (await connection.all('SELECT path FROM sources WHERE gone_at IS NOT NULL')).map(({ path }) => path),
    ).toEqual([one]);
  });

  it('each conclude about their own sessions: the prices and rules of another may differ, and its logs are not here', async () => {
    write('a', 1, logOf(idOf(1), 3));
    write('b', 2, logOf(idOf(2), 4));
    await look('a');
    await look('b');
    await connection.all("UPDATE insights SET stamp = 'other prices'");
    await look('a');
    const stale = await connection.all(
      "SELECT s.id FROM insights i JOIN sessions s ON s.pk = i.session_pk WHERE i.stamp = 'other prices'",
    );
    expect(stale.map(({ id }) => id)).toEqual([idOf(2)]);
  });

  it('read a session that both have once, on the machine that has more of it', async () => {
    const long = logOf(idOf(1), 6)
      .text()
      .split(/(?<=\n)/);
    const [part, rest] = [long.slice(0, 7).join(''), long.slice(7).join('')];
    mkdirSync(logsOf('a'), { recursive: true });
    const path = join(logsOf('a'), `${idOf(1)}.jsonl`);
    writeFileSync(path, part);
    expect(await look('a')).toBe(1);
    cpSync(join(root, 'a', 'projects'), join(root, 'b', 'projects'), { recursive: true });
    // The copy is not read, and not looked into again.
    expect([await look('b'), await look('b')]).toEqual([0, 0]);
    expect(await sessions('b')).toMatchObject([{ id: idOf(1), calls: 3 }]);
    const holder = async () => (await connection.get('SELECT machine FROM sessions'))?.['machine'];
    expect(await holder()).toBe(1);
    // The session goes on where the copy is; the machine that had it first leaves it alone then.
    appendFileSync(join(logsOf('b'), `${idOf(1)}.jsonl`), rest);
    expect(await look('b')).toBe(1);
    expect(await holder()).toBe(2);
    expect(await sessions('a')).toMatchObject([{ id: idOf(1), calls: 6 }]);
    expect([await look('a'), await look('a'), await look('b')]).toEqual([0, 0, 0]);
    // And back.
    writeFileSync(
      path,
      part +
        rest +
        logOf(idOf(1), 8)
          .text()
          .split(/(?<=\n)/)
          .slice(long.length)
          .join(''),
    );
    expect([await look('a'), await holder()]).toEqual([1, 1]);
    expect(await sessions('b')).toMatchObject([{ id: idOf(1), calls: 8 }]);
    expect(await connection.all('SELECT path FROM sources')).toHaveLength(1);
  });

  it('commit one after the other what sessions say of each other', async () => {
    write('a', 1, logOf(idOf(1), 3));
    const waiting = async (): Promise<number> => {
      const row = await connection.get(`SELECT count(*) AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`);
      return Number(row?.['n']);
    };
    const reading = await connection.transaction(async (on) => {
      await lockRelations(on);
      const begun = { files: look('a') };
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      // It is the commit itself that waits, not only what settles it afterwards.
      expect(await connection.all('SELECT pk FROM calls')).toEqual([]);
      return begun;
    });
    expect(await reading.files).toBe(1);
  });

  it('title sessions that one reads on several threads by what the other has said of them before', async () => {
    const text = logOf(idOf(1), 3).text();
    const leafUuid = [...text.matchAll(/"uuid":"([^"]+)"/g)].at(-1)?.[1];
    const title = write('a', 2, logOf(idOf(2), 1));
    appendFileSync(title, `${JSON.stringify({ type: 'summary', summary: 'Pears', leafUuid })}\n`);
    await look('a');
    write('b', 1, logOf(idOf(1), 3));
    const library = await openLibraryIndex(homeOf('b'), { rules: RULES });
    try {
      const sweep = (): Promise<unknown> | undefined => library.indexer?.sweep([join(root, 'b', 'projects')]);
      await library.writing?.index.filling(async () => {
        await sweep();
      });
      expect(await connection.all('SELECT session_pk FROM stale_copies')).toEqual([]);
    } finally {
      await library.close();
    }
    const titled = await connection.all("SELECT id FROM sessions WHERE title = 'Pears'");
    expect(titled.map(({ id }) => id)).toEqual([idOf(1)]);
  });

  it('know logs of each other by the names that they are told by, and throw away no texts but their own', async () => {
    for (const [num, machine] of ['a', 'b'].entries()) {
      write(machine, num + 1, logOf(idOf(num + 1), 3));
      await look(machine);
    }
    const library = await openLibraryIndex(homeOf('a'), { rules: RULES });
    try {
      if (library.writing === undefined) throw new Error('another process fills the store');
      const { texts, questions } = library.writing;
      const logs = await sessions('a');
      const isKnown = (path: string) => questions.health.isKnownLog([EVERYWHERE], path);
      expect(logs.map(({ log }) => /^[^/]+:/.test(log))).toEqual([false, true]);
      for (const { log } of logs) expect(await isKnown(log)).toBe(true);
      const [own = '', other = ''] = logs.map(({ log }) => log);
      for (const path of [other.slice(other.indexOf(':') + 1), `nowhere:${own}`, `${own}x`]) {
        expect(await isKnown(path)).toBe(false);
      }
      await connection.all('DELETE FROM text_chunks');
      await connection.all(
        `INSERT INTO text_chunks (session_pk, source_pk, num, body)
           SELECT session_pk, pk, 9, convert_to(path, 'UTF8') FROM sources ORDER BY machine DESC`,
      );
      expect(Buffer.from((await texts.oldestHead(1000)) ?? []).toString()).toBe(own);
      await texts.clear();
      const left = await connection.all('SELECT f.machine FROM text_chunks c JOIN sources f ON f.pk = c.source_pk');
      expect(left).toEqual([{ machine: 2 }]);
    } finally {
      await library.close();
    }
  });

  it('throw away nothing of each other', async () => {
    write('a', 1, logOf(idOf(1), 3));
    write('b', 2, logOf(idOf(2), 4));
    await look('a');
    await look('b');
    const again = await openLibraryIndex(homeOf('a'), { rules: RULES, rebuild: true });
    expect((await again.indexer?.sweep([join(root, 'a', 'projects')]))?.files).toBe(1);
    await again.close();
    expect(await sessions('a')).toMatchObject([{ calls: 3 }, { calls: 4 }]);
    const library = await openLibraryIndex(homeOf('a'), { rules: RULES });
    await library.writing?.index.forget({ agent: 'claude-code', id: idOf(2) });
    await library.close();
    expect(await sessions('a')).toHaveLength(2);
  });
});
