// Owns measuring the text index: how fast it is built next to bare JSON.parse, how big it is, how fast it answers.
//
//   npx tsx bench/search.ts [--bytes 1GB] [--folder LOGS] [--queries 60] [--rounds 3]

import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LineCutter } from '../src/base/lines.ts';
import { parseInstant } from '../src/base/time.ts';
import { logBytes } from '../src/ingest/text/log-bytes.ts';
import type { SearchReport } from '../src/ingest/text/search-budget.ts';
import { type LibrarySource, searchLibrary } from '../src/ingest/text/search-library.ts';
import { decodeTextIndex, type TextIndex } from '../src/ingest/text/text-index.ts';
import { TextIndexBuilder } from '../src/ingest/text/text-index-builder.ts';
import type { TextTerm } from '../src/ingest/text/text-query.ts';
import { parseSize } from './generate/command-line.ts';
import { generateLibrary } from './generate/library.ts';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1GB' },
    folder: { type: 'string' },
    queries: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const queriesPerKind = Number(values.queries);

interface IndexedFile {
  readonly path: string;
  readonly size: number;
  readonly at: number;
  readonly length: number;
  readonly newestAt: number;
}

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

/** Processor time of this thread's work, which others on the machine disturb less than the clock on the wall. */
class Watch {
  cpuMs = 0;
  wallMs = 0;

  run<T>(work: () => T): T {
    const cpu = process.cpuUsage();
    const wall = performance.now();
    const result = work();
    this.wallMs += performance.now() - wall;
    const { user, system } = process.cpuUsage(cpu);
    this.cpuMs += (user + system) / 1000;
    return result;
  }

  line(what: string, bytes: number): string {
    const perCpu = (bytes / 1000 / this.cpuMs).toFixed(0).padStart(6);
    return `${what.padEnd(34)} ${perCpu} MB/s of processor ${(bytes / 1000 / this.wallMs).toFixed(0).padStart(6)} MB/s on the wall`;
  }
}

function parseAll(content: Buffer): unknown {
  let last: unknown;
  let start = 0;
  for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, start)) {
    last = JSON.parse(content.toString('utf8', start, end));
    start = end + 1;
  }
  return last;
}

/** The generated lines are all valid; an ingest knows which are, because it parses them in the same pass. */
function indexAll(content: Buffer): Uint8Array {
  const builder = new TextIndexBuilder();
  new LineCutter().push(content, (line) => builder.add(line, 'records'));
  const { sealed, open } = builder.flush();
  return Buffer.concat([sealed, open]);
}

function newestIn(record: unknown): number {
  const at =
    typeof record === 'object' && record !== null && 'timestamp' in record ? parseInstant(record.timestamp) : 0;
  return at ?? 0;
}

function build(folder: string, packPath: string): IndexedFile[] {
  const [parse, index] = [new Watch(), new Watch()];
  const files: IndexedFile[] = [];
  const pack = openSync(packPath, 'w');
  let [logTotal, at] = [0, 0];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    const path = join(folder, name);
    const content = readFileSync(path);
    if (content.length === 0) continue;
    const last = parse.run(() => parseAll(content));
    const stored = index.run(() => indexAll(content));
    writeSync(pack, stored);
    files.push({ path, size: content.length, at, length: stored.length, newestAt: newestIn(last) });
    at += stored.length;
    logTotal += content.length;
  }
  closeSync(pack);
  console.log(
    `${files.length} logs, ${megabytes(logTotal)}; index ${megabytes(at)} = ${((100 * at) / logTotal).toFixed(2)} %`,
  );
  console.log(parse.line('JSON.parse of every line', logTotal));
  console.log(index.line('text index, same lines', logTotal));
  console.log(`ratio                              ${(parse.cpuMs / index.cpuMs).toFixed(2)} × JSON.parse`);
  return files.sort((a, b) => b.newestAt - a.newestAt);
}

/** Texts of random lines of random logs, the way a person would remember pieces of them. */
function sampleTexts(files: readonly IndexedFile[], count: number): string[] {
  const texts: string[] = [];
  while (texts.length < count) {
    const file = pick(files);
    if (file === undefined) break;
    const lines = readFileSync(file.path, 'utf8').split('\n');
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

function substring(text: string): TextTerm {
  return { kind: 'substring', text };
}

function queries(files: readonly IndexedFile[]): Map<string, TextTerm[][]> {
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
  const make = (kinds: () => TextTerm[]): TextTerm[][] => Array.from({ length: queriesPerKind }, kinds);
  return new Map([
    ['common words', make(() => [substring(pick(common) ?? 'error')])],
    ['mid words', make(() => [substring(pick(mid) ?? 'error')])],
    ['rare words', make(() => [substring(pick(rare) ?? 'error')])],
    ['words that are nowhere', make(() => [substring(`${pick(rare)}q${random(1e6)}`)])],
    ['phrases', make(() => [substring(pick(phrases) ?? 'of the file')])],
    ['two words', make(() => [substring(pick(mid) ?? 'a'), substring(pick(rare) ?? 'b')])],
    ['prefixes', make(() => [{ kind: 'prefix', text: `${pick(mid)}`.slice(0, 5) }])],
    ['pieces of names', make(() => [substring(cut(pick(names) ?? 'foo_bar', 8))])],
    ['pieces of paths', make(() => [substring(cut(pick(paths) ?? 'src/lib/x.ts', 12))])],
    ['four letters', make(() => [substring(cut(`${pick(rare)}`, 4))])],
    ['three letters', make(() => [substring(cut(`${pick(rare)}`, 3))])],
    ['three letters, nowhere', make(() => [substring(`q${random(10)}${String.fromCharCode(97 + random(26))}`)])],
    ['two letters', make(() => [substring(cut(`${pick(rare)}`, 2))])],
    ['regular expressions', make(() => [{ kind: 'regex', source: `${pick(mid)}\\w*\\(`, flags: '' }])],
  ]);
}

type Open = (file: IndexedFile) => TextIndex | null;

async function ask(files: readonly IndexedFile[], terms: TextTerm[], open: Open): Promise<SearchReport | undefined> {
  let report: SearchReport | undefined;
  const sources = files.map(
    (file): LibrarySource<string> => ({
      id: file.path,
      newestAt: file.newestAt,
      open: () => ({ log: logBytes(file.path), index: open(file), size: file.size }),
    }),
  );
  const hits = searchLibrary(sources, {
    query: { terms },
    limit: 50,
    timeOf: (record) => parseInstant(record['timestamp']),
    onEnd: (end) => {
      report = end;
    },
  });
  for await (const hit of hits) hit.snippet.text.length;
  return report;
}

async function search(files: readonly IndexedFile[], packPath: string): Promise<void> {
  const pack = openSync(packPath, 'r');
  const usable = (stored: Uint8Array, trusted: boolean): TextIndex | null => {
    const decoded = decodeTextIndex(stored, { trusted });
    return decoded.ok ? decoded.index : null;
  };
  const fromDisk: Open = ({ at, length }) => {
    const stored = Buffer.allocUnsafe(length);
    readSync(pack, stored, 0, length, at);
    return usable(stored, true);
  };
  const whole = readFileSync(packPath);
  const kept = new Map(files.map((file) => [file, usable(whole.subarray(file.at, file.at + file.length), false)]));
  const inMemory: Open = (file) => kept.get(file) ?? null;
  console.log('\nlimit 50, newest first             filters read each time         filters in memory');
  console.log('                                 cpu ms          wall ms        cpu ms          wall ms');
  console.log(
    '                                  p50    p95    p50    p95    p50    p95    p50    p95   hits  MB read  lines',
  );
  for (const [kind, list] of queries(files)) {
    const cells: string[] = [];
    const reports: SearchReport[] = [];
    for (const open of [fromDisk, inMemory]) {
      const [cpu, wall]: [number[], number[]] = [[], []];
      for (const terms of list) {
        const before = process.cpuUsage();
        const report = await ask(files, terms, open);
        if (report === undefined) continue;
        const { user, system } = process.cpuUsage(before);
        cpu.push((user + system) / 1000);
        wall.push(report.durationMs);
        if (open === inMemory) reports.push(report);
      }
      for (const times of [cpu, wall]) {
        for (const share of [0.5, 0.95]) cells.push(percentile(times, share).toFixed(1).padStart(6));
      }
    }
    const middle = (of: (report: SearchReport) => number): number => percentile(reports.map(of), 0.5);
    const hits = String(middle((report) => report.hits)).padStart(6);
    const read = (middle((report) => report.bytesRead) / 1e6).toFixed(1).padStart(8);
    const lines = String(middle((report) => report.linesDecoded)).padStart(6);
    console.log(`${kind.padEnd(30)} ${cells.join(' ')} ${hits} ${read} ${lines}`);
  }
  closeSync(pack);
  console.log(`largest RSS ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
}

const work = mkdtempSync(join(tmpdir(), 'toolscope-search-'));
try {
  const folder = values.folder ?? join(work, 'logs');
  if (values.folder === undefined) generateLibrary({ dir: folder, bytes: parseSize(values.bytes) });
  const packPath = join(work, 'pack');
  const files = build(folder, packPath);
  await search(files, packPath);
} finally {
  rmSync(work, { recursive: true, force: true });
}
