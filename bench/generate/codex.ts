// Writes Codex rollouts with the rollouts of their subagents, and records the truth about them.

import type { SpawnAgent } from './codex/agents.ts';
import { writeContextMessages, writeMeta } from './codex/opening.ts';
import { type CodexHistory, type CodexParent, CodexSession } from './codex/session.ts';
import { playCodexTurn } from './codex/turns.ts';
import { iso, type SessionRequest } from './session-request.ts';
import type { SessionTruth } from './truth.ts';

export interface WrittenRollouts {
  /** The rollout asked for, then those of its subagents. */
  readonly truths: readonly SessionTruth[];
  /** Writes a fork of the rollout; null unless its history was kept. */
  readonly fork: ((request: SessionRequest) => readonly SessionTruth[]) | null;
}

const HISTORY_LIMIT = 1_200_000;
const AGENT_CALLS_P50 = 8;
const AGENT_CALLS_P90 = 24;
const AGENT_CALLS_MAX = 60;

export function writeCodexSession(
  request: SessionRequest,
  options: { from?: CodexHistory; keepHistory?: boolean } = {},
): WrittenRollouts {
  const children: SessionTruth[] = [];
  const from = options.from ?? null;
  const session = new CodexSession(request, { from, parent: null, keep: options.keepHistory === true });
  writeMeta(session, from, null);
  if (from !== null && !session.dialect.paginated) session.replay(from);
  session.clock.pass(session.rng.size(20_000, 90_000, 900_000));
  writeContextMessages(session);
  const spawn: SpawnAgent | null = session.dialect.agents
    ? (path) => {
        const child = writeAgent(session, path);
        children.push(child);
        return child.id;
      }
    : null;
  let history: CodexHistory | null = null;
  do {
    playCodexTurn(session, spawn);
    if (session.kept !== null && (session.done || session.rng.chance(0.4) || sizeOf(session.kept) > HISTORY_LIMIT)) {
      history = historyOf(session, session.kept);
      session.kept = null;
    }
  } while (!session.done);
  session.close();
  const truth = truthOf(session, { forkedFrom: from?.threadId ?? null, parent: null });
  const kept = history;
  return {
    truths: [truth, ...children],
    fork: kept === null ? null : (next) => writeCodexSession(next, { from: kept }).truths,
  };
}

/** A subagent: its own rollout, which names the thread that started it. */
function writeAgent(starter: CodexSession, path: string): SessionTruth {
  const { request, rng, tally } = starter;
  const parent: CodexParent = {
    threadId: starter.threadId,
    version: starter.dialect.version,
    cwd: starter.cwd,
    startMs: starter.clock.now,
    path,
  };
  const callTarget = rng.size(AGENT_CALLS_P50, AGENT_CALLS_P90, AGENT_CALLS_MAX);
  const child = { ...request, rng: rng.fork(path), budgetBytes: Math.max(1, starter.bytesLeft), callTarget };
  const session = new CodexSession(child, { from: null, parent, keep: false });
  writeMeta(session, null, parent);
  writeContextMessages(session);
  do playCodexTurn(session, null);
  while (!session.done);
  session.close();
  tally.subagents++;
  return truthOf(session, { forkedFrom: null, parent: starter.threadId });
}

function truthOf(session: CodexSession, kin: { forkedFrom: string | null; parent: string | null }): SessionTruth {
  return session.tally.finish({
    agent: 'codex',
    id: session.threadId,
    version: session.dialect.version,
    ...kin,
    startedAt: iso(session.startedMs),
    endedAt: iso(session.clock.now),
  });
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function historyOf(session: CodexSession, lines: readonly string[]): CodexHistory {
  const { tally } = session;
  return {
    threadId: session.threadId,
    version: session.dialect.version,
    cwd: session.cwd,
    lines,
    calls: tally.calls,
    results: tally.results,
    selfContained: tally.selfContained,
    endMs: session.clock.now,
  };
}
