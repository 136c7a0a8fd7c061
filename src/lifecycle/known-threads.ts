// What is known about threads and the calls that may have started them. Starters are recomputed when something relevant was
// learned, and otherwise cached: a long session asks after every line.

import { MAIN_THREAD, type SubagentLinked, type ThreadId } from '../model/observation.ts';
import type { Thread } from '../model/session.ts';
import { compareRefs } from '../model/source.ts';
import type { KnownCalls } from './calls-by-id.ts';
import type { LinkFact, RequestFact, ResultFact } from './facts.ts';
import { starterTables } from './starter-tables.ts';
import { threadsOf } from './threads.ts';

/** Plain data, for a restart. */
export interface ThreadTrackerState {
  readonly ids: Set<ThreadId>;
  readonly links: LinkFact[];
  readonly linkKeys: Set<string>;
  /** Results by the agent, and by the workflow's run, that they name. */
  readonly agentCalls: Map<string, ResultFact>;
  readonly runCalls: Map<string, ResultFact>;
  readonly promptCalls: Map<number, Map<string, RequestFact>>;
}

/** The threads known so far. */
export interface KnownThreads {
  readonly byId: ReadonlyMap<ThreadId, Thread>;
  /** The main one, then in order of their start. */
  readonly list: readonly Thread[];
  /** The thread that each call started. */
  readonly startedBy: ReadonlyMap<string, ThreadId>;
}

/** A thread that is now tied to a different call, or tied for the first time. */
export interface MovedThread {
  readonly thread: ThreadId;
  /** The calls it was and is tied to. */
  readonly starters: readonly string[];
}

/** Returns whether it is the earliest so far. */
function noteEarliest(table: Map<string, ResultFact>, key: string, fact: ResultFact): boolean {
  const known = table.get(key);
  if (known !== undefined && compareRefs(fact.ref, known.ref) >= 0) return false;
  table.set(key, fact);
  return true;
}

function isSameLink(a: SubagentLinked, b: SubagentLinked): boolean {
  return (
    a.agentId === b.agentId &&
    a.callId === b.callId &&
    a.runId === b.runId &&
    a.parentAgentId === b.parentAgentId &&
    a.promptHash === b.promptHash &&
    a.agentType === b.agentType
  );
}

export class ThreadTracker {
  readonly #calls: KnownCalls;
  readonly #state: ThreadTrackerState;
  #known: KnownThreads | undefined;
  /** Checked for every observation, and nearly always the same. */
  #lastSeen: ThreadId | null = null;
  /** Repeated with every progress record of an agent. */
  #lastLink: SubagentLinked | null = null;
  /** Calls that would tie a thread, if their request were known. */
  #awaited: ReadonlySet<string> = new Set();
  /** What `moved` last reported. */
  #told: KnownThreads | undefined;

  constructor(calls: KnownCalls, state?: ThreadTrackerState) {
    this.#calls = calls;
    this.#state = state ?? {
      ids: new Set([MAIN_THREAD]),
      links: [],
      linkKeys: new Set(),
      agentCalls: new Map(),
      runCalls: new Map(),
      promptCalls: new Map(),
    };
    if (state !== undefined) this.#told = this.known();
  }

  save(): ThreadTrackerState {
    return this.#state;
  }

  see(thread: ThreadId): void {
    if (thread === this.#lastSeen) return;
    this.#lastSeen = thread;
    if (this.#state.ids.has(thread)) return;
    this.#state.ids.add(thread);
    this.#known = undefined;
  }

  link(link: SubagentLinked): void {
    if (this.#lastLink !== null && isSameLink(link, this.#lastLink)) return;
    this.#lastLink = link;
    const key = `${link.agentId} ${link.callId} ${link.runId} ${link.parentAgentId} ${link.promptHash} ${link.agentType}`;
    const { linkKeys, links } = this.#state;
    if (linkKeys.has(key)) return;
    linkKeys.add(key);
    links.push(link);
    this.see(link.agentId);
    this.#known = undefined;
  }

  /** Call after the request was added to its call's facts. */
  requested(fact: RequestFact): void {
    const { callId, promptHash } = fact;
    if (this.#awaited.has(callId)) this.#known = undefined;
    if (promptHash === undefined) return;
    const same = this.#state.promptCalls.get(promptHash) ?? new Map<string, RequestFact>();
    this.#state.promptCalls.set(promptHash, same);
    const known = same.get(callId);
    if (known !== undefined && compareRefs(fact.ref, known.ref) >= 0) return;
    same.set(callId, fact);
    this.#known = undefined;
  }

  resulted(fact: ResultFact): void {
    const { agentId, runId } = fact;
    const isAgentNews = agentId !== null && noteEarliest(this.#state.agentCalls, agentId, fact);
    const isRunNews = runId !== null && noteEarliest(this.#state.runCalls, runId, fact);
    if (isAgentNews || isRunNews) this.#known = undefined;
  }

  known(): KnownThreads {
    this.#known ??= this.#workOut();
    return this.#known;
  }

  /** Whether an agent itself names the call as the one that started it. */
  isNamed(callId: string): boolean {
    return this.#state.links.some((link) => link.callId === callId);
  }

  /** The threads whose starter changed since the last call. */
  moved(): readonly MovedThread[] {
    const now = this.known();
    const before = this.#told;
    if (now === before) return [];
    this.#told = now;
    const moved: MovedThread[] = [];
    for (const thread of new Set([...(before?.byId.keys() ?? []), ...now.byId.keys()])) {
      const [old, fresh] = [before?.byId.get(thread)?.parentCall ?? null, now.byId.get(thread)?.parentCall ?? null];
      if (old !== fresh) moved.push({ thread, starters: [old, fresh].filter((callId) => callId !== null) });
    }
    return moved;
  }

  #workOut(): KnownThreads {
    const { ids, links, agentCalls, runCalls, promptCalls } = this.#state;
    const byId = threadsOf(ids, links, starterTables(this.#calls, agentCalls, runCalls, promptCalls));
    const named = [
      ...links.flatMap(({ callId }) => (callId === null ? [] : [callId])),
      ...[...agentCalls.values(), ...runCalls.values()].map(({ callId }) => callId),
    ];
    this.#awaited = new Set(named.filter((callId) => (this.#calls.get(callId)?.requests.length ?? 0) === 0));
    const list = this.#inOrder([...byId.values()]);
    const startedBy = new Map<string, ThreadId>();
    for (const { id, parentCall } of list) if (parentCall !== null) startedBy.set(parentCall, id);
    return { byId, list, startedBy };
  }

  /** The main one, then in order of their start: not as they were seen, because files may grow in any order. */
  #inOrder(threads: readonly Thread[]): Thread[] {
    const startOf = ({ parentCall }: Thread): number => {
      const requests = parentCall === null ? undefined : this.#calls.get(parentCall)?.requests;
      return (requests ?? []).reduce((first, { ref }) => Math.min(first, ref.offset), Number.MAX_SAFE_INTEGER);
    };
    return threads
      .map((thread) => ({ thread, start: startOf(thread) }))
      .sort((a, b) => a.thread.depth - b.thread.depth || a.start - b.start || (a.thread.id < b.thread.id ? -1 : 1))
      .map(({ thread }) => thread);
  }
}
