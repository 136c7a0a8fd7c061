// What each Claude Code version writes: which records, fields, tools and texts a session of that version has.

import { type Rng, Weighted } from '../rng.ts';

export interface Dialect {
  readonly version: string;
  readonly models: readonly string[];
  /** Envelope fields before the body (to 2.1.8x) or after it. */
  readonly envelope: 'before' | 'after';
  readonly gitBranch: boolean;
  /** The session's nickname on its records. */
  readonly nickname: boolean;
  readonly usage: 'plain' | 'cached' | 'geo' | 'iterations';
  /** Early records of a message hold a placeholder for output tokens. */
  readonly usagePlaceholder: boolean;
  readonly stopReason: boolean;
  readonly thinkingText: boolean;
  readonly caller: boolean;
  /** `promptId`, `entrypoint`. */
  readonly promptIds: boolean;
  /** `session_id` beside `sessionId`. */
  readonly sessionIdTwice: boolean;
  readonly effort: boolean;
  readonly blockIndex: boolean;
  readonly sourceAssistant: boolean;
  readonly denialKind: boolean;
  /** `progress` records: floods of shell, hook and agent progress. */
  readonly progress: boolean;
  /** `system` records that say which hook runs (1.0.4x – 1.0.5x). */
  readonly hookNotices: boolean;
  /** `attachment` records: hook outcomes, queued commands, reminders. */
  readonly attachments: boolean;
  /** mode, permission-mode, ai-title and last-prompt, re-appended again and again. */
  readonly stateRecords: boolean;
  readonly summaries: boolean;
  readonly snapshots: boolean;
  readonly snapshotDeltas: boolean;
  readonly stopHooks: boolean;
  readonly turnDuration: boolean;
  readonly queue: boolean;
  readonly queueRemoveText: boolean;
  readonly compaction: boolean;
  readonly microCompaction: boolean;
  readonly costState: boolean;
  /** Where subagents' records are. */
  readonly agents: 'inline' | 'flat' | 'folder';
  readonly agentMeta: boolean;
  readonly agentTool: 'Task' | 'Agent';
  readonly agentIdLength: number;
  /** Grammar of task notifications, or none. */
  readonly notices: 'none' | 'bare' | 'shells' | 'full';
  readonly agentsInBackground: number;
  readonly readSeparator: 'arrow' | 'tab';
  readonly editSnippet: boolean;
  /** Share of edits whose `originalFile` is null. */
  readonly nullOriginal: number;
  readonly writeOriginal: boolean;
  readonly bashSandbox: boolean;
  readonly bashNoOutput: boolean;
  readonly exitCodeText: boolean;
  readonly spill: boolean;
  readonly sibling: 'old' | 'named' | 'none';
  readonly tools: {
    readonly todo: boolean;
    readonly board: boolean;
    readonly search: number;
    readonly multiEdit: boolean;
    readonly list: boolean;
    readonly shellPoll: 'none' | 'BashOutput' | 'TaskOutput';
    readonly skill: boolean;
    readonly ask: boolean;
    readonly plan: boolean;
    readonly discover: boolean;
    readonly monitor: boolean;
    readonly workflow: boolean;
    readonly findings: boolean;
    readonly send: boolean;
  };
}

interface Release {
  readonly line: string;
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  /** Age of the releases, in days before the end of the timeline. */
  readonly age: readonly [number, number];
}

const RELEASES: readonly Release[] = [
  { line: '1.0', from: 17, to: 59, weight: 5, age: [525, 470] },
  { line: '1.0', from: 90, to: 128, weight: 4, age: [450, 410] },
  { line: '2.0', from: 0, to: 76, weight: 10, age: [405, 320] },
  { line: '2.1', from: 1, to: 42, weight: 40, age: [315, 265] },
  { line: '2.1', from: 43, to: 80, weight: 9, age: [264, 225] },
  { line: '2.1', from: 97, to: 178, weight: 10, age: [220, 160] },
  { line: '2.1', from: 190, to: 218, weight: 16, age: [158, 120] },
  { line: '2.1', from: 219, to: 325, weight: 11, age: [118, 1] },
];
const CHOICE = new Weighted(RELEASES.map((release) => [release, release.weight] as const));

/** A version and the age, in days, of a session that ran it. */
export function pickVersion(rng: Rng): { version: string; ageDays: number } {
  const release = CHOICE.pick(rng);
  const share = rng.float();
  const patch = Math.round(release.from + (release.to - release.from) * share);
  const ageDays = release.age[0] + (release.age[1] - release.age[0]) * share;
  return { version: `${release.line}.${patch}`, ageDays: ageDays - rng.float() * 0.9 };
}

function modelsOf(at: number): readonly string[] {
  if (at < 20_000)
    return at < 10_060 ? ['claude-sonnet-4-20250514', 'claude-opus-4-20250514'] : ['claude-sonnet-4-20250514'];
  if (at < 20_055) return ['claude-sonnet-4-5-20250929'];
  if (at < 21_032) return ['claude-opus-4-5-20251101', 'claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929'];
  if (at < 21_100) return ['claude-opus-4-6'];
  if (at < 21_160) return ['claude-opus-4-7'];
  if (at < 21_190) return ['claude-opus-4-8'];
  return ['claude-fable-5', 'claude-fable-5', 'claude-opus-4-8'];
}

function usageOf(at: number): Dialect['usage'] {
  if (at < 10_090) return 'plain';
  if (at < 21_017) return 'cached';
  return at < 21_097 ? 'geo' : 'iterations';
}

function noticesOf(at: number): Dialect['notices'] {
  if (at < 21_007) return 'none';
  if (at < 21_030) return 'bare';
  return at < 21_150 ? 'shells' : 'full';
}

function siblingOf(at: number): Dialect['sibling'] {
  if (at < 21_033) return 'old';
  return at < 21_161 ? 'named' : 'none';
}

function pollOf(at: number): Dialect['tools']['shellPoll'] {
  if (at < 10_060 || at >= 21_200) return 'none';
  return at < 20_064 ? 'BashOutput' : 'TaskOutput';
}

export function dialectOf(version: string): Dialect {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  /** 2.1.37 → 21037, so that versions compare as numbers. */
  const at = major * 10_000 + minor * 1000 + patch;
  const modern = at >= 21_097;
  return {
    version,
    models: modelsOf(at),
    envelope: modern ? 'after' : 'before',
    gitBranch: at >= 10_055,
    nickname: at >= 20_055 && !modern,
    usage: usageOf(at),
    usagePlaceholder: at < 21_220,
    stopReason: modern,
    thinkingText: !modern,
    caller: modern,
    promptIds: modern,
    sessionIdTwice: at >= 21_199,
    effort: at >= 21_212,
    blockIndex: at >= 21_270,
    sourceAssistant: at >= 20_077,
    denialKind: at >= 21_204,
    progress: at >= 21_010 && !modern,
    hookNotices: at >= 10_040 && at < 10_060,
    attachments: modern,
    stateRecords: at >= 21_114,
    summaries: at >= 10_090 && at < 21_020,
    snapshots: at >= 20_055,
    snapshotDeltas: at >= 21_208,
    stopHooks: at >= 20_070,
    turnDuration: at >= 21_002,
    queue: at >= 20_037,
    queueRemoveText: at >= 21_205,
    compaction: at >= 20_000,
    microCompaction: at >= 21_010 && at < 21_040,
    costState: at >= 21_270,
    agents: at < 20_000 ? 'inline' : at < 20_077 ? 'flat' : 'folder',
    agentMeta: at >= 21_100,
    agentTool: at < 21_063 ? 'Task' : 'Agent',
    agentIdLength: at < 21_000 ? 8 : at < 21_043 ? 7 : 17,
    notices: noticesOf(at),
    agentsInBackground: at < 21_007 ? 0 : at < 21_150 ? 0.15 : at < 21_232 ? 0.7 : 0.9,
    readSeparator: at < 10_020 || modern ? 'tab' : 'arrow',
    editSnippet: at < 21_010,
    nullOriginal: at < 21_208 ? 0 : 0.75,
    writeOriginal: at >= 20_000,
    bashSandbox: at < 10_060,
    bashNoOutput: at >= 21_038,
    exitCodeText: at >= 20_000,
    spill: at >= 21_002,
    sibling: siblingOf(at),
    tools: {
      todo: at < 21_016,
      board: at >= 21_016,
      search: at < 21_151 ? 1 : 0.08,
      multiEdit: at < 20_000,
      list: at < 10_060,
      shellPoll: pollOf(at),
      skill: at >= 21_001,
      ask: at >= 20_021,
      plan: at >= 10_120,
      discover: at >= 21_114,
      monitor: at >= 21_098,
      workflow: at >= 21_205,
      findings: at >= 21_205,
      send: at >= 21_100,
    },
  };
}
