// Tests that a store on another machine receives no secrets: not in rows, titles, text filters or the logs it keeps. What was derived
// from them is as it is without masking.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unpackBlock } from '../../src/archive/pack.ts';
import { openSharedBlocks } from '../../src/library/companions.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { maskedLogs } from '../../src/library/masked-log.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { wantsMask } from '../../src/store/open-store.ts';
import { EVERYWHERE } from '../../src/store/rows/place-range.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { leftOf, PLACES, plantedSecrets } from '../support/planted-secrets.ts';
import { looksElsewhere, newDatabase, type TestDatabase } from '../support/postgres.ts';

const SESSION = '019f0000-0000-4000-8000-000000000001';
const NOW = Date.UTC(2030, 0, 1);
const secrets = plantedSecrets(7);

/** Every kind in every place, and in texts that are cut. */
function logText(): string {
  const log = new ClaudeLog(SESSION);
  log.prompt('plant the pears');
  for (const [kind, { phrase }] of secrets.entries()) {
    for (const [place, records] of Object.values(PLACES).entries()) {
      for (const { type, ...record } of records(phrase, `toolu_${kind}_${place}`)) log.add(String(type), record);
    }
    for (const before of [40, 90, 130, 180, 230, 280]) {
      const id = `toolu_${kind}_cut_${before}`;
      log.call(id, 'Bash', { command: `${'echo pear && '.repeat(30).slice(0, before)} ${phrase}`, description: 'cut' });
      log.result(id, `${'x '.repeat(before)}${phrase}`, { isError: true });
    }
  }
  return `${log.text()}this is no JSON: ${secrets[0]?.phrase}\n`;
}

describe('a store on another machine', () => {
  const root = mkdtempSync(join(tmpdir(), 'toolscope-secrets-'));
  const place = join(root, 'projects', 'orchard');
  let database: TestDatabase;
  let client: pg.Client;

  async function fill(home: string): Promise<void> {
    const library = await openLibraryIndex(join(root, home), { now: () => NOW, rules: 'rules of this test' });
    await library.indexer?.sweep([join(root, 'projects')]);
    const { writing } = library;
    if (writing === undefined) throw new Error('another process fills the store');
    await new TextIndexWriter(writing, maskedLogs(library.open, writing.mask), { isEager: true }).catchUp();
    for (const companion of openSharedBlocks(join(root, home), writing)) {
      await companion.catchUp();
      await companion.close();
    }
    await library.close();
  }

  beforeAll(async () => {
    database = await newDatabase();
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${SESSION}.jsonl`), logText());
    mkdirSync(join(place, SESSION, 'tool-results'), { recursive: true });
    writeFileSync(join(place, SESSION, 'tool-results', 'b1.txt'), secrets.map(({ phrase }) => phrase).join('\n'));
    await fill('local');
    vi.stubEnv('TOOLSCOPE_STORE', looksElsewhere(database.address));
    await fill('masked');
    client = new pg.Client({ connectionString: database.address });
    await client.connect();
  }, 180_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await client.end();
    await database.drop();
    rmSync(root, { recursive: true, force: true });
  });

  it('has nothing of them in any table', async () => {
    const { rows: tables } = await client.query(`SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'toolscope'::regnamespace AND c.relkind = 'r'`);
    const found: Record<string, readonly string[]> = {};
    let bytes = 0;
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT * FROM toolscope."${name}"`);
      const texts = rows.flatMap((row) =>
        Object.values(row).map((cell) => (Buffer.isBuffer(cell) ? cell.toString('latin1') : JSON.stringify(cell))),
      );
      if (name === 'log_blocks') {
        for (const row of rows) {
          const unpacked = unpackBlock({ ...row, offset: Number(row.offset), checksum: Number(row.checksum) });
          bytes += unpacked?.length ?? 0;
          texts.push(Buffer.from(unpacked ?? []).toString());
        }
      }
      const text = texts.join('\n');
      for (const secret of secrets) {
        const left = leftOf(secret, text);
        if (left.length > 0) found[`${name}: ${secret.kind}`] = left.slice(0, 2);
      }
    }
    expect(found).toEqual({});
    // With the output beside it.
    expect(bytes).toBeGreaterThan(Buffer.byteLength(logText()) + 1000);
  });

  it('has calls as they are without masks, but for their texts', async () => {
    const sql = `SELECT call_id, occurrence, identity, thread, turn, source, "offset", pointer, tool, tool_id, status, code, blame, requested_at,
      ended_at, ms, basis, bound, exit_code, lines_added, lines_removed, bytes, tokens, flags FROM calls ORDER BY call_id, occurrence`;
    const sqlite = openIndex(join(root, 'local')).database;
    const wanted = sqlite.query(sql, (row) => ({ ...row })).all();
    sqlite.close();
    await client.query('SET search_path = toolscope');
    const { rows } = await client.query(sql);
    const plain = rows.map(({ offset, turn, ...row }) => ({ ...row, turn: Number(turn), offset: Number(offset) }));
    expect(wanted.length).toBeGreaterThan(500);
    expect(plain).toEqual(wanted.map(({ offset, turn, ...row }) => ({ ...row, turn, offset })));
  });

  it('is masked unless it may have them, or is on this machine', async () => {
    expect(await wantsMask()).toBe(true);
    vi.stubEnv('TOOLSCOPE_STORE_SECRETS', '1');
    expect(await wantsMask()).toBe(false);
    vi.stubEnv('TOOLSCOPE_STORE_SECRETS', '');
    vi.stubEnv('TOOLSCOPE_STORE', database.address);
    expect(await wantsMask()).toBe(false);
    vi.stubEnv('TOOLSCOPE_STORE', looksElsewhere(database.address));
  });

  it('opens masked records where the log is not, and finds only what is left', async () => {
    const library = await openLibraryIndex(join(root, 'other'), { now: () => NOW, rules: 'rules of this test' });
    try {
      const key = { agent: 'claude-code', id: SESSION };
      const [source] = await library.questions.sessions.sources(key);
      const reader = new BodyReader([source?.path ?? ''], library.open);
      const whole = await library.questions.content.whole(key);
      let records = 0;
      for await (const calls of whole.calls()) {
        for (const { call } of calls) for (const ref of call.evidence) if (reader.record(ref) !== undefined) records++;
      }
      expect(records).toBeGreaterThan(1000);
      reader.close();
      const search = new LibrarySearch(library.questions, library.open);
      const hits = async (query: string): Promise<number> =>
        (await search.page({ query, places: [EVERYWHERE], limit: 5, now: NOW })).hits.length;
      expect(await hits('deploy')).toBe(5);
      for (const { secret } of secrets) expect(await hits(secret.slice(2, 16))).toBe(0);
    } finally {
      await library.close();
    }
  });
});
