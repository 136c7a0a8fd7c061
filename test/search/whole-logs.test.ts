// Compares the search, with and without an index, with a plain one on whole logs: generated ones, and real ones beside
// the checkout when they are there.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import type { TextTerm } from '../../src/search/text/text-query.ts';
import { parseLine } from '../../src/sources/json-lines/parse-line.ts';
import { hitsIn, linesOf, storedIndex, usable } from './indexed-log.ts';
import { plainSearch, textsOfLine } from './plain-search.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const LARGEST = 1_000_000;
const QUERIES = 4;

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function logsUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.jsonl') && statSync(path).size > 0 && statSync(path).size < LARGEST)
    .sort();
}

/** A term as a person would type it: a piece of something in the log, from one letter to a phrase. */
function termFrom(lines: readonly Uint8Array[], roll: (sides: number) => number): TextTerm | undefined {
  const texts = textsOfLine(lines[roll(lines.length)] ?? new Uint8Array(0)).filter((text) => text !== '');
  const characters = Array.from((texts[roll(texts.length)] ?? '').slice(0, 50_000).replace(/\p{Surrogate}/gu, '?'));
  const start = roll(Math.max(1, characters.length));
  const text = characters.slice(start, start + 1 + roll(roll(2) === 0 ? 6 : 30)).join('');
  if (text === '') return undefined;
  if (roll(5) > 0) return { kind: roll(4) === 0 ? 'prefix' : 'substring', text };
  const words = text.match(/\w+/g) ?? [];
  return words.length > 0 ? { kind: 'regex', source: words.join('\\W+'), flags: roll(2) === 0 ? 'i' : '' } : undefined;
}

/** The plain search knows nothing of lines that hold several records. */
function hasSeveralRecords(lines: readonly Uint8Array[]): boolean {
  return lines.some(
    (bytes) => parseLine({ bytes, offset: 0, length: bytes.length, line: 1, terminated: true }, 0).records.length > 1,
  );
}

async function compare(paths: readonly string[]): Promise<number> {
  const roll = dice(7);
  let compared = 0;
  for (const path of paths) {
    const log = new Uint8Array(readFileSync(path));
    const lines = linesOf(log);
    if (hasSeveralRecords(lines)) continue;
    const index = usable(storedIndex(log));
    for (let i = 0; i < QUERIES; i++) {
      const terms = [termFrom(lines, roll), roll(3) === 0 ? termFrom(lines, roll) : undefined].filter(
        (term) => term !== undefined,
      );
      if (terms.length === 0) continue;
      const expected = plainSearch(lines, terms);
      for (const table of [index, null]) {
        const hits = await hitsIn(log, table, { query: { terms } });
        expect({ path, terms, found: hits.map(({ line }) => line) }).toEqual({ path, terms, found: expected });
      }
      compared++;
    }
  }
  return compared;
}

describe('search on whole logs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-search-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('finds the same lines as a plain search in generated logs', { timeout: 120_000 }, async () => {
    generateLibrary({ dir: folder, bytes: 4_000_000, filesTarget: 16, seed: 'search' });
    expect(await compare(logsUnder(folder))).toBeGreaterThan(20);
  });

  it.skipIf(!existsSync(CORPUS))(
    'finds the same lines as a plain search in real logs',
    { timeout: 240_000 },
    async () => {
      const logs = logsUnder(CORPUS).filter((_, i) => i % 3 === 0);
      expect(await compare(logs)).toBeGreaterThan(200);
    },
  );
});
