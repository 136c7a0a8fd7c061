// Threads: the main one and its subagents, each tied to the call that started it, to any depth, without cycles.

import { MAIN_THREAD, type ThreadId } from '../model/observation.ts';
import type { Thread } from '../model/session.ts';
import { compareRefs } from '../model/source.ts';
import type { LinkFact } from './facts.ts';

/** A call that may have started a thread, and the thread it was made in. */
export interface Starter {
  readonly callId: string;
  readonly thread: ThreadId;
}

/** Calls by what they say about the agents they started. */
export interface StarterTables {
  byCall(callId: string): Starter | undefined;
  readonly byAgent: ReadonlyMap<string, Starter>;
  readonly byRun: ReadonlyMap<string, Starter>;
  /** In file order. */
  readonly byPrompt: ReadonlyMap<number, readonly Starter[]>;
}

/**
 * Which call started each thread, by the surest evidence first: the agent's own metadata or progress names the call; the call's
 * result names the agent; the call started the agent's workflow run; the call's input holds the agent's first prompt.
 */
function startersOf(ordered: readonly LinkFact[], tables: StarterTables): Map<ThreadId, Starter> {
  const starters = new Map<ThreadId, Starter>();
  const tryAll = (find: (link: LinkFact) => Starter | undefined): void => {
    for (const link of ordered) {
      if (starters.has(link.agentId) || link.agentId === MAIN_THREAD) continue;
      const starter = find(link);
      if (starter !== undefined && starter.thread !== link.agentId) starters.set(link.agentId, starter);
    }
  };
  tryAll((link) => (link.callId === null ? undefined : tables.byCall(link.callId)));
  for (const [agentId, starter] of tables.byAgent) {
    if (!starters.has(agentId) && agentId !== starter.thread) starters.set(agentId, starter);
  }
  tryAll((link) => (link.runId === null ? undefined : tables.byRun.get(link.runId)));
  // Two calls with the same prompt: each takes one thread, in order; one that already has its thread takes no other.
  const taken = new Set([...starters.values()].map(({ callId }) => callId));
  const nextOf = new Map<number, number>();
  tryAll(({ promptHash }) => {
    const same = promptHash === null ? undefined : tables.byPrompt.get(promptHash);
    if (promptHash === null || same === undefined) return undefined;
    let next = nextOf.get(promptHash) ?? 0;
    while (taken.has(same[next]?.callId ?? '')) next++;
    nextOf.set(promptHash, next + 1);
    return same[next];
  });
  return starters;
}

export function threadsOf(
  ids: ReadonlySet<ThreadId>,
  links: readonly LinkFact[],
  tables: StarterTables,
): Map<ThreadId, Thread> {
  const ordered = links.toSorted((a, b) => compareRefs(a.ref, b.ref));
  const starters = startersOf(ordered, tables);
  const about = new Map<
    ThreadId,
    { agentType: string | null; description: string | null; parentAgentId: string | null }
  >();
  for (const link of ordered) {
    const known = about.get(link.agentId);
    about.set(link.agentId, {
      agentType: known?.agentType ?? link.agentType,
      description: known?.description ?? link.description,
      parentAgentId: known?.parentAgentId ?? link.parentAgentId,
    });
  }
  const parentOf = (id: ThreadId): ThreadId | null => {
    if (id === MAIN_THREAD) return null;
    const named = about.get(id)?.parentAgentId;
    return starters.get(id)?.thread ?? (named !== null && named !== undefined && named !== id ? named : MAIN_THREAD);
  };
  const depthOf = (id: ThreadId): number => {
    const walked = new Set<ThreadId>();
    let depth = 0;
    for (let at: ThreadId | null = id; at !== null && at !== MAIN_THREAD && !walked.has(at); at = parentOf(at)) {
      walked.add(at);
      depth++;
    }
    return depth;
  };
  const threads = new Map<ThreadId, Thread>();
  for (const id of ids) {
    threads.set(id, {
      id,
      agentType: about.get(id)?.agentType ?? null,
      description: about.get(id)?.description ?? null,
      parentCall: starters.get(id)?.callId ?? null,
      parentThread: parentOf(id),
      depth: depthOf(id),
    });
  }
  return threads;
}
