// The rows of search over the library: first 50 hits, newest first, and the first 20 sessions, ranked, as a server that stays open answers. Its first
// searches have a row of their own: they take twice as long, because the program's code is still new to the engine.

import { fixture, type Measure, type Row } from '../measure.ts';
import { percentile } from '../outcome/numbers.ts';
import { type QueryKind, searchQueries } from './support/search-queries.ts';

const PAGE = 50;
const SESSIONS = 20;

/** How many were found. */
type Ask = (query: string) => Promise<number>;

/** Other words than those measured later. */
function firstWords(library: string, count: number): QueryKind[] {
  return searchQueries(library, count, 'first')
    .filter(({ id }) => id === 'word')
    .map((words) => ({ ...words, id: 'first', title: `the first ${count}, words` }));
}

/** The built program; it exists when a benchmark runs, but not yet when types are checked. */
function built(file: string): string {
  return new URL(`../../dist/${file}`, import.meta.url).href;
}

export const search: Measure = {
  id: 'search',
  needs: ['library', 'index'],
  rounds: 'once',
  async run(bench) {
    const { openLibraryIndex }: typeof import('../../src/library/library-index.ts') = await import(
      built('library/library-index.js')
    );
    const { LibrarySearch }: typeof import('../../src/search/library-search.ts') = await import(
      built('search/library-search.js')
    );
    const library = fixture(bench, 'library');
    const index = await openLibraryIndex(fixture(bench, 'index'));
    const search = new LibrarySearch(index.questions);
    const rows: Row[] = [];
    const measure = async (row: Pick<Row, 'id' | 'title' | 'counted'>, queries: readonly string[], ask: Ask) => {
      const tookMs: number[] = [];
      let count = 0;
      const cpu = process.cpuUsage();
      for (const query of queries) {
        const started = performance.now();
        count += await ask(query);
        tookMs.push(performance.now() - started);
      }
      const { user, system } = process.cpuUsage(cpu);
      rows.push({
        ...row,
        cpuMs: (user + system) / 1000 / queries.length,
        p50Ms: percentile(tookMs, 0.5),
        p95Ms: percentile(tookMs, 0.95),
        rssMb: process.resourceUsage().maxRSS / 1024,
        count,
      });
    };
    const places = [library];
    // From here on the filters are in memory.
    await search.page({ query: 'qxzjv', places, limit: PAGE });
    const { samples } = bench.scale;
    const kinds = searchQueries(library, samples);
    for (const { id, title, queries } of [...firstWords(library, samples), ...kinds]) {
      const row = { id: `search-${id}`, title: `search: ${title}`, counted: 'hits' };
      await measure(row, queries, async (query) => (await search.page({ query, places, limit: PAGE })).hits.length);
    }
    for (const { id, title, queries } of kinds) {
      const row = { id: `search-sessions-${id}`, title: `search by session: ${title}`, counted: 'sessions' };
      const limit = SESSIONS;
      await measure(row, queries, async (query) => (await search.sessions({ query, places, limit })).groups.length);
    }
    await index.close();
    return rows;
  },
};
