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

interface Collected {
  readonly calls: Interpretable[];
  readonly bytes: number;
  readonly lines: number;
  readonly parseMicros: number;
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Every settled call of the files, and what JSON.parse of their lines cost. */
function collect(files: readonly string[], built: Built): Collected {
  const calls: Interpretable[] = [];
  let [bytes, lines, parseMicros] = [0, 0, 0];
  for (const [source, file] of files.entries()) {
    const content = readFileSync(file);
    if (content.length > FILE_MAX) continue;
    bytes += content.length;
    const cut = content.toString('utf8').split('\n');
    lines += cut.length;
    const records: unknown[] = [];
    const before = cpuMicros();
    for (const line of cut) {
      try {
        records.push(JSON.parse(line));
      } catch {
        records.push(undefined);
      }
    }
    parseMicros += cpuMicros() - before;
    takeCalls(cut, { file, source }, built, calls);
  }
  return { calls, bytes, lines, parseMicros };
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

function timeAll(calls: readonly Interpretable[], interpret: Built['interpret']): number {
  const before = cpuMicros();
  for (const call of calls) interpret(call);
  return cpuMicros() - before;
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

function report(collected: Collected, rounds: number, shown: number, interpret: Built['interpret']): void {
  const { calls, bytes, lines, parseMicros } = collected;
  // Mixed order first, as logs have them: that is what the compiler of the engine gets to see.
  const passes = Array.from({ length: rounds }, () => timeAll(calls, interpret));
  const groups = [...byTool(calls)].map(([name, group]) => {
    const micros = median(Array.from({ length: rounds }, () => timeAll(group, interpret)));
    return { name, count: group.length, micros };
  });
  const best = median(passes);
  const perCall = (micros: number): string => (micros / Math.max(1, calls.length)).toFixed(1);
  console.log(`${calls.length} calls in ${lines} lines, ${(bytes / 1e6).toFixed(0)} MB`);
  console.log(`JSON.parse of the lines   ${(parseMicros / 1000).toFixed(0)} ms CPU`);
  console.log(
    `interpret, first pass     ${((passes[0] ?? 0) / 1000).toFixed(0)} ms CPU, ${perCall(passes[0] ?? 0)} µs per call`,
  );
  console.log(`interpret, median of ${rounds}    ${(best / 1000).toFixed(0)} ms CPU, ${perCall(best)} µs per call`);
  console.log(`share of JSON.parse       ${((100 * best) / Math.max(1, parseMicros)).toFixed(0)} %\n`);
  console.log(`${'tool'.padEnd(44)} ${'calls'.padStart(7)} ${'µs/call'.padStart(8)} ${'share'.padStart(6)}`);
  const total = groups.reduce((sum, { micros }) => sum + micros, 0);
  for (const { name, count, micros } of groups.sort((a, b) => b.micros - a.micros).slice(0, shown)) {
    const share = `${((100 * micros) / Math.max(1, total)).toFixed(1)} %`;
    const each = (micros / count).toFixed(1);
    console.log(
      `${name.slice(0, 44).padEnd(44)} ${String(count).padStart(7)} ${each.padStart(8)} ${share.padStart(6)}`,
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
  const collected = collect(positionals.flatMap(logFiles), built);
  report(collected, Number(values.rounds ?? 5), Number(values.tools ?? 25), built.interpret);
}

await main();
