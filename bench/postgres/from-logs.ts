// How fast logs are loaded into an empty store, next to SQLite: `toolscope index` of the same logs, in turns. Once with what
// the index needs, once as by default, with the archive and, in PostgreSQL, the logs themselves.

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../../src/store/postgres/database/connection.ts';
import { connectionSettings } from '../../src/store/postgres/database/connection-settings.ts';
import { meterToolscope } from '../meter/meter-process.ts';
import { lastLine } from '../meter/work.ts';
import { median } from '../outcome/numbers.ts';
import { serverCpu } from './server-cpu.ts';

const WAYS = [
  ['the index alone', ['--no-archive', '--blocks', 'none']],
  ['as it is by default', []],
] as const;

interface Figures {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly serverMs: number;
  readonly logBytes: number;
}

export interface EmptyStores {
  /** Returns the address of an empty database. All stay until the end: after very many files were deleted, making others takes longer. */
  make(): Promise<string>;
}

async function indexed(root: string, flags: readonly string[], store: string): Promise<Figures> {
  const data = mkdtempSync(join(tmpdir(), 'toolscope-bench-data-'));
  const watching = store === 'local' ? undefined : await Connection.open(connectionSettings(store), 1);
  try {
    const serverMs = watching === undefined ? () => 0 : await serverCpu(watching);
    const before = serverMs();
    const args = ['index', '--root', root, '--json', '--store', store, ...flags];
    const { wallMs, cpuMs = 0, stdout } = await meterToolscope(data, args);
    const told: { readonly totals: { readonly logBytes: number } } = JSON.parse(lastLine(stdout));
    return { wallMs, cpuMs, serverMs: serverMs() - before, logBytes: told.totals.logBytes };
  } finally {
    await watching?.close();
    rmSync(data, { recursive: true, force: true });
  }
}

function said(what: string, rounds: readonly Figures[]): string {
  const middle = (figure: (of: Figures) => number): number => median(rounds.map(figure));
  const seconds = (ms: number): string => (ms / 1000).toFixed(2).padStart(8);
  const speed = middle(({ logBytes, wallMs }) => logBytes / wallMs / 1000);
  return `${what.padEnd(28)}${seconds(middle(({ wallMs }) => wallMs))}${seconds(middle(({ cpuMs }) => cpuMs))}${seconds(
    middle(({ serverMs }) => serverMs),
  )}${speed.toFixed(1).padStart(8)}`;
}

/** The speed of one relative to the other, round by round; the median. */
function share(of: readonly Figures[], than: readonly Figures[], figure: (one: Figures) => number): string {
  return median(of.map((one, i) => figure(than[i] ?? one) / figure(one))).toFixed(2);
}

export async function measureFromLogs(root: string, stores: EmptyStores, rounds: number): Promise<void> {
  console.log(`${'indexing logs, middle of rounds'.padEnd(28)}  wall s   cpu s  server    MB/s`);
  for (const [name, flags] of WAYS) {
    const [local, shared]: [Figures[], Figures[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      local.push(await indexed(root, flags, 'local'));
      shared.push(await indexed(root, flags, await stores.make()));
    }
    console.log(name);
    console.log(said('  SQLite', local));
    console.log(said('  PostgreSQL', shared));
    console.log(
      `  speed × SQLite: ${share(shared, local, ({ wallMs }) => wallMs)} by the clock, ` +
        `${share(shared, local, ({ cpuMs }) => cpuMs)} by processor time without the server's, ` +
        `${share(shared, local, ({ cpuMs, serverMs }) => cpuMs + serverMs)} with it   (load ${loadavg()[0]?.toFixed(1)})`,
    );
  }
}
