// Measures search: how fast the index with its text is built next to bare JSON.parse, how big it is, how fast it
// answers.
//
//   npx tsx bench/search.ts [--bytes 1GB] [--folder LOGS] [--data INDEX] [--queries 60] [--seed 1] [--only KIND] [--by session]
//
// With --by session, sessions are ranked instead of hits listed. With --data the index is kept in that folder, and only built when there is none yet.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { integer } from '../src/base/row.ts';
import { openLibraryIndex } from '../src/library/library-index.ts';
import { LibrarySearch } from '../src/search/library-search.ts';
import type { SearchReport } from '../src/search/text/search-budget.ts';
import { TextIndexWriter } from '../src/search/text-index-writer.ts';
import type { Questions } from '../src/store/questions.ts';
import { databaseOf, storeOver } from '../test/support/sqlite-database.ts';
import { parseSize } from './generate/command-line.ts';
import { generateLibrary } from './generate/library.ts';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1GB' },
    folder: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    by: { type: 'string', default: 'hit' },
    queries: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const queriesPerKind = Number(values.queries);

let state = Number(values.seed) >>> 0 || 1;
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function pick<T>(from: readonly T[]): T | undefined {
  return from[random(from.length)];
}

function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * share)] ?? Number.NaN;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** Processor time, which is less affected by other load than wall-clock time. */
async function timed(work: () => Promise<void>): Promise<{ cpuMs: number; wallMs: number }> {
  const cpu = process.cpuUsage();
  const wall = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - wall };
}

function printSpeed(what: string, bytes: number, { cpuMs, wallMs }: { cpuMs: number; wallMs: number }): void {
  const speed = (ms: number): string => (bytes / 1000 / ms).toFixed(0).padStart(6);
  console.log(`${what.padEnd(34)} ${speed(cpuMs)} MB/s of processor ${speed(wallMs)} MB/s on the wall`);
}

function logsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}

function parseAll(path: string): void {
  const content = readFileSync(path);
  let start = 0;
  for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, start)) {
    JSON.parse(content.toString('utf8', start, end));
    start = end + 1;
  }
}

/** On one thread, so that processor time is comparable. */
async function build(data: string, folder: string): Promise<void> {
  const index = await openLibraryIndex(data);
  const parse = await timed(async () => logsIn(folder).forEach(parseAll));
  const rows = await timed(async () => {
    await index.indexer?.sweep([folder]);
  });
  const texts = await timed(() =>
    new TextIndexWriter(storeOver(databaseOf(index)), index.open, { isEager: true }).catchUp(),
  );
  const { logBytes, files } = await index.questions.health.totals();
  await index.close();
  const again = await openLibraryIndex(data);
  const { indexBytes } = await again.questions.health.totals();
  const textBytes = databaseOf(again)
    .query('SELECT sum(length(body)) AS n FROM text_chunks', (row) => integer(row, 'n'))
    .get();
  await again.close();
  const share = (bytes: number): string => `${megabytes(bytes)} = ${((100 * bytes) / logBytes).toFixed(2)} %`;
  console.log(
    `${files} logs, ${megabytes(logBytes)}; index ${share(indexBytes)}, of that text ${share(textBytes ?? 0)}`,
  );
  printSpeed('JSON.parse of every line', logBytes, parse);
  printSpeed('index without text', logBytes, rows);
  printSpeed('text index', logBytes, texts);
  const ratio = (ms: number): string => (parse.cpuMs / ms).toFixed(2);
  console.log(
    `of JSON.parse's speed              ${ratio(rows.cpuMs)} without text, ${ratio(texts.cpuMs)} text alone, ` +
      `${ratio(rows.cpuMs + texts.cpuMs)} together`,
  );
}

/** Texts of random lines of random logs, as a person would remember pieces of them. */
function sampleTexts(files: readonly string[], count: number): string[] {
  const texts: string[] = [];
  while (texts.length < count) {
    const file = pick(files);
    if (file === undefined) break;
    const lines = readFileSync(file, 'utf8').split('\n');
    for (let i = 0; i < 8; i++) {
      const line = pick(lines);
      if (line) collect(JSON.parse(line), texts);
    }
  }
  return texts;
}

function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') {
    // Prose and code, not ids and data.
    if (value.length < 20_000 && (value.match(/\s/g) ?? []).length > 5) into.push(value.replace(/\S{60,}/g, ' '));
  } else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) collect(item, into);
}

function piecesOf(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => text.slice(0, 2000).match(pattern) ?? []);
}

function queries(files: readonly string[]): Map<string, string[]> {
  const texts = sampleTexts(files, 4000);
  const words = piecesOf(texts, /[A-Za-z]{4,}/g);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const common = ranked.slice(0, 200);
  const mid = ranked.slice(200, 2000);
  const rare = ranked.slice(Math.floor(ranked.length / 2));
  const names = piecesOf(texts, /\w+_\w+|[a-z]+(?:[A-Z][a-z]+)+/g);
  const paths = piecesOf(texts, /(?:[\w.-]+\/){2,}[\w.-]+/g);
  const phrases = piecesOf(texts, /[A-Za-z]+ [A-Za-z]+ [A-Za-z]+/g);
  const cut = (text: string, length: number): string => {
    const start = random(Math.max(1, text.length - length));
    return text.slice(start, start + length);
  };
  const make = (kind: () => string): string[] => Array.from({ length: queriesPerKind }, kind);
  const quoted = (text: string): string => `"${text}"`;
  return new Map([
    ['common words', make(() => quoted(pick(common) ?? 'error'))],
    ['mid words', make(() => quoted(pick(mid) ?? 'error'))],
    ['rare words', make(() => quoted(pick(rare) ?? 'error'))],
    ['words that are nowhere', make(() => quoted(`${pick(rare)}q${random(1e6)}`))],
    ['phrases', make(() => quoted(pick(phrases) ?? 'of the file'))],
    ['two words', make(() => `${quoted(pick(mid) ?? 'a')} ${quoted(pick(rare) ?? 'b')}`)],
    ['prefixes', make(() => `${pick(mid)}`.slice(0, 5).concat('*'))],
    ['pieces of names', make(() => quoted(cut(pick(names) ?? 'foo_bar', 8)))],
    ['pieces of paths', make(() => quoted(cut(pick(paths) ?? 'src/lib/x.ts', 12)))],
    ['four letters', make(() => quoted(cut(`${pick(rare)}`, 4)))],
    ['three letters', make(() => quoted(cut(`${pick(rare)}`, 3)))],
    ['three letters, nowhere', make(() => quoted(`q${random(10)}${String.fromCharCode(97 + random(26))}`))],
    ['two letters', make(() => quoted(cut(`${pick(rare)}`, 2)))],
    ['mid words in failed commands', make(() => `${quoted(pick(mid) ?? 'a')} tool:shell status:error`)],
    ['regular expressions', make(() => `/${pick(mid)}\\w*\\(/`)],
  ]);
}

async function measure(
  asked: Questions,
  places: readonly string[],
  list: readonly string[],
  isKept: boolean,
): Promise<{ cells: string[]; reports: SearchReport[] }> {
  const kept = new LibrarySearch(asked);
  const [cpu, wall]: [number[], number[]] = [[], []];
  const reports: SearchReport[] = [];
  if (isKept) await kept.page({ query: 'qxzjv', places, limit: 1 });
  for (const query of list) {
    const search = isKept ? kept : new LibrarySearch(asked);
    const spent = await timed(async () => {
      const { report } =
        values.by === 'session'
          ? await search.sessions({ query, places, limit: 20 })
          : await search.page({ query, places, limit: 50 });
      reports.push(report);
    });
    cpu.push(spent.cpuMs);
    wall.push(spent.wallMs);
  }
  const cells = [cpu, wall].flatMap((times) =>
    [0.5, 0.95].map((share) => percentile(times, share).toFixed(1).padStart(6)),
  );
  return { cells, reports };
}

async function search(data: string, folder: string): Promise<void> {
  const index = await openLibraryIndex(data);
  const asked = values.by === 'session' ? '20 sessions, ranked  ' : 'limit 50, newest first';
  console.log(`\n${asked}             filters read each time         filters in memory`);
  console.log('                                 cpu ms          wall ms        cpu ms          wall ms');
  console.log(
    '                                  p50    p95    p50    p95    p50    p95    p50    p95   hits  MB read  lines',
  );
  for (const [kind, list] of queries(logsIn(folder))) {
    if (!kind.includes(values.only)) continue;
    const first = await measure(index.questions, [folder], list, false);
    const { cells, reports } = await measure(index.questions, [folder], list, true);
    const middle = (of: (report: SearchReport) => number): number => percentile(reports.map(of), 0.5);
    const hits = String(middle((report) => report.hits)).padStart(6);
    const read = (middle((report) => report.bytesRead) / 1e6).toFixed(1).padStart(8);
    const lines = String(middle((report) => report.linesDecoded)).padStart(6);
    console.log(`${kind.padEnd(30)} ${[...first.cells, ...cells].join(' ')} ${hits} ${read} ${lines}`);
  }
  await index.close();
  console.log(`largest RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
}

const work = mkdtempSync(join(tmpdir(), 'toolscope-search-'));
try {
  const folder = values.folder ?? join(work, 'logs');
  if (values.folder === undefined) generateLibrary({ dir: folder, bytes: parseSize(values.bytes) });
  const data = values.data ?? join(work, 'data');
  if (!existsSync(data)) await build(data, folder);
  await search(data, folder);
} finally {
  rmSync(work, { recursive: true, force: true });
}
