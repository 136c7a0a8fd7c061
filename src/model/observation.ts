// The observation: a neutral fact seen in a line. Formats make these; nothing after a format knows a vendor's words.

import type { ResultContent } from './content.ts';
import type { Facts } from './interpretation.ts';
import type { Verdict } from './outcome.ts';
import type { LineRef } from './source.ts';
import type { TokenUsage } from './usage.ts';

/** `main`, or the id of a subagent. */
export type ThreadId = string;
export const MAIN_THREAD: ThreadId = 'main';

/** What every observation says: where, when (epoch ms by the log's clock), and in which thread. */
interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: ThreadId;
}

export interface CallRequested extends Seen {
  readonly kind: 'call-requested';
  readonly callId: string;
  /** The tool's raw name, as the log spells it. */
  readonly tool: string;
  readonly input: unknown;
  /** Id of the record that holds the request, if records have ids. */
  readonly record: string | null;
  /** Calls of one model message share this. */
  readonly group: string | null;
  readonly model: string | null;
  /** JSON pointer to the input inside the record. */
  readonly pointer: string;
  /** The call this one ran inside, if the log says so. */
  readonly parentCall?: string | undefined;
  /** Known only from a record of its end: it has no request record. */
  readonly implied?: true | undefined;
  /** Copied from another session's log, which is missing. */
  readonly replayed?: true | undefined;
  /** Hash of the prompt inside the input, to match a subagent that names no call. */
  readonly promptHash?: number | undefined;
  /** JSON pointer to what the model really sent, if the log keeps it next to a cleaned-up input. */
  readonly wirePointer?: string | undefined;
}

/** A handle under which work continues after its placeholder result. */
export interface BackgroundHandle {
  readonly kind: 'shell' | 'agent' | 'monitor' | 'workflow' | 'remote' | 'subscription' | 'detached';
  /** Null when the log names none. */
  readonly taskId: string | null;
}

export interface CallResulted extends Seen {
  readonly kind: 'call-resulted';
  readonly callId: string;
  readonly verdict: Verdict;
  readonly content: ResultContent;
  /** The vendor's structured companion, untouched; undefined when there is none. */
  readonly structured: unknown;
  readonly record: string | null;
  /** Record id of the request this answers, if the log says so. */
  readonly requestRecord: string | null;
  readonly background: BackgroundHandle | null;
  /** The subagent this call started or was answered by. */
  readonly agentId: string | null;
  /** The workflow run this call started. */
  readonly runId: string | null;
  /** JSON pointers to content and structured companion inside the record. */
  readonly pointers: { readonly content: string; readonly structured: string | null };
  /** Run time stated by the result itself, if the tool does not know it. */
  readonly reportedMs?: number | undefined;
  /** The result ends an earlier call's continued work (its session or cell id), not only its own. */
  readonly continues?: string | undefined;
  /** The log wrote the request only together with the result: the time between the two says nothing. */
  readonly isWrittenWithRequest?: true | undefined;
}

/** A structured payload that arrives separately from the result. */
export interface ResultSupplemented extends Seen {
  readonly kind: 'result-supplemented';
  readonly callId: string;
  readonly value: unknown;
  readonly pointer: string;
}

export type HookOutcome =
  | 'started'
  | 'ok'
  | 'blocked'
  | 'failed-open'
  | 'cancelled'
  | 'decided'
  | 'context'
  | 'stopped';

export interface HookRan extends Seen {
  readonly kind: 'hook-ran';
  /** Null for hooks of the session or turn. */
  readonly callId: string | null;
  readonly event: string;
  readonly name: string;
  readonly command: string | null;
  readonly outcome: HookOutcome;
  readonly exitCode: number | null;
  readonly durationMs: number | null;
  readonly decision: string | null;
  /** What the hook said, clipped. */
  readonly message: string | null;
}

export interface PermissionDecided extends Seen {
  readonly kind: 'permission-decided';
  readonly callId: string;
  readonly decision: 'allowed' | 'asked' | 'denied' | 'rejected';
  readonly by: 'user' | 'rule' | 'classifier' | 'hook' | 'nobody' | 'unknown';
  readonly message: string | null;
}

/** How far a call has come, as its agent reported through a hook or logged itself. */
export type HeardStage = 'before' | 'asked' | 'denied' | 'after' | 'failed';

/** The agent itself reported a call at that moment: through a hook, when `at` is our time at its start, or in its log. */
export interface CallHeard extends Seen {
  readonly kind: 'call-heard';
  /** Identifies a report that was sent or stored twice. */
  readonly id: string;
  /** Null when the hook names no call: then tool and input identify it. */
  readonly callId: string | null;
  readonly stage: HeardStage;
  readonly at: number;
  /** When the hook had been received; the agent continues after that. */
  readonly doneAt: number;
  readonly tool: string;
  /** Recognises the same input again. */
  readonly fingerprint: number | null;
  /** JSON pointers to input and result inside the line; null if it has none. */
  readonly pointers: { readonly input: string | null; readonly result: string | null };
  /** Run time as the agent states it. */
  readonly runMs: number | null;
  /** Its outcome, for `after`, `failed` and `denied`. */
  readonly verdict: Verdict | null;
  readonly background: BackgroundHandle | null;
  /** The log dates it; it is not a report of our hooks. */
  readonly isLogged?: true | undefined;
}

/** What a session is doing, as its agent reported through a hook. */
export type HeardActivity = 'started' | 'prompted' | 'worked' | 'asked' | 'notified' | 'stopped' | 'ended' | 'other';

export interface SessionHeard extends Seen {
  readonly kind: 'session-heard';
  readonly what: HeardActivity;
  /** The agent's own name for it. */
  readonly event: string;
  /** The message that came with it, clipped. */
  readonly message: string | null;
}

export interface ProgressMade extends Seen {
  readonly kind: 'progress-made';
  readonly callId: string;
  readonly what: string;
  readonly elapsedMs: number | null;
  readonly agentId: string | null;
}

export interface BackgroundEnded extends Seen {
  readonly kind: 'background-ended';
  readonly callId: string | null;
  readonly taskId: string | null;
  readonly status: 'completed' | 'failed' | 'killed' | 'unknown';
  readonly exitCode: number | null;
  readonly message: string | null;
  /** Run time as the notice states it. */
  readonly reportedMs: number | null;
  /** What the work used, if the notice states it. */
  readonly used?: Pick<Facts, 'tokens' | 'toolCalls'> | undefined;
  readonly via: 'notification' | 'poll' | 'kill' | 'event';
}

export interface SubagentLinked extends Seen {
  readonly kind: 'subagent-linked';
  readonly agentId: string;
  readonly callId: string | null;
  readonly runId: string | null;
  readonly parentAgentId: string | null;
  readonly agentType: string | null;
  readonly description: string | null;
  /** Hash of the first prompt, to match a call whose input holds the same prompt. */
  readonly promptHash: number | null;
}

export type SpokenKind =
  | 'prompt'
  | 'answer'
  | 'thinking'
  | 'compact-summary'
  | 'injected'
  | 'command'
  | 'shell'
  | 'notification'
  | 'interrupt'
  | 'peer'
  | 'api-error'
  | 'notice';

export interface MessageSpoken extends Seen {
  readonly kind: 'message-spoken';
  readonly what: SpokenKind;
  /** The whole text; what is kept of it is a preview. */
  readonly text: string;
  /** Copied from another session's log, which is missing. */
  readonly replayed?: true | undefined;
  /** A short form, if its text begins with something else. */
  readonly gist?: string | undefined;
  readonly pointer: string;
  readonly model: string | null;
  /** The call this text belongs to (a skill's body). */
  readonly callId: string | null;
}

export interface UsageCounted extends Seen {
  readonly kind: 'usage-counted';
  /** Usage is repeated per record; one key counts once, each number at its largest. */
  readonly key: string;
  readonly model: string | null;
  readonly usage: TokenUsage;
  /** Tokens written to the cache that it keeps for an hour. */
  readonly cacheWriteLong?: number | undefined;
  /** What the request cost, as the log states it. */
  readonly costUsd?: number | undefined;
  /** Size of the model's context window, as the log states it. */
  readonly contextWindow?: number | undefined;
}

/** State of a session: last one wins, per field. */
export interface SessionDescribed extends Seen {
  readonly kind: 'session-described';
  readonly fields: SessionFields;
  /** Fills only fields that are otherwise unknown. */
  readonly isHint?: true;
  /** Id of a record: its title belongs to the session that holds it, whichever log says so. */
  readonly ofRecord?: string;
}

export interface SessionFields {
  title?: string;
  /** Where the title came from; a person's title beats a generated one. */
  titleBy?: 'user' | 'model' | 'summary' | 'prompt';
  cwd?: string;
  gitBranch?: string;
  version?: string;
  entrypoint?: string;
  permissionMode?: string;
  originator?: string;
  parentSession?: string;
  forkedFrom?: string;
  pullRequest?: string;
  costUsd?: number;
  toolTimeMs?: number;
}

export interface ContextCompacted extends Seen {
  readonly kind: 'context-compacted';
  readonly trigger: string;
  readonly preTokens: number | null;
  readonly postTokens: number | null;
}

/** Results dropped from the model's context while the conversation went on. */
export interface ContextCleared extends Seen {
  readonly kind: 'context-cleared';
  readonly callIds: readonly string[];
}

/** Withdrawn records: replaced by a later one, or retracted. */
export interface RecordsSuperseded extends Seen {
  readonly kind: 'records-superseded';
  readonly records: readonly string[];
}

/** The last n turns of the thread were rolled back. */
export interface TurnsRolledBack extends Seen {
  readonly kind: 'turns-rolled-back';
  readonly turns: number;
}

export interface TurnMeasured extends Seen {
  readonly kind: 'turn-measured';
  readonly durationMs: number;
}

/** Something of an unknown type: kept and counted. */
export interface Unrecognised extends Seen {
  readonly kind: 'unrecognised';
  readonly what: string;
}

export type Observation =
  | CallRequested
  | CallResulted
  | ResultSupplemented
  | HookRan
  | PermissionDecided
  | CallHeard
  | SessionHeard
  | ProgressMade
  | BackgroundEnded
  | SubagentLinked
  | MessageSpoken
  | UsageCounted
  | SessionDescribed
  | ContextCompacted
  | ContextCleared
  | RecordsSuperseded
  | TurnsRolledBack
  | TurnMeasured
  | Unrecognised;

/** A record's place in the conversation tree, if the log has one. */
export interface RecordNode {
  readonly id: string;
  readonly parent: string | null;
  readonly thread: ThreadId;
  /** A record of this kind can be the leaf that the active branch is walked from. */
  readonly canBeLeaf: boolean;
  /** The record begins a compacted context. */
  readonly compaction: boolean;
  /** The model message that the record is part of: records of one message are active or abandoned together. */
  readonly group: string | null;
}
