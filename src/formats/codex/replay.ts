// Tells a parent's copied lines from the thread's own: forks and subagents begin with them. Evidence: B3, B9.
//
// R1  A `session_meta` with another id is the parent's, and what follows it is too. The same id again is not a replay:
//     Codex repeats a thread's own meta when it is resumed or its settings change.
// R2  Paginated files say it outright: a line whose ordinal is below `subagent_history_start_ordinal` is the parent's.
// R3  Copied lines get new timestamps but keep their turn ids. Ids of turns and threads hold the time of their making,
//     so a turn older than the thread is the parent's, and the first turn that is not ends the replay.
// R4  Where turns have no such ids, `started_at` of a `task_started` tells the same, but never for good: R5 still holds.
// R5  Without ids (2025), the copy is written in one go: a pause of more than a second ends it.

import type { Observation } from '../../model/observation.ts';
import { instant, type Line, timeOfId, turnOf } from './envelope.ts';
import type { Memory, OwnThread } from './memory.ts';
import { threadOfMeta } from './session.ts';

const PAUSE_MS = 1000;

function ownerOfTurn(line: Line, own: OwnThread): 'own' | 'parent' | null {
  if (own.createdMs === null) return null;
  const turnMs = timeOfId(turnOf(line));
  if (turnMs !== null) return turnMs < own.createdMs ? 'parent' : 'own';
  if (line.type !== 'event_msg' || line.payload['type'] !== 'task_started') return null;
  const startedMs = instant(line.payload['started_at']);
  // Whole seconds: a turn of the same second as the thread is the thread's.
  return startedMs === null ? null : startedMs + 1000 <= own.createdMs ? 'parent' : 'own';
}

/** Starts the replay that a thread's own meta announces. */
export function beginThread(own: OwnThread, copied: boolean, at: number | null, memory: Memory): void {
  memory.own = own;
  memory.replaying = copied && own.startOrdinal === null;
  memory.lastReplayAt = at;
}

function isForeignMeta(line: Line, own: OwnThread): boolean {
  const id = threadOfMeta(line.payload);
  return id !== undefined && id !== own.id;
}

/** Whether the line is a copy of the parent's. Remembers where in the replay the file is. */
export function isReplayed(line: Line, memory: Memory): boolean {
  const { own } = memory;
  if (own === null) return false;
  if (own.startOrdinal !== null && line.ordinal !== null) {
    memory.replaying = line.ordinal < own.startOrdinal;
    return memory.replaying;
  }
  if (line.type === 'session_meta') {
    memory.replaying = isForeignMeta(line, own);
    memory.lastReplayAt = line.seen.at;
    return memory.replaying;
  }
  const owner = own.forked || memory.replaying ? ownerOfTurn(line, own) : null;
  if (owner === 'parent' && timeOfId(turnOf(line)) !== null) memory.replayHasTurns = true;
  if (owner !== null) memory.replaying = owner === 'parent';
  if (!memory.replaying) return false;
  const { at } = line.seen;
  const paused = at !== null && memory.lastReplayAt !== null && at - memory.lastReplayAt > PAUSE_MS;
  if (paused && !memory.replayHasTurns) {
    memory.replaying = false;
    return false;
  }
  memory.lastReplayAt = at;
  return true;
}

/** What is kept of a parent's lines: its conversation and calls; its usage and title are its own. */
export function keptOfParent(observation: Observation): Observation[] {
  switch (observation.kind) {
    case 'call-requested':
    case 'message-spoken':
      return [{ ...observation, replayed: true }];
    case 'call-resulted':
    case 'result-supplemented':
      return [observation];
    default:
      return [];
  }
}
