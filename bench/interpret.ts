// Owns measuring the interpretation of calls: processor time per call and tool, next to JSON.parse of the same lines.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Interpretable } from '../src/tools/interpret.ts';

const USAGE = `Usage: npx tsx bench/interpret.ts [--rounds 5] [--built dist] [--tools 25] <log file or folder> …

Reads logs with the built formats, pairs requests and results, and interprets every call several times.
Build first: npx tsc -b tsconfig.node.json
`;

/** The largest logs are left out: they would measure one line, not many calls. */
const FILE_MAX = 400 * 1024 * 1024;

interface Built {
  readonly interpret: typeof import('../src/tools/interpret.ts').interpret;
  readonly formats: typeof import('../src/formats/registry.ts').formats;
  readonly parseLine: typeof import('../src/ingest/parse-line.ts').parseLine;
}

/** The compiled modules: a loader that compiles on the fly adds calls of its own to every closure. */
async function loadBuilt(folder: string): Promise<Built> {
  const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href);
  const tools: typeof import('../src/tools/interpret.ts') = await load('tools/interpret.js');
  const formats: typeof import('../src/formats/registry.ts') = await load('formats/registry.js');
  const lines: typeof import('../src/ingest/parse-line.ts') = await load('ingest/parse-line.js');
  return { interpret: tools.interpret, formats: formats.formats, parseLine: lines.parseLine };
}

function logFiles(place: string): string[] {
  if (statSync(place).isFile()) return [place];
  const files: string[] = [];
  for (const entry of readdirSync(place, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith('.jsonl')) files.push(path.join(entry.parentPath, entry.name));
  }
  return files.sort();
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What one reading of all files cost. */
class Pass {
  calls = 0;
  bytes = 0;
  lines = 0;
  parseMicros = 0;
  interpretMicros = 0;
  readonly tools = new Map<string, { calls: number; micros: number }>();
}

/** Calls are interpreted in batches as fresh from the log as a reader has them: objects that lie around get slower. */
const BATCH = 2000;

function readAll(files: readonly string[], built: Built): Pass {
  const pass = new Pass();
  let batch: Interpretable[] = [];
  for (const [source, file] of files.entries()) {
    const content = readFileSync(file);
    if (content.length > FILE_MAX) continue;
    pass.bytes += content.length;
    const lines = content.toString('utf8').split('\n');
    pass.lines += lines.length;
    pass.parseMicros += parseMicros(lines);
    takeCalls(lines, { file, source }, built, batch);
    if (batch.length < BATCH) continue;
    interpretBatch(batch, built.interpret, pass);
    batch = [];
  }
  interpretBatch(batch, built.interpret, pass);
  return pass;
}

function parseMicros(lines: readonly string[]): number {
  const before = cpuMicros();
  for (const line of lines) {
    try {
      JSON.parse(line);
    } catch {
      // Broken lines cost time too.
    }
  }
  return cpuMicros() - before;
}

/** In the order of the log, as a reader does it; then once more tool by tool, for the table. */
function interpretBatch(batch: readonly Interpretable[], interpret: Built['interpret'], pass: Pass): void {
  pass.calls += batch.length;
  pass.interpretMicros += interpretMicros(batch, interpret);
  for (const [name, group] of byTool(batch)) {
    const tool = pass.tools.get(name) ?? { calls: 0, micros: 0 };
    pass.tools.set(name, tool);
    tool.calls += group.length;
    tool.micros += interpretMicros(group, interpret);
  }
}

function interpretMicros(calls: readonly Interpretable[], interpret: Built['interpret']): number {
  const before = cpuMicros();
  for (const call of calls) interpret(call);
  return cpuMicros() - before;
}

type Format = Built['formats'][number];
type Seen = Extract<ReturnType<ReturnType<Format['open']>['read']>, { kind: 'observed' }>['observations'][number];

/** Pairs what one file's lines say into calls. */
class Pairing {
  readonly #calls: Interpretable[];
  readonly #requests = new Map<string, { tool: string; input: unknown }>();
  readonly #supplements = new Map<string, unknown>();

  constructor(calls: Interpretable[]) {
    this.#calls = calls;
  }

  take(seen: Seen, agent: string): void {
    if (seen.kind === 'call-requested') this.#requests.set(seen.callId, seen);
    else if (seen.kind === 'result-supplemented') this.#supplements.set(seen.callId, seen.value);
    else if (seen.kind === 'call-resulted') {
      const request = this.#requests.get(seen.callId);
      if (request === undefined) return;
      const structured = this.#supplements.get(seen.callId) ?? seen.structured;
      const outcome = { verdict: seen.verdict, content: seen.content, structured };
      this.#calls.push({ agent, tool: request.tool, input: request.input, outcome });
    }
  }
}

function takeCalls(
  lines: readonly string[],
  { file, source }: { file: string; source: number },
  { formats, parseLine }: Built,
  calls: Interpretable[],
): void {
  const pairing = new Pairing(calls);
  let format: Format | undefined;
  let reader: ReturnType<Format['open']> | undefined;
  let offset = 0;
  for (const [index, text] of lines.entries()) {
    const bytes = Buffer.from(text);
    const parsed = parseLine({ bytes, offset, length: bytes.length, line: index + 1, terminated: true }, source);
    offset += bytes.length + 1;
    for (const { record, ref } of parsed.records) {
      format ??= formats.find((one) => one.recognise(record) > 0);
      if (format === undefined) continue;
      reader ??= format.open({ path: file, source, session: file, thread: 'main' });
      const reading = reader.read(record, ref);
      if (reading.kind === 'observed') for (const seen of reading.observations) pairing.take(seen, format.agent);
    }
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function byTool(calls: readonly Interpretable[]): Map<string, Interpretable[]> {
  const groups = new Map<string, Interpretable[]>();
  for (const call of calls) {
    const key = `${call.agent} ${call.tool}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return groups;
}

function row(name: string, micros: number, calls: number): string {
  const [ms, each] = [(micros / 1000).toFixed(0), (micros / Math.max(1, calls)).toFixed(1)];
  return `${name.padEnd(26)} ${ms.padStart(6)} ms CPU  ${each.padStart(6)} µs per call`;
}

function report(passes: readonly Pass[], shown: number): void {
  const [first] = passes;
  const later = passes.length > 1 ? passes.slice(1) : passes;
  if (first === undefined) return;
  const { calls, lines, bytes } = first;
  const parsing = median(passes.map((pass) => pass.parseMicros));
  const interpreting = median(later.map((pass) => pass.interpretMicros));
  const percent = (micros: number): string => `${((100 * micros) / Math.max(1, parsing)).toFixed(0)} % of JSON.parse`;
  console.log(`${calls} calls in ${lines} lines, ${(bytes / 1e6).toFixed(0)} MB; ${passes.length} passes`);
  console.log(row('JSON.parse of the lines', parsing, calls));
  console.log(`${row('interpret, first pass', first.interpretMicros, calls)}  ${percent(first.interpretMicros)}`);
  console.log(`${row('interpret, later passes', interpreting, calls)}  ${percent(interpreting)}\n`);
  console.log(`${'tool'.padEnd(44)} ${'calls'.padStart(7)} ${'µs/call'.padStart(8)} ${'share'.padStart(7)}`);
  const tools = [...first.tools].map(([name, { calls: count }]) => {
    return { name, count, micros: median(later.map((pass) => pass.tools.get(name)?.micros ?? 0)) };
  });
  const total = tools.reduce((sum, { micros }) => sum + micros, 0);
  for (const { name, count, micros } of tools.sort((a, b) => b.micros - a.micros).slice(0, shown)) {
    const share = `${((100 * micros) / Math.max(1, total)).toFixed(1)} %`;
    const each = (micros / count).toFixed(1);
    console.log(
      `${name.slice(0, 44).padEnd(44)} ${String(count).padStart(7)} ${each.padStart(8)} ${share.padStart(7)}`,
    );
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' }, built: { type: 'string' }, tools: { type: 'string' } },
  });
  if (positionals.length === 0) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const built = await loadBuilt(path.resolve(values.built ?? fileURLToPath(new URL('../dist', import.meta.url))));
  const files = positionals.flatMap(logFiles);
  const passes = Array.from({ length: Number(values.rounds ?? 5) }, () => readAll(files, built));
  report(passes, Number(values.tools ?? 25));
}

await main();
