// Measures search by session with known items: queries that a person would type to find a session again, each with the
// id of the right one. Prints the place of each and how many are among the first one, three and ten.
//
//   npx tsx bench/known-items.ts ITEMS.json --root LOGS [--data INDEX] [--reach all]
//
// ITEMS.json is a list of {"query": "…", "session": "…"}. Without --data the logs are indexed into a temporary folder.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openLibraryIndex } from '../src/library/library-index.ts';
import { LibrarySearch } from '../src/search/library-search.ts';
import { TextIndexWriter } from '../src/search/text-index-writer.ts';
import { databaseOf, storeOver } from '../test/support/sqlite-database.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: '.' },
    data: { type: 'string' },
    reach: { type: 'string', default: 'quick' },
  },
});

const items = z
  .array(z.object({ query: z.string(), session: z.string() }))
  .parse(JSON.parse(readFileSync(positionals[0] ?? '', 'utf8')));

const work = mkdtempSync(join(tmpdir(), 'toolscope-known-items-'));
try {
  const index = await openLibraryIndex(values.data ?? join(work, 'data'));
  await index.indexer?.sweep([values.root]);
  await new TextIndexWriter(storeOver(databaseOf(index)), index.open, { isEager: true }).catchUp();
  const search = new LibrarySearch(index.questions, index.open);
  const places: number[] = [];
  const tookMs: number[] = [];
  for (const { query, session } of items) {
    const reach = values.reach === 'all' ? { workBytes: Number.POSITIVE_INFINITY } : {};
    const started = performance.now();
    const found = await search.sessions({ query, places: [values.root], limit: 1000, ...reach });
    tookMs.push(performance.now() - started);
    // A session that was folded into another is not counted as found.
    const place = found.groups.findIndex((group) => group.session === session) + 1;
    places.push(place);
    const role = found.groups[place - 1]?.role ?? '';
    const covered = `${found.lookedInto}/${found.mayHold}`;
    const ms = tookMs.at(-1)?.toFixed(0);
    console.log([String(place || '–').padStart(4), `of ${found.total}`, covered, `${ms} ms`, role, query].join('  '));
  }
  const share = (first: number): string => {
    const count = places.filter((place) => place > 0 && place <= first).length;
    return `${count} of ${items.length} among the first ${first}`;
  };
  const sorted = tookMs.toSorted((a, b) => a - b);
  console.log(`${share(1)}, ${share(3)}, ${share(10)}; p95 ${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(0)} ms`);
  await index.close();
} finally {
  rmSync(work, { recursive: true, force: true });
}
