// Owns the light facts kept of each call: everything observed about one call id, without bodies. Plain data.

import type {
  BackgroundEnded,
  CallRequested,
  CallResulted,
  PermissionDecided,
  SubagentLinked,
} from '../model/observation.ts';
import type { LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';

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
export type ResultFact = Optional<Omit<CallResulted, 'kind' | 'content' | 'structured'>, 'reportedMs' | 'continues'>;

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
  readonly requests: RequestFact[];
  readonly results: ResultFact[];
  readonly supplements: SupplementFact[];
  readonly hooks: HookRun[];
  readonly permissions: PermissionFact[];
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
