// Owns the light facts kept of each call: everything observed about one call id, without bodies. Plain data.

import { fingerprint } from '../base/hash.ts';
import type {
  BackgroundEnded,
  CallRequested,
  CallResulted,
  HookRan,
  PermissionDecided,
  ProgressMade,
  SubagentLinked,
} from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import type { HeardFact } from './heard.ts';

type Optional<Of, Keys extends keyof Of> = Omit<Of, Keys> & { readonly [Key in Keys]?: Of[Key] | undefined };

/** A request without its body. */
export type RequestFact = Optional<
  Omit<CallRequested, 'kind' | 'input'>,
  'parentCall' | 'implied' | 'promptHash' | 'wirePointer'
> & {
  /** Recognises the same input again. */
  readonly fingerprint: number;
};

/** A result without its bodies. */
export type ResultFact = Optional<
  Omit<CallResulted, 'kind' | 'content' | 'structured'>,
  'reportedMs' | 'continues' | 'isWrittenWithRequest'
>;

export interface SupplementFact {
  readonly ref: LineRef;
  readonly pointer: string;
}

export interface ProgressFact {
  count: number;
  lastAt: number | null;
  elapsedMs: number | null;
  lastRef: LineRef | null;
}

export type PermissionFact = Omit<PermissionDecided, 'kind'>;
export type EndFact = Omit<BackgroundEnded, 'kind'>;
export type LinkFact = Omit<SubagentLinked, 'kind'>;

/** All that is known under one call id. Ids are not unique everywhere: see pair.ts. */
export interface CallFacts {
  readonly callId: string;
  requests: RequestFact[];
  results: ResultFact[];
  readonly supplements: SupplementFact[];
  hooks: HookRun[];
  readonly permissions: PermissionFact[];
  /** What hooks told of it; only where they did. */
  heard?: HeardFact[];
  readonly progress: ProgressFact;
  cleared: boolean;
}

export function emptyFacts(callId: string): CallFacts {
  return {
    callId,
    requests: [],
    results: [],
    supplements: [],
    hooks: [],
    permissions: [],
    progress: { count: 0, lastAt: null, elapsedMs: null, lastRef: null },
    cleared: false,
  };
}

/** The list with one more. A list of one is made as such: one that grew from nothing has room for seventeen. */
export function withOne<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

export function requestFact(seen: CallRequested): RequestFact {
  return {
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId: seen.callId,
    tool: seen.tool,
    record: seen.record,
    group: seen.group,
    model: seen.model,
    pointer: seen.pointer,
    fingerprint: fingerprint(seen.input),
    parentCall: seen.parentCall,
    implied: seen.implied,
    promptHash: seen.promptHash,
    wirePointer: seen.wirePointer,
  };
}

export function resultFact(seen: CallResulted): ResultFact {
  return {
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId: seen.callId,
    verdict: seen.verdict,
    record: seen.record,
    requestRecord: seen.requestRecord,
    background: seen.background,
    agentId: seen.agentId,
    runId: seen.runId,
    pointers: seen.pointers,
    reportedMs: seen.reportedMs,
    continues: seen.continues,
    isWrittenWithRequest: seen.isWrittenWithRequest,
  };
}

export function hookRun({
  event,
  name,
  command,
  outcome,
  exitCode,
  durationMs,
  decision,
  message,
  at,
  ref,
}: HookRan): HookRun {
  return { event, name, command, outcome, exitCode, durationMs, decision, message, at, ref };
}

export function noteHook(facts: CallFacts, seen: HookRan): void {
  facts.hooks = withOne(facts.hooks, hookRun(seen));
}

export function noteProgress({ progress }: CallFacts, { ref, at, elapsedMs }: ProgressMade): void {
  progress.count++;
  if (progress.lastRef !== null && compareRefs(progress.lastRef, ref) >= 0) return;
  progress.lastRef = ref;
  progress.lastAt = at;
  progress.elapsedMs = elapsedMs;
}
