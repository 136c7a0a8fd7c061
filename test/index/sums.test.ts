// Tests the sums that the database keeps: the same as counting anew, however calls come, change and go.

import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import type { Database } from '../../src/store/database.ts';
import { openIndex } from '../../src/store/index/open-index.ts';
import { indexOnce, newFolder } from './support.ts';

/** Every sum that is not nought. */
const KEPT = {
  tool: `SELECT agent, tool_id, model, status, blame, code, calls, bytes, tokens FROM tool_sums WHERE calls <> 0`,
  span: `SELECT agent, tool_id, model, basis, bound, sum(calls) AS calls FROM span_sums WHERE calls <> 0 GROUP BY 1, 2, 3, 4, 5`,
  time: `SELECT agent, quarter, calls, failures, expected, refused FROM time_sums WHERE calls <> 0`,
};
const OWN = 'FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.copy_of IS NULL';
const COUNTED = {
  tool: `SELECT s.agent, c.tool_id, coalesce(c.model, '') AS model, c.status, coalesce(c.blame, '') AS blame,
    coalesce(c.code, '') AS code, count(*) AS calls, total(c.bytes) AS bytes, total(c.tokens) AS tokens
    ${OWN} GROUP BY 1, 2, 3, 4, 5, 6`,
  span: `SELECT s.agent, c.tool_id, coalesce(c.model, '') AS model, c.basis, c.bound, count(*) AS calls
    ${OWN} AND c.ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5`,
  time: `SELECT s.agent, coalesce(CAST(c.requested_at / 900000 AS INTEGER), -1) AS quarter, count(*) AS calls,
    sum(c.status = 'error' AND c.blame IS NOT 'expected') AS failures,
    sum(c.status = 'error' AND c.blame IS 'expected') AS expected, sum(c.status IN ('rejected', 'denied')) AS refused
    ${OWN} GROUP BY 1, 2`,
};

function rows(database: Database, sql: string): string[] {
  return database
    .query(sql, (row) => JSON.stringify(row))
    .all()
    .sort();
}

/** How many sums there are, after they were compared. */
function compare(folder: string): number[] {
  const { database } = openIndex(folder);
  const counts = (['tool', 'span', 'time'] as const).map((name) => {
    const kept = rows(database, KEPT[name]);
    expect(kept).toEqual(rows(database, COUNTED[name]));
    return kept.length;
  });
  database.close();
  return counts;
}

it('keeps sums up to date', async () => {
  const folder = newFolder();
  const logs = newFolder();
  generateLibrary({ dir: logs, bytes: 2e6, seed: 'sums' });
  const files = readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .map((name) => join(logs, name))
    .filter((path) => path.endsWith('.jsonl') && statSync(path).isFile());
  // Half of every file first, then the rest: calls change from running to whatever became of them.
  const texts = files.map((path) => readFileSync(path, 'utf8'));
  for (const [i, path] of files.entries()) writeFileSync(path, texts[i]?.slice(0, texts[i].length / 2) ?? '');
  await indexOnce(folder, [logs]);
  const half = compare(folder);
  for (const [i, path] of files.entries()) appendFileSync(path, texts[i]?.slice(texts[i].length / 2) ?? '');
  await indexOnce(folder, [logs]);
  const whole = compare(folder);
  expect(whole[0]).toBeGreaterThan(half[0] ?? 0);
  // A file that is written anew takes its calls with it.
  const [first = ''] = files;
  writeFileSync(first, `${texts[0]?.split('\n').slice(0, 5).join('\n')}\n`);
  await indexOnce(folder, [logs]);
  compare(folder);
  const { database } = openIndex(folder);
  database.exec('DELETE FROM sessions');
  database.close();
  expect(compare(folder)).toEqual([0, 0, 0]);
  rmSync(logs, { recursive: true });
}, 60_000);
