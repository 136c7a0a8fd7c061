// Writes Claude Code sessions with their subagents and side files, and records the truth about them.

import { writeWarmUp } from './claude-code/agents.ts';
import { writeCostState, writeOpening } from './claude-code/bookkeeping.ts';
import type { Actor } from './claude-code/calls.ts';
import { leaveOneQueued } from './claude-code/notices.ts';
import { ClaudeSession, type History, HistoryKeeper } from './claude-code/session.ts';
import { playTurn } from './claude-code/turns.ts';
import { iso, type SessionRequest } from './session-request.ts';
import type { SessionTruth } from './truth.ts';

export type { History } from './claude-code/session.ts';

export interface WrittenSession {
  readonly truth: SessionTruth;
  /** Only on request: what a fork of this session begins with. */
  readonly history: History | null;
}

const HISTORY_LIMIT = 1_500_000;

/** Writes a new session, or one that was forked from another's history. */
export function writeClaudeSession(
  request: SessionRequest,
  options: { from?: History; keepHistory?: boolean } = {},
): WrittenSession {
  const from = options.from ?? null;
  const keeper = options.keepHistory === true ? new HistoryKeeper(HISTORY_LIMIT) : null;
  const session = new ClaudeSession(request, { from, keep: keeper });
  const actor: Actor = {
    thread: session.main,
    stage: session.stage,
    model: session.rng.pick(session.dialect.models),
    recent: [],
  };
  if (from !== null) replay(session, from);
  writeOpening(session);
  if (session.dialect.agents === 'flat' && session.rng.chance(0.5)) writeWarmUp(session);
  let history: History | null = null;
  do {
    playTurn(session, actor);
    if (keeper?.open === true && (keeper.full || session.done || session.rng.chance(0.3))) {
      keeper.open = false;
      history = historyOf(session, keeper);
    }
  } while (!session.done);
  leaveOneQueued(session);
  if (session.dialect.costState) writeCostState(session);
  session.close();
  const truth = session.tally.finish({
    agent: 'claude-code',
    id: session.facts.sessionId,
    version: session.dialect.version,
    forkedFrom: from?.sessionId ?? null,
    parent: null,
    startedAt: iso(session.startedMs),
    endedAt: iso(session.facts.clock.now),
  });
  return { truth, history };
}

function historyOf(session: ClaudeSession, keeper: HistoryKeeper): History {
  const { facts } = session;
  return {
    sessionId: facts.sessionId,
    version: session.dialect.version,
    cwd: facts.cwd,
    gitBranch: facts.gitBranch,
    title: session.title,
    lines: keeper.lines,
    leaf: session.main.leaf,
    calls: keeper.calls,
    results: keeper.results,
    endMs: facts.clock.now,
  };
}

/** A fork's file begins with the other session's records: same uuids and times, its own session id. */
function replay(session: ClaudeSession, from: History): void {
  const { main, facts, tally } = session;
  for (const line of from.lines) {
    main.state(
      line
        .replaceAll(`"sessionId":"${from.sessionId}"`, `"sessionId":"${facts.sessionId}"`)
        .replaceAll(`"session_id":"${from.sessionId}"`, `"session_id":"${facts.sessionId}"`),
    );
  }
  main.leaf = from.leaf;
  tally.copy(from.calls, from.results);
}
