// Measures the interpretation of calls: processor time per call, by tool or by family, next to JSON.parse of the same lines.

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

const BUILT = fileURLToPath(new URL('../dist', import.meta.url));

interface Built {
  readonly interpret: typeof import('../src/tools/interpret.ts').interpret;
  readonly formats: typeof import('../src/formats/registry.ts').formats;
  readonly parseLine: typeof import('../src/sources/json-lines/parse-line.ts').parseLine;
}

/** The compiled modules: a loader that compiles on the fly adds its own calls to every closure. */
async function loadBuilt(folder: string): Promise<Built> {
  const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href);
  const tools: typeof import('../src/tools/interpret.ts') = await load('tools/interpret.js');
  const formats: typeof import('../src/formats/registry.ts') = await load('formats/registry.js');
  const lines: typeof import('../src/sources/json-lines/parse-line.ts') = await load(
    'sources/json-lines/parse-line.js',
  );
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

/**
 * Time this thread was on a processor. The engine's own threads are left out: mostly they collect the garbage of JSON.parse,
 * at any time. Where the system does not report it, the whole process is used.
 */
function cpuMicros(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1000;
  } catch {
    const { user, system } = process.cpuUsage();
    return user + system;
  }
}

/** What one reading of all files cost. */
class Pass {
  bytes = 0;
  lines = 0;
  parseMicros = 0;
  interpretMicros = 0;
  /** Of each call, in order. */
  readonly calls: { readonly name: string; readonly family: string; readonly micros: number }[] = [];
}

/** Calls are interpreted in batches as fresh from the log as a reader has them: older objects get slower. */
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

/** In the order of the log, as a reader does it. */
function interpretBatch(batch: readonly Interpretable[], interpret: Built['interpret'], pass: Pass): void {
  const before = cpuMicros();
  for (const call of batch) {
    const start = performance.now();
    const { family } = interpret(call).tool;
    const micros = (performance.now() - start) * 1000;
    pass.calls.push({ name: `${call.agent} ${call.tool}`, family, micros });
  }
  pass.interpretMicros += cpuMicros() - before;
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

export interface Cost {
  readonly name: string;
  calls: number;
  micros: number;
}

/** Each call's best time, summed by tool or family: interruptions only ever add time. */
function costsBy(group: 'name' | 'family', passes: readonly Pass[]): Cost[] {
  const costs = new Map<string, Cost>();
  for (const [index, call] of (passes[0]?.calls ?? []).entries()) {
    const name = call[group];
    const cost = costs.get(name) ?? { name, calls: 0, micros: 0 };
    costs.set(name, cost);
    cost.calls++;
    cost.micros += Math.min(...passes.map(({ calls }) => calls[index]?.micros ?? 0));
  }
  return [...costs.values()].sort((x, y) => y.micros - x.micros);
}

/** The cost of each family's calls, the most expensive first. The first pass only warms up the code. */
export async function familyCosts(folder: string, rounds = 3): Promise<Cost[]> {
  const built = await loadBuilt(BUILT);
  const files = logFiles(folder);
  const passes = Array.from({ length: rounds }, () => readAll(files, built));
  return costsBy('family', passes.slice(1));
}

function row(name: string, micros: number, calls: number): string {
  const [ms, each] = [(micros / 1000).toFixed(0), (micros / Math.max(1, calls)).toFixed(1)];
  return `${name.padEnd(26)} ${ms.padStart(6)} ms CPU  ${each.padStart(6)} µs per call`;
}

function report(passes: readonly Pass[], shown: number): void {
  const [first] = passes;
  const later = passes.length > 1 ? passes.slice(1) : passes;
  if (first === undefined) return;
  const calls = first.calls.length;
  const parsing = Math.min(...passes.map((pass) => pass.parseMicros));
  const interpreting = Math.min(...later.map((pass) => pass.interpretMicros));
  const percent = (micros: number): string => `${((100 * micros) / Math.max(1, parsing)).toFixed(0)} % of JSON.parse`;
  console.log(`${calls} calls in ${first.lines} lines, ${(first.bytes / 1e6).toFixed(0)} MB; ${passes.length} passes`);
  console.log(row('JSON.parse of the lines', parsing, calls));
  console.log(`${row('interpret, first pass', first.interpretMicros, calls)}  ${percent(first.interpretMicros)}`);
  console.log(`${row('interpret, best later pass', interpreting, calls)}  ${percent(interpreting)}\n`);
  console.log(`${'tool'.padEnd(44)} ${'calls'.padStart(7)} ${'µs/call'.padStart(8)} ${'share'.padStart(7)}`);
  const tools = costsBy('name', later);
  const total = tools.reduce((sum, { micros }) => sum + micros, 0);
  for (const { name, calls: count, micros } of tools.slice(0, shown)) {
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
  const built = await loadBuilt(path.resolve(values.built ?? BUILT));
  const files = positionals.flatMap(logFiles);
  const passes = Array.from({ length: Number(values.rounds ?? 5) }, () => readAll(files, built));
  report(passes, Number(values.tools ?? 25));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
