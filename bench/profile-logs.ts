// Profiles of log folders, side by side: shares of record kinds, line sizes, tools, failures, parallel calls, copies of
// files, images. For comparing the generator with real logs. Counts only; no text of a log is ever printed.
//
//   npx tsx bench/profile-logs.ts <folder> [<folder> …]

import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { percentile } from './outcome/numbers.ts';
import { figure } from './outcome/table.ts';

type Json = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

class Counter {
  readonly counts = new Map<string, number>();

  add(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  share(name: string): number {
    const total = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    return total === 0 ? 0 : (this.counts.get(name) ?? 0) / total;
  }
}

class Profile {
  files = 0;
  bytes = 0;
  broken = 0;
  readonly lineBytes: number[] = [];
  readonly kinds = new Counter();
  readonly bytesOfKinds = new Counter();
  readonly tools = new Counter();
  readonly flags = new Counter();
  readonly callsOfMessages = new Counter();
  originalFileBytes = 0;
  images = 0;

  line(text: string): void {
    const size = Buffer.byteLength(text) + 1;
    this.bytes += size;
    this.lineBytes.push(size);
    let record: Json;
    try {
      record = asObject(JSON.parse(text));
    } catch {
      this.broken++;
      return;
    }
    const kind = kindOf(record);
    this.kinds.add(kind);
    this.bytesOfKinds.add(kind, size);
    this.#claude(record);
    this.#codex(record);
  }

  #claude(record: Json): void {
    const message = asObject(record['message']);
    for (const item of asList(message['content'])) {
      const block = asObject(item);
      if (block['type'] === 'tool_use') {
        this.tools.add(String(block['name']));
        this.callsOfMessages.add(String(message['id']));
      }
      if (block['type'] === 'image') this.images++;
      if (block['type'] === 'tool_result') {
        this.flags.add(block['is_error'] === true ? 'error' : 'fine');
        this.images += asList(block['content']).filter((part) => asObject(part)['type'] === 'image').length;
      }
    }
    const { originalFile, originalFileContents } = asObject(record['toolUseResult']);
    for (const copy of [originalFile, originalFileContents]) {
      if (typeof copy === 'string') this.originalFileBytes += Buffer.byteLength(JSON.stringify(copy));
    }
  }

  #codex(record: Json): void {
    const payload = asObject(record['payload']);
    const isCall = payload['type'] === 'function_call' || payload['type'] === 'custom_tool_call';
    if (record['type'] === 'response_item' && isCall) this.tools.add(String(payload['name']));
  }
}

function kindOf(record: Json): string {
  const type = String(record['type']);
  const inner = asObject(record['payload'])['type'] ?? asObject(record['data'])['type'];
  return typeof inner === 'string' ? `${type}/${inner}` : type;
}

async function profile(folder: string): Promise<Profile> {
  const made = new Profile();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  )) {
    made.files++;
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) made.line(line);
  }
  return made;
}

function percent(share: number): string {
  return share === 0 ? '' : `${figure(100 * share)} %`;
}

function rowsOf(profiles: readonly Profile[]): [string, string[]][] {
  const calls = (of: Profile): number => [...of.tools.counts.values()].reduce((sum, count) => sum + count, 0);
  const rows: [string, string[]][] = [];
  const add = (name: string, of: (profile: Profile) => string): unknown => rows.push([name, profiles.map(of)]);
  add('files', (of) => String(of.files));
  add('MB', (of) => figure(of.bytes / 1e6));
  add('lines', (of) => String(of.lineBytes.length));
  add('calls', (of) => String(calls(of)));
  add('bytes for each call', (of) => figure(of.bytes / calls(of)));
  add('bytes for each line', (of) => figure(of.bytes / of.lineBytes.length));
  for (const share of [0.5, 0.9, 0.99, 1])
    add(`line size, p${share * 100}`, (of) => figure(percentile(of.lineBytes, share)));
  add('results flagged as errors', (of) => percent(of.flags.share('error')));
  add('bytes in originalFile', (of) => percent(of.originalFileBytes / of.bytes));
  add('images for 10,000 calls', (of) => figure((10_000 * of.images) / calls(of)));
  for (const n of [1, 2, 3, 4]) {
    add(`messages with ${n}${n === 4 ? ' or more' : ''} calls`, (of) => {
      const sizes = [...of.callsOfMessages.counts.values()];
      return percent(sizes.filter((size) => (n === 4 ? size >= 4 : size === n)).length / Math.max(1, sizes.length));
    });
  }
  const listed = (of: (profile: Profile) => Counter, least: number): string[] =>
    [...new Set(profiles.flatMap((one) => [...of(one).counts.keys()]))]
      .map((name) => [name, Math.max(...profiles.map((one) => of(one).share(name)))] as const)
      .filter(([, share]) => share >= least)
      .sort((a, b) => b[1] - a[1])
      .map(([name]) => name);
  for (const kind of listed((of) => of.kinds, 0.002)) {
    add(`lines: ${kind}`, (of) => percent(of.kinds.share(kind)));
    add(`bytes: ${kind}`, (of) => percent(of.bytesOfKinds.share(kind)));
  }
  for (const tool of listed((of) => of.tools, 0.005)) add(`calls: ${tool}`, (of) => percent(of.tools.share(tool)));
  return rows;
}

const profiles: Profile[] = [];
for (const folder of process.argv.slice(2)) profiles.push(await profile(folder));
for (const [name, cells] of rowsOf(profiles)) {
  console.log(`${name.padEnd(52)}${cells.map((cell) => cell.padStart(14)).join('')}`);
}
