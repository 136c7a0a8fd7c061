// Tests that settling copies takes work in proportion to the calls to settle, where a thousand sessions contain the same ones:
// measured in rows that the index reads, all at once and one by one.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { integer, type Row } from '../../src/base/row.ts';
import { Indexer } from '../../src/library/indexer.ts';
import type { Database, Query } from '../../src/sqlite/database.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../../src/store/sqlite/sqlite-index.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { LONG_AFTER, newFolder } from './support.ts';

const SESSIONS = 1000;
const CALLS = 3;

/** Ids in no order, as they are in life: what stands first is not what came first. */
function idOf(n: number): string {
  return `${(Math.imul(n + 1, 2654435761) >>> 0).toString(16).padStart(8, '0')}-2222-4333-8444-555555555555`;
}

/** Begins like all others and copies their calls; the newer ones have a call of their own. */
function logOf(n: number): string {
  const log = new ClaudeLog(idOf(n));
  log.prompt('plant beans');
  for (let i = 0; i < CALLS; i++) {
    log.call(`toolu_01AbCdEfGhIjKlMnOpQr${i}`, 'Bash', { command: `echo ${i}` }, `msg_${i}`);
    log.result(`toolu_01AbCdEfGhIjKlMnOpQr${i}`, 'done');
  }
  if (n % 2 === 1) {
    log.wait(n * 1000).call(`toolu_01AbCdEfGhIjKlMnOwn${n}`, 'Bash', { command: 'ls' }, `msg_own_${n}`);
    log.result(`toolu_01AbCdEfGhIjKlMnOwn${n}`, 'done');
  }
  return `${log.records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

/** Counts the rows that every question reads. */
function countRows(database: Database): () => number {
  let rows = 0;
  const query = database.query.bind(database);
  database.query = <T>(sql: string, read: (row: Row) => T): Query<T> =>
    query(sql, (row) => {
      rows++;
      return read(row);
    });
  return () => rows;
}

async function withIndex<Value>(
  work: (parts: { indexer: Indexer; logs: string; database: Database; rows: () => number }) => Promise<Value>,
): Promise<Value> {
  const [logs, folder] = [newFolder(), newFolder()];
  mkdirSync(join(logs, 'p'));
  const { database } = openIndex(folder);
  const rows = countRows(database);
  const store = new SqliteIndex(database);
  const indexer = new Indexer(store, { now: () => LONG_AFTER });
  try {
    return await work({ indexer, logs, database, rows });
  } finally {
    await indexer.close();
    await store.close();
    rmSync(logs, { recursive: true });
    rmSync(folder, { recursive: true });
  }
}

function countedCalls(database: Database): number {
  return database.query('SELECT sum(calls) AS calls FROM sessions', (row) => integer(row, 'calls')).get() ?? 0;
}

describe('a thousand sessions with the same calls', () => {
  it('are settled at once with work that grows as they do', async () => {
    const rowsFor = (sessions: number): Promise<number> =>
      withIndex(async ({ indexer, logs, database, rows }) => {
        for (let n = 0; n < sessions; n++) writeFileSync(join(logs, 'p', `${idOf(n)}.jsonl`), logOf(n));
        await indexer.sweep([logs]);
        expect(countedCalls(database)).toBe(CALLS + sessions / 2);
        return rows();
      });
    // Ten times as many: a hundred times the work if each were compared with each. How often all are gone through varies.
    const [tenth, all] = [await rowsFor(SESSIONS / 10), await rowsFor(SESSIONS)];
    expect(all / tenth).toBeLessThan(20);
  }, 120_000);

  it('cost the last that arrives no more than an early one', async () => {
    await withIndex(async ({ indexer, logs, database, rows }) => {
      const costs: number[] = [];
      for (let n = 0; n < SESSIONS; n++) {
        const path = join(logs, 'p', `${idOf(n)}.jsonl`);
        writeFileSync(path, logOf(n));
        const before = rows();
        await indexer.sweep([path]);
        costs.push(rows() - before);
      }
      expect(countedCalls(database)).toBe(CALLS + SESSIONS / 2);
      const costOf = (from: number): number => costs.slice(from, from + 100).toSorted((a, b) => a - b)[50] ?? 0;
      expect(costOf(SESSIONS - 100) / costOf(100)).toBeLessThan(1.5);
      // Now and then one is the original of all that came before it: ever more seldom.
      const sum = costs.reduce((total, cost) => total + cost, 0);
      expect(sum / SESSIONS).toBeLessThan(5 * costOf(100));
    });
  }, 120_000);
});
