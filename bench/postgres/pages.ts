// How long a store with very many calls takes to answer every page's question, and searches: median and slowest of some rounds.

import { join } from 'node:path';
import { integer, textOrNull } from '../../src/base/row.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { answer, type Question, readQuestion } from '../../src/server/answer.ts';
import { ThreadLibrary } from '../../src/server/thread-library.ts';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { searchQueries } from '../measures/support/search-queries.ts';
import { percentile } from '../outcome/numbers.ts';
import { serverCpu } from './server-cpu.ts';

export interface MeasuredLibrary {
  readonly data: string;
  readonly root: string;
}

type Name = Question['name'];

/** For a question that takes longer than this, fewer rounds are enough. */
const LONG_MS = 3000;

const PAGES: readonly Name[] = ['sessions', 'calls', 'tools', 'errors', 'timeline', 'files', 'trends'];

async function asked(address: string): Promise<{ page: Name; query: Record<string, string>; now: number }[]> {
  const connection = await Connection.open(connectionSettings(address), 1);
  try {
    const row = await connection.get('SELECT project, last_at FROM sessions ORDER BY last_at DESC NULLS LAST LIMIT 1');
    if (row === undefined) throw new Error('There is no session.');
    const now = integer(row, 'last_at');
    const project = textOrNull(row, 'project')?.split('/').at(-1) ?? '';
    const filters = ['', 'since:7d', 'since:90d', `project:"${project}"`, 'tool:Bash', 'is:failed'];
    const file = await connection.get(
      'SELECT w.value AS path FROM facts f JOIN words w ON w.id = f.file WHERE f.file IS NOT NULL LIMIT 1',
    );
    const path = file === undefined ? '' : (textOrNull(file, 'path') ?? '');
    const questions: (readonly [Name, Record<string, string>])[] = [
      ...PAGES.flatMap((page) => filters.map((filter) => [page, filter === '' ? {} : { filter }] as const)),
      ['trends', { weeks: '52' }],
      ['fileHistory', { path }],
      ['similarFailures', { error: 'Exit code 1\nFound 1 error.' }],
      ['similarFailures', { command: 'npm test' }],
      ...['name', 'agent', 'model', 'project', 'day'].map((by) => ['stats', { by }] as const),
      ...['model', 'project', 'day'].map((by) => ['stats', { by, filter: 'since:90d' }] as const),
      ['control', {}],
      ['health', {}],
      ['status', {}],
      ['filterCheck', { text: 'project:' }],
    ];
    return questions.map(([page, query]) => ({ page, query, now }));
  } finally {
    await connection.close();
  }
}

/** The median and the slowest of some rounds; for processor time the median. */
function row(what: string, took: readonly number[], cpu: readonly number[] = []): string {
  const ms = (share: number, of = took): string => percentile(of, share).toFixed(0).padStart(8);
  return `${what.slice(0, 43).padEnd(44)}${ms(0.5)}${ms(0.95)}${cpu.length === 0 ? '' : ms(0.5, cpu)}`;
}

export async function measurePages(
  { data, root }: MeasuredLibrary,
  address: string,
  { only, rounds }: { readonly only: string | undefined; readonly rounds: number },
): Promise<void> {
  const library = await ThreadLibrary.open({ folder: data, places: [root], isDemo: false });
  const connection = await Connection.open(connectionSettings(address), 1);
  try {
    const serverMs = await serverCpu(connection);
    console.log(`${'page, filter'.padEnd(44)}     p50     p95     cpu`);
    for (const { page, query, now } of await asked(address)) {
      if (only !== undefined && !only.split(',').includes(page)) continue;
      const [took, cpu]: [number[], number[]] = [[], []];
      for (let i = 0; i < rounds; i++) {
        const [server, own] = [serverMs(), process.cpuUsage()];
        const started = performance.now();
        const question = readQuestion(page, {}, query, now);
        JSON.stringify(await answer(question, library, new AbortController().signal));
        took.push(performance.now() - started);
        const { user, system } = process.cpuUsage(own);
        cpu.push(serverMs() - server + (user + system) / 1000);
        if ((took.at(-1) ?? 0) > LONG_MS && i > 0) break;
      }
      console.log(row(`${page} ${Object.values(query).join(' ').replaceAll('\n', ' ')}`, took, cpu));
    }
  } finally {
    await connection.close();
    await library.close();
  }
}

const SEARCHES = 20;
const HITS = 20;
/** Filters cannot help these: they read up to a limit, and report that it was not everything. */
const WITHOUT_TEXT = { id: 'regex without text', queries: ['/\\d{9}z/', '/[xyz]{12}/', '/\\w+z{9}/'] };

/** Each search once, in a process that has searched before: hits, newest first, and sessions, as the dashboard does. */
export async function measureSearches({ data, root }: MeasuredLibrary): Promise<void> {
  const library = await ThreadLibrary.open({ folder: data, places: [root], isDemo: false });
  try {
    const search = new LibrarySearch(library.questions, library.openLog);
    const ask = async (by: 'page' | 'sessions', query: string): Promise<number> => {
      const started = performance.now();
      await search[by]({ query, places: [root], limit: HITS });
      return performance.now() - started;
    };
    console.log(row('search, the first of a process', [await ask('page', '"nowhere to be found"')]));
    const kinds = searchQueries(join(root, 'logs'), SEARCHES);
    for (const [by, what] of [
      ['page', 'search'],
      ['sessions', 'search for sessions'],
    ] as const) {
      const all: number[] = [];
      for (const { id, queries } of [...kinds, WITHOUT_TEXT]) {
        const took: number[] = [];
        for (const query of queries) took.push(await ask(by, query));
        if (id !== WITHOUT_TEXT.id) all.push(...took);
        console.log(row(`${what}, ${id}`, took));
      }
      console.log(row(`${what}, all that filters help`, all));
    }
  } finally {
    await library.close();
  }
}
