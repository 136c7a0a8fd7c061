// Tests how many real results are parsed, against a committed table that may only improve.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CoverageCount, type CoverageRow } from '../../src/cli/coverage.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const TABLE = join(import.meta.dirname, 'coverage.json');

/** Per tool: calls seen, and successful results that were not parsed. */
type Committed = Record<string, { calls: number; raw: number; oddInput: number }>;

describe.skipIf(!existsSync(CORPUS))('coverage of the corpus', () => {
  it('is at least what the committed table says', async () => {
    const coverage = new CoverageCount();
    const folders = ['claude', 'codex'].map((name) => join(CORPUS, name));
    for await (const session of readSessions(await discover(folders), { messages: false })) {
      for (const call of session.calls) coverage.add(call);
    }
    const rows = coverage.rows();
    const committed = JSON.parse(readFileSync(TABLE, 'utf8')) as Committed;
    const worse = rows.filter((row) => {
      const known = committed[`${row.agent} ${row.toolId}`];
      return known !== undefined && (row.raw > known.raw || row.unexpectedInput > known.oddInput);
    });
    expect(worse).toEqual([]);
    const tooRaw = (row: CoverageRow): boolean => row.toolId !== 'generic' && row.raw / row.calls >= 0.01;
    expect(rows.filter(tooRaw)).toEqual([]);
    const missing = rows.filter((row) => committed[`${row.agent} ${row.toolId}`] === undefined);
    expect(missing.map(({ agent, toolId }) => `${agent} ${toolId}`)).toEqual([]);
  }, 300_000);
});
