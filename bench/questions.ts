// The speed of every page's question over an index of very many calls: CPU, time, and the number of rows.
// Usage: npx tsx bench/questions.ts [--calls 1000000] [--data FOLDER --root LOGS] [--only files] [--keep FOLDER]

import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Indexer } from '../src/library/indexer.ts';
import { sessionTexts } from '../src/search/session-texts.ts';
import { TextIndexWriter } from '../src/search/text-index-writer.ts';
import { answer, type Question } from '../src/server/answer.ts';
import { ThreadLibrary } from '../src/server/thread-library.ts';
import { openLog } from '../src/sources/kinds/open-source.ts';
import type { SessionBatch } from '../src/store/session-batch.ts';
import { indexPath, openIndex } from '../src/store/sqlite/open-index.ts';
import { SqliteIndex } from '../src/store/sqlite/sqlite-index.ts';
import { databaseOf, storeOver } from '../test/support/sqlite-database.ts';
import { generateLibrary } from './generate/library.ts';

export interface MeasuredQuestion {
  readonly page: string;
  readonly filter: string;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Rows, classes, files: whatever the page lists. */
  readonly rows: number;
}

export interface BuiltIndex {
  /** The data folder. */
  readonly data: string;
  /** Where its logs are. */
  readonly root: string;
  readonly calls: number;
  readonly indexBytes: number;
}

/** Logs that are read once; the other calls are copies of theirs, in sessions with other names at other times. */
const SEED_BYTES = 60e6;
const HOUR = 3_600_000;
const ROUNDS = 4;

/** Keeps what is committed, with its text filters, so that it can be committed again. */
class RecordingIndex extends SqliteIndex {
  readonly batches: SessionBatch[] = [];

  override async commit(given: SessionBatch): Promise<void> {
    const batch = { ...given, texts: given.texts ?? (await sessionTexts(given, openLog)) };
    await super.commit(batch);
    this.batches.push(batch);
  }
}

function again(batch: SessionBatch, time: number, root: string): SessionBatch {
  const earlier = (at: number | null): number | null => (at === null ? null : at - time * 5 * HOUR);
  const elsewhere = (path: string): string => path.replace(join(root, 'logs'), join(root, 'copies', String(time)));
  const session = `${batch.id}-${time}`;
  const { state, texts = [], ...facts } = batch;
  return {
    ...facts,
    id: session,
    lineage: null,
    startedAt: earlier(batch.startedAt),
    lastAt: earlier(batch.lastAt),
    paths: batch.paths.map(elsewhere),
    sources: batch.sources.map((source) => ({ ...source, path: elsewhere(source.path) })),
    texts: texts.map((text) => ({ ...text, path: elsewhere(text.path) })),
    calls: batch.calls.map((call) => ({
      ...call,
      session,
      // The id is the one in the text, by which a search knows the call; with another identity it is no copy.
      identity: call.identity + time,
      requestedAt: earlier(call.requestedAt),
      endedAt: earlier(call.endedAt),
      copies: [],
    })),
    ...(state === undefined ? {} : { state }),
  };
}

/** An index with at least this many calls, in a folder that the caller deletes. */
export async function buildIndex(folder: string, calls: number): Promise<BuiltIndex> {
  const root = join(folder, 'library');
  const data = join(folder, 'data');
  mkdirSync(join(root, 'copies'), { recursive: true });
  generateLibrary({ dir: join(root, 'logs'), bytes: Math.min(SEED_BYTES, calls * 11_000), seed: 'questions' });
  const { database } = openIndex(data);
  const store = new RecordingIndex(database);
  const indexer = new Indexer(store);
  await indexer.sweep([join(root, 'logs')]);
  await indexer.close();
  const batches = store.batches.splice(0);
  const each = batches.reduce((sum, batch) => sum + batch.calls.length, 0);
  let built = each;
  for (let time = 1; built < calls; time++) {
    symlinkSync(join(root, 'logs'), join(root, 'copies', String(time)));
    for (const batch of batches) await store.commit(again(batch, time, root));
    store.batches.length = 0;
    built += each;
  }
  await new TextIndexWriter(storeOver(database), openLog, { isEager: true }).catchUp();
  await store.close();
  return { data, root, calls: built, indexBytes: statSync(indexPath(data)).size };
}

const PAGES: readonly Question['name'][] = ['sessions', 'calls', 'tools', 'errors', 'timeline', 'files'];

/** Questions of agents after a failure. */
const FAILED = [
  { error: 'Exit code 1\nsrc/cart.ts(4,9): error TS2304: Cannot find name "total".\nFound 1 error.' },
  { error: 'a text that nothing was ever like' },
  { command: 'npm test' },
];

/** Each page as it opens, and with the filters people use most. */
async function questions(
  library: ThreadLibrary,
): Promise<{ readonly page: Question['name']; readonly query: Record<string, string> }[]> {
  const one = (column: string): string => {
    const found = databaseOf(library).query(
      `SELECT ${column} AS word FROM sessions WHERE ${column} IS NOT NULL ORDER BY last_at DESC LIMIT 1`,
      (row) => String(row['word']),
    );
    return found.get() ?? '';
  };
  const project = one('project').split('/').at(-1) ?? '';
  const filters = [
    '',
    'since:7d',
    `project:"${project}"`,
    'tool:Bash',
    'is:failed',
    'agent:codex',
    `model:"${one('model')}"`,
  ];
  const latest = ((await answered(library, 'files', {})) as { files: { path: string }[] }).files[0]?.path ?? '';
  return [
    ...PAGES.flatMap((page) => filters.map((filter) => ({ page, query: filter === '' ? {} : { filter } }))),
    { page: 'fileHistory', query: { path: latest } },
    { page: 'fileHistory', query: { path: latest, filter: 'since:7d' } },
    ...FAILED.map((query) => ({ page: 'similarFailures' as const, query })),
    { page: 'similarFailures', query: { ...FAILED[0], filter: `project:"${project}"` } },
    ...['model', 'project', 'day'].map((by) => ({ page: 'stats' as const, query: { by } })),
    { page: 'control', query: {} },
    { page: 'health', query: {} },
    { page: 'status', query: {} },
    { page: 'filterCheck', query: { text: 'project:' } },
  ];
}

/** "Now" for filters relative to the present: when the newest call was made. */
function newestAt(library: ThreadLibrary): number {
  return (
    databaseOf(library)
      .query('SELECT max(last_at) AS at FROM sessions', (row) => Number(row['at']))
      .get() ?? 0
  );
}

function answered(library: ThreadLibrary, name: Question['name'], query: Record<string, string>): unknown {
  const asked: Question = { name, parts: {}, query, now: newestAt(library) };
  return answer(asked, library, new AbortController().signal);
}

function rowsOf(given: unknown): number {
  if (typeof given !== 'object' || given === null) return 1;
  const lists = Object.values(given).filter(Array.isArray);
  return lists[0]?.length ?? 1;
}

/** The last of some times: a running server has answered before, and its code is compiled. */
export async function measureQuestions(
  { data, root }: Pick<BuiltIndex, 'data' | 'root'>,
  only?: string,
): Promise<MeasuredQuestion[]> {
  const library = await ThreadLibrary.open({ folder: data, places: [root], isDemo: false });
  const measured: MeasuredQuestion[] = [];
  try {
    for (const { page, query } of await questions(library)) {
      if (only !== undefined && page !== only) continue;
      let best: MeasuredQuestion | undefined;
      for (let i = 0; i < ROUNDS; i++) {
        const started = performance.now();
        const cpu = process.cpuUsage();
        const given = await answered(library, page, query);
        JSON.stringify(given);
        const { user, system } = process.cpuUsage(cpu);
        const wallMs = performance.now() - started;
        best = { page, filter: query['filter'] ?? '', cpuMs: (user + system) / 1000, wallMs, rows: rowsOf(given) };
      }
      if (best !== undefined) measured.push(best);
    }
  } finally {
    library.close();
  }
  return measured;
}

export interface MeasuredStall {
  /** The longest time that the server's own thread was blocked while every page was requested at once. */
  readonly longestMs: number;
  /** From requesting all of them to the last answer. */
  readonly allMs: number;
  readonly questions: number;
}

/** Through the query pool of the built program, where questions have their own threads; undefined when it was not built. */
export async function measureStall({
  data,
  root,
}: Pick<BuiltIndex, 'data' | 'root'>): Promise<MeasuredStall | undefined> {
  const built = new URL('../dist/server/query-pool.js', import.meta.url);
  if (!existsSync(built)) return undefined;
  const { QueryPool }: typeof import('../src/server/query-pool.ts') = await import(built.href);
  const options = { folder: data, places: [root], isDemo: false };
  const library = await ThreadLibrary.open(options);
  const asked = await questions(library);
  const now = newestAt(library);
  const desk = new QueryPool(Object.assign(library, { lastSeq: () => 0, onChange: () => () => {} }), options);
  const ask = async (name: Question['name'], query: Record<string, string>): Promise<unknown> =>
    desk.ask({ name, parts: {}, query, now }, new AbortController().signal);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  // Query threads alone do not keep a process alive.
  const ticking = setInterval(() => {}, 1);
  try {
    // Starts the threads and compiles the program.
    await ask('tools', {});
    await ask('sessions', {});
    delay.enable();
    const started = performance.now();
    await Promise.all(asked.map(({ page, query }) => ask(page, query)));
    return { longestMs: delay.max / 1e6, allMs: performance.now() - started, questions: asked.length };
  } finally {
    delay.disable();
    await desk.close();
    library.close();
    clearInterval(ticking);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      root: { type: 'string' },
      only: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const made = values.data === undefined ? (values.keep ?? mkdtempSync(join(tmpdir(), 'toolscope-bench-'))) : undefined;
  try {
    const built =
      made === undefined
        ? { data: values.data ?? '', root: values.root ?? '/' }
        : await buildIndex(made, Number(values.calls));
    if ('calls' in built) console.log(`${built.calls} calls, index of ${(built.indexBytes / 1e6).toFixed(0)} MB`);
    console.log(
      `${'page'.padEnd(14)}${'filter'.padEnd(34)}${'cpu ms'.padStart(8)}${'wall ms'.padStart(9)}${'rows'.padStart(8)}`,
    );
    for (const { page, filter, cpuMs, wallMs, rows } of await measureQuestions(built, values.only)) {
      const cells = [cpuMs.toFixed(0).padStart(8), wallMs.toFixed(0).padStart(9), String(rows).padStart(8)];
      console.log(`${page.padEnd(14)}${filter.padEnd(34)}${cells.join('')}`);
    }
    const stall = await measureStall(built);
    if (stall !== undefined) {
      const { longestMs, allMs, questions: count } = stall;
      console.log(
        `all ${count} at once, on threads: ${allMs.toFixed(0)} ms; the server's own thread waited ${longestMs.toFixed(0)} ms at most`,
      );
    }
  } finally {
    if (made !== undefined && values.keep === undefined) rmSync(made, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) await main();
