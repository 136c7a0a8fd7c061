// Compares searching a library, with its index, filters and files on the disk, with a plain search of every line.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { newFolder } from '../index/support.ts';
import { storeIn } from '../support/engine.ts';
import { writingOf } from '../support/tables.ts';
import { linesOf } from './indexed-log.ts';
import { plainSearch, textsOfLine } from './plain-search.ts';

const QUERIES = 32;

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Logs = ReadonlyMap<string, readonly Uint8Array[]>;

/** A piece of something in the logs, from three letters to a phrase, in one case or the other. */
function pieceOf(logs: Logs, roll: (sides: number) => number): string {
  for (;;) {
    const lines = [...logs.values()][roll(logs.size)] ?? [];
    const texts = textsOfLine(lines[roll(lines.length)] ?? new Uint8Array(0));
    const text = (texts[roll(texts.length)] ?? '').slice(0, 20_000);
    const start = roll(Math.max(1, text.length));
    const piece = text.slice(start, start + 3 + roll(roll(2) === 0 ? 6 : 30)).trim();
    if (piece.length >= 3 && /^[\x20-\x7e]+$/.test(piece) && !/["\\*]/.test(piece)) {
      return roll(3) === 0 ? piece.toUpperCase() : piece;
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'toolscope-search-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds every line that a plain search finds, and no other', { timeout: 240_000 }, async () => {
  generateLibrary({ dir: folder, bytes: 1_500_000, filesTarget: 8, seed: 'same as plain' });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  const index = await openLibraryIndex(await storeIn(newFolder()));
  await index.indexer?.sweep([folder]);
  await new TextIndexWriter(writingOf(index), index.open, { isEager: true }).catchUp();
  const search = new LibrarySearch(index.questions, index.open);
  const logs: Logs = new Map(
    names.map((name) => [join(folder, name), linesOf(new Uint8Array(readFileSync(join(folder, name))))]),
  );
  const roll = dice(11);
  let found = 0;
  for (let i = 0; i < QUERIES; i++) {
    const text = i % 8 === 7 ? `${pieceOf(logs, roll)} q${i}x` : pieceOf(logs, roll);
    const expected = [...logs].flatMap(([path, lines]) =>
      plainSearch(lines, [{ kind: 'substring', text }]).map((line) => `${path}:${line}`),
    );
    const hits: string[] = [];
    for await (const { hit } of search.hits({ query: `"${text}"`, places: [folder] })) {
      const { path, line, copies = [] } = hit;
      hits.push(`${path}:${line}`, ...copies.map((copy) => `${copy.path}:${copy.line}`));
    }
    expect({ text, hits: hits.sort() }).toEqual({ text, hits: expected.sort() });
    found += hits.length;
  }
  await index.close();
  expect(found).toBeGreaterThan(QUERIES);
});
