// The light facts kept of each call: everything observed about one call id, without bodies. Plain data.

import { fingerprint } from '../base/hash.ts';
import { SharedTexts } from '../base/shared-texts.ts';
import type { TaskReference } from '../model/interpretation.ts';
import type {
  BackgroundEnded,
  CallRequested,
  CallResulted,
  HookRan,
  PermissionDecided,
  ProgressMade,
  ResultSupplemented,
  SubagentLinked,
} from '../model/observation.ts';
import { compareRefs, isLonger, type LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import type { HookReport } from './hook-reports.ts';

type Optional<Of, Keys extends keyof Of> = Omit<Of, Keys> & { readonly [Key in Keys]?: Of[Key] | undefined };

/** A request without its body. */
export type RequestFact = Optional<
  Omit<CallRequested, 'kind' | 'input'>,
  'parentCall' | 'implied' | 'promptHash' | 'wirePointer' | 'replayed'
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
  readonly lastRef: LineRef | null;
  readonly lastAt: number | null;
  readonly elapsedMs: number | null;
  readonly count: number;
}

export type PermissionFact = Omit<PermissionDecided, 'kind'>;
/** An end observed by a look at the work also has a text, if it failed. */
export type EndFact = Omit<BackgroundEnded, 'kind'> & Pick<TaskReference, 'said'>;
export type LinkFact = Omit<SubagentLinked, 'kind'>;

/** All that is known under one call id. Ids are not unique everywhere: see pair.ts. */
export interface CallFacts {
  readonly callId: string;
  requests: RequestFact[];
  results: ResultFact[];
  supplements: SupplementFact[];
  hooks: HookRun[];
  permissions: PermissionFact[];
  /** Hook reports about it; present only if there are any. */
  heard?: HookReport[];
  progress: ProgressFact;
  cleared: boolean;
}

/** Most calls have none of most things: they share one empty list, which must not be added to. */
const NONE: never[] = [];
Object.freeze(NONE);
const NO_PROGRESS: ProgressFact = { lastRef: null, lastAt: null, elapsedMs: null, count: 0 };

export function emptyFacts(callId: string): CallFacts {
  const facts: CallFacts = {
    callId,
    requests: NONE,
    results: NONE,
    supplements: NONE,
    hooks: NONE,
    permissions: NONE,
    progress: NO_PROGRESS,
    cleared: false,
  };
  // Assigned again, so that the engine does not take them for constant fields: few calls change them, and the first one that did
  // would deoptimize all code that reads facts.
  facts.progress = NO_PROGRESS;
  facts.cleared = false;
  return facts;
}

/** Lists up to this long are copied for each further item. */
const SHORT_LIST = 8;

/** The list with one more. A short list is allocated at its exact length: one that is pushed to has room for seventeen. */
export function withOne<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  if (list.length < SHORT_LIST) return list.concat([item]);
  list.push(item);
  return list;
}

/** Interned strings that recur from fact to fact, by kind. */
export class FactTexts {
  readonly threads = new SharedTexts();
  readonly tools = new SharedTexts();
  readonly models = new SharedTexts();
  readonly inputs = new SharedTexts();
  readonly contents = new SharedTexts();
  readonly companions = new SharedTexts();
  readonly hookEvents = new SharedTexts();
  readonly hookNames = new SharedTexts();
  readonly hookCommands = new SharedTexts();
}

export function requestFact(seen: CallRequested, texts: FactTexts): RequestFact {
  return {
    ref: seen.ref,
    at: seen.at,
    thread: texts.threads.of(seen.thread),
    callId: seen.callId,
    tool: texts.tools.of(seen.tool),
    record: seen.record,
    group: seen.group,
    model: seen.model === null ? null : texts.models.of(seen.model),
    pointer: texts.inputs.of(seen.pointer),
    fingerprint: fingerprint(seen.input),
    parentCall: seen.parentCall,
    implied: seen.implied,
    promptHash: seen.promptHash,
    wirePointer: seen.wirePointer,
    replayed: seen.replayed,
  };
}

/** Whether it is a request so far known by fewer of its lines; then it replaces that one. */
export function noteLonger(facts: CallFacts, fact: RequestFact): boolean {
  const at = facts.requests.findIndex(({ ref }) => isLonger(fact.ref, ref));
  if (at !== -1) facts.requests = facts.requests.with(at, fact);
  return at !== -1;
}

/** The result of a call; `known` is what is known about it so far. */
export function resultFact(seen: CallResulted, known: CallFacts, texts: FactTexts): ResultFact {
  const asked = known.requests[0]?.record;
  const { content, structured } = seen.pointers;
  return {
    ref: seen.ref,
    at: seen.at,
    thread: texts.threads.of(seen.thread),
    callId: known.callId,
    verdict: seen.verdict,
    record: seen.record,
    requestRecord: seen.requestRecord === asked ? asked : seen.requestRecord,
    background: seen.background,
    agentId: seen.agentId,
    runId: seen.runId,
    pointers: {
      content: texts.contents.of(content),
      structured: structured === null ? null : texts.companions.of(structured),
    },
    reportedMs: seen.reportedMs,
    continues: seen.continues,
    isWrittenWithRequest: seen.isWrittenWithRequest,
  };
}

/** A session has as many hook runs as calls or more, and a handful of different hooks. */
export function hookRun(seen: HookRan, texts: FactTexts): HookRun {
  return {
    event: texts.hookEvents.of(seen.event),
    name: texts.hookNames.of(seen.name),
    command: seen.command === null ? null : texts.hookCommands.of(seen.command),
    outcome: seen.outcome,
    exitCode: seen.exitCode,
    durationMs: seen.durationMs,
    decision: seen.decision,
    message: seen.message,
    at: seen.at,
    ref: seen.ref,
  };
}

export function noteSupplement(facts: CallFacts, { ref, pointer }: ResultSupplemented): void {
  facts.supplements = withOne(facts.supplements, { ref, pointer });
}

export function notePermission(facts: CallFacts, seen: PermissionDecided): void {
  facts.permissions = withOne(facts.permissions, seen);
}

export function noteHook(facts: CallFacts, seen: HookRan, texts: FactTexts): void {
  facts.hooks = withOne(facts.hooks, hookRun(seen, texts));
}

export function noteProgress(facts: CallFacts, { ref, at, elapsedMs }: ProgressMade): void {
  const { progress } = facts;
  const count = progress.count + 1;
  const isLast = progress.lastRef === null || compareRefs(progress.lastRef, ref) < 0;
  facts.progress = isLast ? { lastRef: ref, lastAt: at, elapsedMs, count } : { ...progress, count };
}
