// The tool call: the projection of everything observed about one call. Bodies stay in the log, by reference.

import type { Duration } from './duration.ts';
import type { Facts, ResultShape } from './interpretation.ts';
import type { BackgroundHandle, HookOutcome, PermissionDecided, ThreadId } from './observation.ts';
import type { CallStatus, Failure, MaskedFailure, Verdict } from './outcome.ts';
import type { Problem } from './problem.ts';
import type { BodyRef, LineRef } from './source.ts';

/** What an evidence line contributed. */
export type EvidenceRole =
  | 'request'
  | 'result'
  | 'structured'
  | 'hook'
  | 'permission'
  | 'progress'
  | 'end'
  | 'duplicate';

export interface Evidence extends LineRef {
  readonly role: EvidenceRole;
}

export const FLAGS = [
  'off-branch',
  'superseded',
  'pre-compaction',
  'cleared',
  'rolled-back',
  'duplicate-result',
  'implied',
  'nested',
  'masks-failure',
  'replayed',
] as const;

/**
 * `off-branch`: a rewind left it behind. `superseded`: retracted or replaced. `pre-compaction`: before a compaction of
 * its thread. `cleared`: its result was dropped from the model's context. `rolled-back`: its turn was rolled back.
 * `duplicate-result`: more than one result arrived. `implied`: known only from a record of its end. `nested`: ran
 * inside another call. `masks-failure`: it succeeded, and something in it failed (see `masked`). `replayed`: copied from the
 * session this one was forked from, whose log is not there.
 */
export type CallFlag = (typeof FLAGS)[number];

/** The same call again in another record: a resumed or forked file, or a replay after compaction. */
export interface Copy {
  readonly session: string;
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

export type StageName =
  | 'requested'
  | 'permission'
  | 'hooks-before'
  | 'running'
  | 'hooks-after'
  | 'result'
  | 'structured';

/**
 * One stage of a call's life. `inferred`: follows from others; `missing`: should be there; `not-logged`: the agent does not log it, or
 * not for such a call; `none`: there was none.
 */
export interface Stage {
  readonly name: StageName;
  readonly state: 'observed' | 'inferred' | 'missing' | 'not-logged' | 'none';
  readonly at: number | null;
  readonly ms: number | null;
  /** A few words for a person: "denied by rule", "2 hooks". */
  readonly note: string | null;
  readonly ref: LineRef | null;
}

export interface Permission {
  readonly decision: PermissionDecided['decision'];
  readonly by: PermissionDecided['by'];
  readonly at: number | null;
  readonly ref: LineRef;
  /** When a person was asked, and how long that took, if a hook reported it. */
  readonly askedAt?: number;
  readonly waitMs?: number;
  /** Not logged: follows from what came after. */
  readonly isInferred?: true;
}

export interface HeardMoment {
  readonly at: number;
  readonly ref: LineRef;
  /** The hook named no call: it was matched by tool and input. */
  readonly isInferred?: true;
}

/** What the agent itself reported about the call: through hooks, with our times, on arrival; or in a log that dates it. */
export interface Heard {
  /** The agent had asked its hooks and could continue: the call cannot have begun earlier. */
  readonly before: HeardMoment | null;
  /** A person was to be asked. */
  readonly asked: HeardMoment | null;
  /** The agent's own classifier refused. */
  readonly denied: HeardMoment | null;
  /** It had ended, with any outcome. */
  readonly ended: HeardMoment | null;
  /** Run time as the agent states it: without approval and hooks. */
  readonly runMs: number | null;
  /** From the log's own records, not from our hooks. */
  readonly isLogged?: true;
}

export interface HookRun {
  readonly event: string;
  readonly name: string;
  readonly command: string | null;
  readonly outcome: HookOutcome;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
  readonly decision: string | null;
  readonly message: string | null;
  readonly at: number | null;
  readonly ref: LineRef;
}

export interface BackgroundWork {
  readonly kind: BackgroundHandle['kind'];
  readonly taskId: string | null;
  /** How its end was learned; null while unknown. */
  readonly endedVia: 'notification' | 'poll' | 'kill' | 'event' | null;
  readonly exitCode: number | null;
  /** Calls that looked at it, sent to it, or ended it. */
  readonly pollCalls: readonly string[];
}

export interface CallKey {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  /** 1-based: ids are not unique everywhere. */
  readonly occurrence: number;
}

export interface ToolCall extends CallKey {
  readonly thread: ThreadId;
  /** 1-based turn of its thread: how many prompts came before, plus one. */
  readonly turn: number;
  /** Raw name, as the log spells it. */
  readonly tool: string;
  readonly toolId: string;
  readonly model: string | null;
  readonly status: CallStatus;
  /** The rule that decided the status. */
  readonly statusRule: string;
  readonly failure: Failure | null;
  /** A failure that the call's success hides, and the line that says so. */
  readonly masked: (MaskedFailure & { readonly ref: LineRef }) | null;
  /** What the person wrote with a rejection. */
  readonly feedback: string | null;
  readonly requestedAt: number | null;
  readonly endedAt: number | null;
  readonly duration: Duration | null;
  readonly result: ResultShape | null;
  readonly summary: string;
  readonly facts: Facts;
  /** What it was about: see Interpretation. */
  readonly target: string | null;
  /** The program it ran and what that should do: see Interpretation. */
  readonly aim: string | null;
  /** Id of the model's message that requested it; null if the log has none. */
  readonly messageId: string | null;
  /** Hash of what is the same in every copy of the call: see `lifecycle/call-identity`. */
  readonly identity: number;
  /** Calls of one model message share it. Null when the call was alone or the log has no groups. */
  readonly parallelGroup: string | null;
  /** Call id of the call whose subagent (or cell) made this one. */
  readonly parentCall: string | null;
  /** Subagent this call started. */
  readonly agentId: string | null;
  readonly background: BackgroundWork | null;
  readonly hooks: readonly HookRun[];
  readonly progressCount: number;
  /** The last logged decision about whether it may run; null when there is none. */
  readonly permission: Permission | null;
  /** Only for calls that hooks reported. */
  readonly heard?: Heard;
  readonly flags: readonly CallFlag[];
  readonly copies: readonly Copy[];
  readonly evidence: readonly Evidence[];
  readonly problems: readonly Problem[];
  readonly bodies: {
    readonly input: BodyRef;
    readonly content: BodyRef | null;
    readonly structured: BodyRef | null;
  };
}

/** What the result record itself said, before a background end or the tool's own reading changed the call's status. */
export function recordedVerdict(call: ToolCall): Verdict {
  const rule = call.statusRule;
  if (call.background !== null) return { status: 'background', rule, failure: null };
  const isQuiet = rule.startsWith('tool:');
  const { status } = call;
  if (isQuiet || status === 'running' || status === 'lost') return { status: 'ok', rule, failure: null };
  return { status, rule, failure: call.failure };
}
