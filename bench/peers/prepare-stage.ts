// Prepares the comparison: a home with made-up logs, and the other programs, installed from the registry without running
// their install scripts.

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateLibrary } from '../generate/library.ts';
import type { LibraryTruth } from '../generate/truth.ts';
import { meterSuccess } from '../meter/meter-process.ts';
import type { Peer, Stage } from './peer.ts';

export function makeHome({ home }: Stage, bytes: number): LibraryTruth {
  const made = join(home, 'made');
  const truth = generateLibrary({ dir: made, bytes, seed: 'peers' });
  for (const [from, to] of [
    ['projects', '.claude/projects'],
    ['sessions', '.codex/sessions'],
  ] as const) {
    mkdirSync(join(home, to, '..'), { recursive: true });
    if (existsSync(join(made, from))) renameSync(join(made, from), join(home, to));
  }
  rmSync(made, { recursive: true });
  return truth;
}

export async function install({ installed }: Stage, peers: readonly Peer[]): Promise<void> {
  const packages = peers.flatMap((peer) =>
    Object.entries(peer.packages).map(([name, version]) => `${name}@${version}`),
  );
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel', 'error'];
  await meterSuccess(npm, ['install', ...flags, ...new Set(packages)], { cwd: installed });
}
