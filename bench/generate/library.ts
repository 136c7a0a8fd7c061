// A whole library: how many sessions of which agent, how big, which ones are forks, and the truth about all of it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeClaudeSession } from './claude-code.ts';
import { writeCodexSession } from './codex.ts';
import { writeErrand } from './errand/errand.ts';
import { ERRANDS } from './errand/writers.ts';
import { DiskOutlet, type Outlet } from './outlet.ts';
import { Rng } from './rng.ts';
import { iso, type SessionRequest } from './session-request.ts';
import { TextPools } from './text-pools.ts';
import {
  type AgentName,
  addUp,
  ERRAND_AGENTS,
  type ErrandAgent,
  type LibraryTruth,
  type ModelledAgent,
  type SessionTruth,
} from './truth.ts';

export interface LibraryOptions {
  /** Holds `projects/` (Claude Code), `sessions/` (Codex) and `truth.json` afterwards. */
  readonly dir: string;
  /** Bytes of transcript lines to write; side files come on top. */
  readonly bytes: number;
  readonly seed?: string | number;
  readonly agents?: readonly AgentName[];
  /** Number of transcript files wanted: sessions are sized accordingly. */
  readonly filesTarget?: number;
  /** A session ends at its first step past this many calls. */
  readonly callsPerSession?: number;
  /** End of the timeline. Fixed by default, so that the same options give the same bytes. */
  readonly epochMs?: number;
  /** List every call in the truth. */
  readonly detail?: boolean;
  readonly onProgress?: (progress: LibraryProgress) => void;
}

export interface LibraryProgress {
  readonly bytes: number;
  readonly targetBytes: number;
  readonly sessions: number;
  readonly files: number;
}

export const FIXED_EPOCH_MS = Date.UTC(2026, 10, 1);
/** The default agents: the comparisons over time depend on these. */
export const USUAL_AGENTS: readonly AgentName[] = ['claude-code', 'codex'];
export const ALL_AGENTS: readonly AgentName[] = [...USUAL_AGENTS, ...ERRAND_AGENTS];
export const TRUTH_FILE = 'truth.json';

/** Share of the bytes, as in the logs this is modelled on. */
const SHARE: Readonly<Partial<Record<AgentName, number>>> = { 'claude-code': 0.7, codex: 0.3 };
const SMALL_SHARE = 0.1;
const FORKED = 0.07;
const CALLS_P50 = 28;
const CALLS_P90 = 117;
const CALLS_MAX = 700;

/** Writes a library to disk, with the truth next to it. */
export function generateLibrary(options: LibraryOptions): LibraryTruth {
  mkdirSync(options.dir, { recursive: true });
  const truth = writeLibrary(options, new DiskOutlet(options.dir));
  writeFileSync(join(options.dir, TRUTH_FILE), `${JSON.stringify(truth)}\n`);
  return truth;
}

/** Writes a library anywhere. */
export function writeLibrary(options: Omit<LibraryOptions, 'dir'>, outlet: Outlet): LibraryTruth {
  const seed = String(options.seed ?? 1);
  const agents = options.agents ?? USUAL_AGENTS;
  const epochMs = options.epochMs ?? FIXED_EPOCH_MS;
  const root = new Rng(`library-${seed}`);
  const pools = new TextPools(root);
  const sessions: SessionTruth[] = [];
  const written = new Map<AgentName, number>(agents.map((agent) => [agent, 0]));
  let files = 0;

  const request = (label: string): SessionRequest => {
    const rng = root.fork(label);
    const bytesLeft = options.bytes - outlet.bytes;
    const filesLeft = options.filesTarget === undefined ? null : Math.max(1, options.filesTarget - files);
    return {
      rng,
      pools,
      outlet,
      epochMs,
      budgetBytes:
        filesLeft === null || filesLeft === 1
          ? bytesLeft
          : Math.round((bytesLeft / filesLeft) * (0.6 + 0.8 * rng.float())),
      callTarget:
        options.callsPerSession ??
        (filesLeft === null ? rng.size(CALLS_P50, CALLS_P90, CALLS_MAX) : Number.POSITIVE_INFINITY),
      detail: options.detail ?? false,
    };
  };
  const add = (truths: readonly SessionTruth[]): void => {
    for (const truth of truths) {
      sessions.push(truth);
      files += truth.files.length;
      written.set(truth.agent, (written.get(truth.agent) ?? 0) + truth.bytes);
    }
    options.onProgress?.({ bytes: outlet.bytes, targetBytes: options.bytes, sessions: sessions.length, files });
  };

  for (let index = 0; outlet.bytes < options.bytes; index++) {
    const agent = nextAgent(agents, written);
    const label = `session-${index}`;
    const keepHistory = root.fork(`${label}-forked`).chance(FORKED);
    const made = writeSession(agent, request(label), keepHistory);
    add(made.truths);
    if (made.fork !== null && outlet.bytes < options.bytes) add(made.fork(request(`${label}-fork`)));
  }
  return {
    format: 1,
    seed,
    epoch: iso(epochMs),
    agents,
    totals: addUp(sessions, outlet.side),
    sessions,
  };
}

interface Made {
  readonly truths: readonly SessionTruth[];
  /** Writes a fork of what was just written. */
  readonly fork: ((request: SessionRequest) => readonly SessionTruth[]) | null;
}

function claude(request: SessionRequest, keepHistory: boolean): Made {
  const { truth, history } = writeClaudeSession(request, { keepHistory });
  return {
    truths: [truth],
    fork: history === null ? null : (next) => [writeClaudeSession(next, { from: history }).truth],
  };
}

const WRITERS: Readonly<Record<ModelledAgent, (request: SessionRequest, keepHistory: boolean) => Made>> = {
  'claude-code': claude,
  codex: (request, keepHistory) => writeCodexSession(request, { keepHistory }),
};

function isModelled(agent: ModelledAgent | ErrandAgent): agent is ModelledAgent {
  return agent in WRITERS;
}

function writeSession(agent: AgentName, request: SessionRequest, keepHistory: boolean): Made {
  if (isModelled(agent)) return WRITERS[agent](request, keepHistory);
  return { truths: [writeErrand(request, ERRANDS[agent])], fork: null };
}

/** The agent that is furthest behind its share. */
function nextAgent(agents: readonly AgentName[], written: ReadonlyMap<AgentName, number>): AgentName {
  const behind = (agent: AgentName): number => (written.get(agent) ?? 0) / (SHARE[agent] ?? SMALL_SHARE);
  const [first] = [...agents].sort((a, b) => behind(a) - behind(b));
  if (first === undefined) throw new RangeError('no agents to write for');
  return first;
}
