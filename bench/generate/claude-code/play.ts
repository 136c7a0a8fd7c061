// The plan of one tool call to be written, from its input to its outcome.

import type { Rng } from '../rng.ts';
import type { TextPools } from '../text-pools.ts';
import type { CallTruth, TruthStatus } from '../truth.ts';
import type { Dialect } from './dialect.ts';
import type { SessionFacts } from './thread-writer.ts';

export interface Outcome {
  readonly status: TruthStatus;
  /** JSON: a string or an array of blocks. */
  readonly content: string;
  /** Null: the field is absent. */
  readonly isError: boolean | null;
  /** JSON of `toolUseResult`; null: absent. */
  readonly structured: string | null;
  readonly durationMs: number;
  readonly denialKind?: string;
  /** The user ends the turn here. */
  readonly stops?: 'with-notice' | 'silently';
}

/** Work that continues after its placeholder result. */
export interface TaskPlan {
  readonly taskId: string;
  readonly kind: 'shell' | 'agent' | 'monitor' | 'workflow';
  readonly description: string;
  readonly command: string;
  readonly outputFile: string;
}

/** A subagent that the call runs. */
export interface AgentPlan {
  readonly agentId: string;
  readonly agentType: string;
  readonly description: string;
  /** Escaped. */
  readonly prompt: string;
  readonly background: boolean;
  readonly model: string;
}

export interface Play {
  readonly tool: string;
  /** JSON. */
  readonly input: string;
  readonly outcome: Outcome;
  readonly task?: TaskPlan;
  readonly agent?: AgentPlan;
  /** A shell that ran long enough to report progress. */
  readonly progressTicks?: number;
  /** Body of the message that a skill puts into the conversation; escaped. */
  readonly injected?: string;
  /** Output that did not fit: a file next to the session. */
  readonly spill?: { readonly name: string; readonly text: string };
  /** A file the call changed, for snapshots. */
  readonly changed?: string;
}

/** A background task whose end the log has not shown yet. */
export interface OpenTask extends TaskPlan {
  readonly toolUseId: string;
  readonly call: CallTruth;
  readonly startedMs: number;
}

/** What tools know about the session they run in. */
export interface Stage {
  readonly rng: Rng;
  readonly pools: TextPools;
  readonly dialect: Dialect;
  readonly facts: SessionFacts;
  readonly openTasks: OpenTask[];
  /** True inside a subagent. */
  readonly nested: boolean;
  todos: readonly TodoItem[];
  board: { id: string; subject: string; status: 'pending' | 'in_progress' | 'completed' }[];
  /** The end of a task was found by polling. */
  settle(task: OpenTask, status: TruthStatus): void;
}

export interface TodoItem {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  readonly activeForm: string;
}

export function quoted(escaped: string): string {
  return `"${escaped}"`;
}

/** A result that went well. */
export function success(
  content: string,
  structured: string | null,
  durationMs: number,
  isError: false | null = null,
): Outcome {
  return { status: 'ok', content, structured, durationMs, isError };
}

/** The tool refused or failed. `message` is escaped. */
export function failure(message: string, durationMs: number, form: 'tagged' | 'plain' = 'tagged'): Outcome {
  const content = form === 'tagged' ? `<tool_use_error>${message}</tool_use_error>` : message;
  return {
    status: 'error',
    content: quoted(content),
    isError: true,
    structured: quoted(`Error: ${message}`),
    durationMs,
  };
}
