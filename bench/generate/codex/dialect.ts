// What each Codex version writes: its shell tool, its events, and how much of each response item is kept.

import { type Rng, Weighted } from '../rng.ts';

export interface CodexDialect {
  readonly version: string;
  readonly originator: string;
  readonly source: string | null;
  readonly model: string;
  readonly contextWindow: number;
  readonly shell: 'shell' | 'shell_command' | 'exec_command' | 'exec';
  /** How `apply_patch` reports: a JSON document in a string, or text. */
  readonly patchOutput: 'json' | 'text';
  /** `turn_context`: never, before every model message, or once per turn. */
  readonly turnContext: 'never' | 'message' | 'turn';
  /** `task_started` and `task_complete`. */
  readonly taskEvents: boolean;
  /** `patch_apply_end`, `web_search_end`, `mcp_tool_call_end`. */
  readonly endEvents: boolean;
  /** `user_message`, `agent_message`, `agent_reasoning` beside the response items. */
  readonly twinEvents: boolean;
  readonly reasoningSummary: boolean;
  readonly phases: boolean;
  /** Response items have ids and name their turn. */
  readonly itemIds: boolean;
  readonly worldState: boolean;
  readonly rateLimits: boolean;
  /** Lines are numbered and everything that ran is an `item_completed`. */
  readonly paginated: boolean;
  readonly agents: boolean;
  readonly parallel: boolean;
}

interface Release {
  readonly versions: readonly string[];
  readonly weight: number;
  readonly age: readonly [number, number];
}

const RELEASES: readonly Release[] = [
  { versions: ['0.34.0', '0.36.0', '0.39.0'], weight: 14, age: [395, 350] },
  { versions: ['0.92.0', '0.93.0', '0.94.0'], weight: 34, age: [290, 265] },
  { versions: ['0.133.0-alpha.1', '0.135.0', '0.136.0', '0.142.5'], weight: 24, age: [165, 120] },
  { versions: ['0.144.2', '0.144.5', '0.145.0-alpha.18'], weight: 20, age: [118, 95] },
  { versions: ['0.147.0', '0.153.0', '0.159.0'], weight: 8, age: [80, 1] },
];
const CHOICE = new Weighted(RELEASES.map((release) => [release, release.weight] as const));

export function pickCodexVersion(rng: Rng): { version: string; ageDays: number } {
  const release = CHOICE.pick(rng);
  const index = rng.int(release.versions.length);
  const share = (index + rng.float()) / release.versions.length;
  return {
    version: release.versions[index] ?? '0.92.0',
    ageDays: release.age[0] + (release.age[1] - release.age[0]) * share,
  };
}

function shellOf(minor: number): CodexDialect['shell'] {
  if (minor < 50) return 'shell';
  if (minor < 100) return 'shell_command';
  return minor < 144 ? 'exec_command' : 'exec';
}

function modelOf(minor: number): string {
  if (minor < 50) return 'gpt-5-codex';
  if (minor < 100) return 'gpt-5.2-codex';
  return minor < 144 ? 'gpt-5.5' : 'gpt-5.6-sol';
}

export function codexDialectOf(version: string): CodexDialect {
  const minor = Number(version.split('.')[1] ?? 0);
  const desktop = minor >= 100;
  return {
    version,
    originator: desktop ? 'Codex Desktop' : 'codex_cli_rs',
    source: minor < 50 ? null : desktop ? 'vscode' : 'cli',
    model: modelOf(minor),
    contextWindow: desktop ? 258_400 : 272_000,
    shell: shellOf(minor),
    patchOutput: minor < 100 ? 'json' : 'text',
    turnContext: minor < 50 ? 'never' : desktop ? 'turn' : 'message',
    taskEvents: desktop,
    endEvents: desktop && minor < 147,
    twinEvents: minor < 147,
    reasoningSummary: minor >= 50 && minor < 100,
    phases: desktop,
    itemIds: minor >= 144,
    worldState: minor >= 144,
    rateLimits: minor >= 50,
    paginated: minor >= 147,
    agents: minor >= 144 && minor < 147,
    parallel: minor >= 92 && minor < 144,
  };
}
