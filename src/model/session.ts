// The session: one agent conversation with its threads, possibly over several files.

import type { Ledger } from './ledger.ts';
import type { ModelRequest } from './model-request.ts';
import type { HeardActivity, SessionFields, SpokenKind, ThreadId } from './observation.ts';
import type { Problem } from './problem.ts';
import type { LineRef } from './source.ts';
import type { HookRun, ToolCall } from './tool-call.ts';
import type { TokenUsage } from './usage.ts';

export interface Source {
  readonly path: string;
  readonly thread: ThreadId;
  readonly bytes: number;
  readonly ledger: Ledger;
  /** Calls whose request is in this file, without copies of other sessions' calls. */
  calls: number;
}

export interface Thread {
  readonly id: ThreadId;
  readonly agentType: string | null;
  readonly description: string | null;
  /** The call that started it, and the thread that call is in. */
  readonly parentCall: string | null;
  readonly parentThread: ThreadId | null;
  /** 0 for the main thread. */
  readonly depth: number;
}

export interface Message {
  readonly what: SpokenKind;
  readonly thread: ThreadId;
  readonly at: number | null;
  readonly preview: string;
  readonly size: number;
  readonly model: string | null;
  readonly callId: string | null;
  readonly ref: LineRef;
  readonly pointer: string;
}

export interface Compaction {
  readonly thread: ThreadId;
  readonly at: number | null;
  readonly trigger: string;
  readonly preTokens: number | null;
  readonly postTokens: number | null;
  readonly ref: LineRef;
}

export interface ModelUsage {
  readonly model: string;
  readonly messages: number;
  readonly usage: TokenUsage;
}

/** The last hook report of its kind about a session. */
export interface HeardWord {
  readonly what: HeardActivity;
  readonly event: string;
  readonly message: string | null;
  readonly thread: ThreadId;
  readonly at: number;
  readonly ref: LineRef;
}

export interface Session {
  readonly agent: string;
  readonly id: string;
  readonly fields: SessionFields;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
  /** Whether the log may still grow, and how that is known. */
  readonly live: boolean;
  readonly threads: readonly Thread[];
  readonly calls: readonly ToolCall[];
  readonly messages: readonly Message[];
  readonly compactions: readonly Compaction[];
  /** Hooks of the session and its turns; hooks of calls are with their calls. */
  readonly hooks: readonly HookRun[];
  /** Hook reports about the session itself, the last of each kind; only if there are any. */
  readonly heard?: readonly HeardWord[];
  readonly usage: readonly ModelUsage[];
  /** The requests that `usage` sums up. */
  readonly requests: readonly ModelRequest[];
  readonly sources: readonly Source[];
  /** Paths of the small JSON files next to the logs. Their source numbers begin at FIRST_SIDE_SOURCE. */
  readonly sideFiles: readonly string[];
  readonly problems: readonly Problem[];
}

/** Side files are numbered from here on: after every log, however many logs the session will have. */
export const FIRST_SIDE_SOURCE = 1_000_000;

/** Path of one of the session's files, by its number in references. */
export function pathOfSource(
  session: { readonly sources: readonly Pick<Source, 'path'>[]; readonly sideFiles: readonly string[] },
  source: number,
): string {
  return session.sources[source]?.path ?? session.sideFiles[source - FIRST_SIDE_SOURCE] ?? '';
}
