// Owns threads: the main one and its subagents, each tied to the call that started it, to any depth, without cycles.

import { MAIN_THREAD, type ThreadId } from '../model/observation.ts';
import type { Thread } from '../model/session.ts';
import { compareRefs } from '../model/source.ts';
import type { LinkFact } from './facts.ts';
import type { Paired } from './pair.ts';

export interface CallInThread {
  readonly callId: string;
  readonly pair: Paired;
}

interface Starter {
  readonly callId: string;
  readonly thread: ThreadId;
}

/**
 * Who started a thread, by the surest evidence first: the agent's own meta data or progress names the call; the call's
 * result names the agent; the call started the agent's workflow run; the call's input holds the agent's first prompt.
 */
function startersOf(links: readonly LinkFact[], calls: readonly CallInThread[]): Map<ThreadId, Starter> {
  const byCall = new Map<string, Starter>();
  const byAgent = new Map<string, Starter>();
  const byRun = new Map<string, Starter>();
  const byPrompt = new Map<number, Starter[]>();
  for (const { callId, pair } of calls) {
    const starter = { callId, thread: pair.request.thread };
    byCall.set(callId, starter);
    const { agentId, runId } = pair.result ?? { agentId: null, runId: null };
    if (agentId !== null && agentId !== starter.thread && !byAgent.has(agentId)) byAgent.set(agentId, starter);
    if (runId !== null && !byRun.has(runId)) byRun.set(runId, starter);
    const hash = pair.request.promptHash;
    if (hash === undefined) continue;
    const same = byPrompt.get(hash);
    if (same === undefined) byPrompt.set(hash, [starter]);
    else same.push(starter);
  }
  const starters = new Map<ThreadId, Starter>();
  const ordered = links.toSorted((a, b) => compareRefs(a.ref, b.ref));
  const tryAll = (find: (link: LinkFact) => Starter | undefined): void => {
    for (const link of ordered) {
      if (starters.has(link.agentId) || link.agentId === MAIN_THREAD) continue;
      const starter = find(link);
      if (starter !== undefined && starter.thread !== link.agentId) starters.set(link.agentId, starter);
    }
  };
  tryAll((link) => (link.callId === null ? undefined : byCall.get(link.callId)));
  for (const [agentId, starter] of byAgent) if (!starters.has(agentId)) starters.set(agentId, starter);
  tryAll((link) => (link.runId === null ? undefined : byRun.get(link.runId)));
  // Two calls with the same prompt: each takes one thread, in order.
  tryAll((link) => (link.promptHash === null ? undefined : byPrompt.get(link.promptHash)?.shift()));
  return starters;
}

export function threadsOf(
  ids: ReadonlySet<ThreadId>,
  links: readonly LinkFact[],
  calls: readonly CallInThread[],
): Map<ThreadId, Thread> {
  const starters = startersOf(links, calls);
  const about = new Map<
    ThreadId,
    { agentType: string | null; description: string | null; parentAgentId: string | null }
  >();
  for (const link of links) {
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
