// Saved results: what was measured, on which machine, with which options. Without a date: the same commit on the same
// machine should give nearly the same file.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { MeasuredPoint } from '../growth/growth-table.ts';
import type { Row, Scale } from '../measure.ts';

export interface Results {
  readonly format: 1;
  readonly machine: string;
  readonly node: string;
  readonly scale: Scale;
  readonly rounds: number;
  readonly rows: readonly Row[];
}

const FOLDER = join(import.meta.dirname, '../results');
/** Of the last run on this machine; not in the repository. */
export const LATEST = join(FOLDER, 'latest.json');
/** The results to compare with. */
export const COMMITTED = join(FOLDER, 'committed.json');

export function machine(): string {
  const processors = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`;
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memory}, ${platform()} ${arch()}`;
}

/** Four digits are more precise than any measurement, and make small, readable files. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, rounded, 2)}\n`);
}

export function readResults(path: string): Results | undefined {
  if (!existsSync(path)) return undefined;
  const results: Results = JSON.parse(readFileSync(path, 'utf8'));
  return results.format === 1 ? results : undefined;
}

/** The last comparison with other programs. */
export const PEERS = join(FOLDER, 'peers.json');

export interface PeerResults {
  readonly format: 1;
  readonly machine: string;
  readonly node: string;
  readonly bytes: number;
  /** As Markdown. */
  readonly table: string;
  readonly leftOut: string;
}

/** The last growth curves. */
export const GROWTH = join(FOLDER, 'growth.json');

export interface GrowthResults {
  readonly format: 1;
  readonly machine: string;
  readonly node: string;
  readonly points: readonly MeasuredPoint[];
  /** As Markdown. */
  readonly table: string;
}
