// The definition of another program in the comparison: its packages, how it is run, and what it found.

import type { AgentName } from '../generate/truth.ts';
import type { Metered, MeterOptions } from '../meter/meter-process.ts';

/** How many; null where the program does not say. */
export interface Found {
  readonly calls: number | null;
  readonly errors: number | null;
}

export interface Stage {
  /** `HOME` for all programs: `.claude/projects` and `.codex/sessions` are the library. */
  readonly home: string;
  /** Where packages are installed; programs in `node_modules/.bin`. */
  readonly installed: string;
  /** For what a program writes; empty before each run. */
  readonly output: string;
  /** Runs a program without network, with only `HOME` and `PATH` in its environment. */
  run(program: string, args: readonly string[], options?: Pick<MeterOptions, 'env' | 'outputFile'>): Promise<Metered>;
}

export interface PeerRun {
  readonly metered: Metered;
  readonly found: Found;
}

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** What it is run for. */
  readonly does: string;
  readonly agents: readonly AgentName[];
  /** Exact versions, from the registry. None for Toolscope itself. */
  readonly packages: Readonly<Record<string, string>>;
  run(stage: Stage): Promise<PeerRun>;
}

/** Programs that cannot be compared, with the reason. */
export interface LeftOut {
  readonly name: string;
  readonly version: string;
  readonly reason: string;
}

export const NOTHING_SAID: Found = { calls: null, errors: null };
