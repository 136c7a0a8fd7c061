// Hook reports that name no call: those about a call are matched by tool, input and time; of those about the session itself the
// last of each kind counts.

import type { CallHeard, HeardActivity, SessionHeard } from '../model/observation.ts';
import type { HeardWord } from '../model/session.ts';
import { compareRefs } from '../model/source.ts';
import type { KnownCalls } from './calls-by-id.ts';
import type { CallFacts } from './facts.ts';
import { compareReports, type HookReport, keepWord } from './hook-reports.ts';

/** Plain data, for a restart. */
export interface SessionHookReportsState {
  /** Reports that name no call, by tool and input. */
  readonly loose: Map<string, HookReport[]>;
  readonly words: Map<HeardActivity, HeardWord>;
}

const NO_WORDS: readonly HookReport[] = [];

function keyOf(tool: string, fingerprint: number): string {
  return `${fingerprint} ${tool}`;
}

/** The tools and inputs that identify a call: the log's, and the hooks', which can spell them differently. */
function keysOf({ requests, heard = [] }: CallFacts): Set<string> {
  const keys = new Set<string>();
  for (const { tool, fingerprint } of requests) keys.add(keyOf(tool, fingerprint));
  for (const { tool, fingerprint } of heard) if (fingerprint !== null) keys.add(keyOf(tool, fingerprint));
  return keys;
}

function file(index: Map<string, Set<string>>, key: string, callId: string): void {
  const same = index.get(key);
  if (same === undefined) index.set(key, new Set([callId]));
  else same.add(callId);
}

function indexOf(calls: KnownCalls): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>();
  for (const facts of calls.values()) for (const key of keysOf(facts)) file(index, key, facts.callId);
  return index;
}

interface Span {
  readonly callId: string;
  readonly from: number;
  readonly to: number;
}

/** When a call began and ended, according to everything dated: undefined when nothing is. */
function spanOf({ callId, requests, results, heard = [] }: CallFacts): Span | undefined {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const { at } of requests) if (at !== null && at < from) from = at;
  for (const { at, stage } of heard) {
    if (at < from) from = at;
    if (stage === 'after' || stage === 'failed' || stage === 'denied') to = Math.min(to, at);
  }
  for (const { at } of results) if (at !== null && at < to) to = at;
  return from === Number.POSITIVE_INFINITY ? undefined : { callId, from, to };
}

export class SessionHookReports {
  readonly #loose: SessionHookReportsState['loose'];
  readonly #words: SessionHookReportsState['words'];
  /** Loose reports since changes were last taken. */
  #fresh = new Set<string>();
  /** Calls by those keys: maintained from the first loose report on, to find changes. */
  #index: Map<string, Set<string>> | undefined;

  constructor(state?: SessionHookReportsState) {
    this.#loose = state?.loose ?? new Map();
    this.#words = state?.words ?? new Map();
  }

  save(): SessionHookReportsState {
    return { loose: this.#loose, words: this.#words };
  }

  /** Reports about the session, the last of each kind, in order of time. */
  get words(): readonly HeardWord[] {
    return [...this.#words.values()].sort((a, b) => a.at - b.at || compareRefs(a.ref, b.ref));
  }

  /** Whether there are reports that name no call. */
  get hasLoose(): boolean {
    return this.#loose.size > 0;
  }

  /** Whether the last known event of the session is its end. */
  hasEnded(lastAt: number | null): boolean {
    const ended = this.#words.get('ended');
    return ended !== undefined && lastAt !== null && ended.at >= lastAt;
  }

  noteWord({ what, event, message, thread, at, ref }: SessionHeard): void {
    if (at === null) return;
    const known = this.#words.get(what);
    const order = known === undefined ? 1 : at - known.at || compareRefs(ref, known.ref);
    if (order > 0) this.#words.set(what, { what, event, message, thread, at, ref });
  }

  /** Adds a report that names no call. */
  noteLoose({ kind: _, ...word }: CallHeard): void {
    if (word.fingerprint === null) return;
    const key = keyOf(word.tool, word.fingerprint);
    const words = this.#loose.get(key) ?? [];
    this.#loose.set(key, words);
    if (keepWord(words, word)) this.#fresh.add(key);
  }

  /**
   * Changed calls, and those that share loose reports with them: a report may have moved from one to another. Without `calls`
   * changes are not tracked.
   */
  widened(changed: ReadonlySet<string> | 'all', calls: KnownCalls | null): ReadonlySet<string> | 'all' {
    if (calls === null) return changed;
    const fresh = this.#fresh;
    this.#fresh = new Set();
    if (changed === 'all') {
      this.#index = undefined;
      return changed;
    }
    if (this.#loose.size === 0) return changed;
    this.#index ??= indexOf(calls);
    const all = new Set(changed);
    const touched = new Set(fresh);
    for (const callId of changed) {
      const facts = calls.get(callId);
      if (facts === undefined) continue;
      for (const key of keysOf(facts)) {
        file(this.#index, key, callId);
        if (this.#loose.has(key)) touched.add(key);
      }
    }
    for (const key of touched) for (const callId of this.#index.get(key) ?? []) all.add(callId);
    return all;
  }

  /** The loose reports of each requested call: made for one projection, while the facts do not change. */
  assigned(calls: KnownCalls): (facts: CallFacts) => readonly HookReport[] {
    if (this.#loose.size === 0) return () => NO_WORDS;
    const index = this.#index ?? indexOf(calls);
    const byKey = new Map<string, ReadonlyMap<string, readonly HookReport[]>>();
    return (facts) => {
      const words: HookReport[] = [];
      for (const key of keysOf(facts)) {
        if (!this.#loose.has(key)) continue;
        const shares = byKey.get(key) ?? this.#share(key, index.get(key) ?? [], calls);
        byKey.set(key, shares);
        words.push(...(shares.get(facts.callId) ?? []));
      }
      return words;
    };
  }

  /** Each report goes to the call that was running: one without such a report before one that has it, older first. */
  #share(key: string, callIds: Iterable<string>, calls: KnownCalls): Map<string, HookReport[]> {
    const shares = new Map<string, HookReport[]>();
    const spans = [...callIds]
      .flatMap((callId) => {
        const facts = calls.get(callId);
        const span = facts === undefined ? undefined : spanOf(facts);
        return span === undefined ? [] : [span];
      })
      .sort((a, b) => a.from - b.from || (a.callId < b.callId ? -1 : 1));
    let next = 0;
    let open: Span[] = [];
    for (const word of (this.#loose.get(key) ?? []).toSorted(compareReports)) {
      for (let span = spans[next]; span !== undefined && span.from <= word.at; span = spans[next]) {
        open.push(span);
        next++;
      }
      open = open.filter(({ to }) => to >= word.at);
      const lacks = ({ callId }: Span): boolean => !shares.get(callId)?.some(({ stage }) => stage === word.stage);
      const call = open.find(lacks) ?? open[0];
      if (call === undefined) continue;
      const share = shares.get(call.callId);
      if (share === undefined) shares.set(call.callId, [word]);
      else share.push(word);
    }
    return shares;
  }
}
