// What a tool's definition makes of one call, in the light form that lists use: without bodies.

import type { Failure, MaskedFailure } from './outcome.ts';
import type { Problem } from './problem.ts';

/** Which layer of the result was understood: the structured companion, the text the model saw, or neither. */
export type Via = 'structured' | 'text' | 'raw';

export interface ResultShape {
  /** The variant, unique inside its tool. */
  readonly kind: string;
  readonly via: Via;
}

/** Facts worth a column. Every key means the same for every tool. */
export interface Facts {
  path?: string;
  /** If it is about several files: the others, one per line. */
  paths?: string;
  url?: string;
  command?: string;
  /** If it ran several commands: the others, one per line. */
  commands?: string;
  /** The programs that its commands run, one per line. */
  programs?: string;
  query?: string;
  exitCode?: number;
  httpStatus?: number;
  /** Found things: files, matches, links. */
  matches?: number;
  files?: number;
  lines?: number;
  linesAdded?: number;
  linesRemoved?: number;
  /** Bytes of UTF-8, or of the file. */
  bytes?: number;
  agentId?: string;
  agentType?: string;
  model?: string;
  tokens?: number;
  toolCalls?: number;
  taskId?: string;
  server?: string;
  images?: number;
  truncated?: boolean;
  userModified?: boolean;
  /** The tool's own interpretation of a return code. */
  note?: string;
}

/** The call looks at, or ends, work that another call left running. */
export interface TaskReference {
  readonly taskId: string;
  readonly role: 'poll' | 'kill' | 'message';
  /** What it learned about that work. */
  readonly state: 'running' | 'completed' | 'failed' | 'killed' | null;
  readonly exitCode: number | null;
  /** The text with which it failed: the ends of its output, never the whole. */
  readonly said?: string | undefined;
}

/** How background work failed after its call's first answer. */
export interface WorkFailed {
  readonly exitCode: number | null;
  /** The ends of what it wrote, or its error; empty if unknown. */
  readonly said: string;
}

/** Complaints at the head of an output, as hashes of their lines: they may be start-up noise. */
export interface LeadingLines {
  readonly lines: readonly number[];
  /** The program that wrote what follows. */
  readonly program: string;
}

export interface Interpretation {
  /** Id of the tool definition that was used. */
  readonly toolId: string;
  /** Null while there is no result. */
  readonly result: ResultShape | null;
  /** One line: what the call did or wanted to do. */
  readonly summary: string;
  /** The tool's own reading of a failure: more precise than the format's; null when it has none. */
  readonly failure: Failure | null;
  /** The result arrived as a success but says that it failed. */
  readonly failedQuietly: boolean;
  /** A failure that the call's success hides; null when there is none, and for calls that failed. */
  readonly masked: MaskedFailure | null;
  readonly facts: Facts;
  readonly reportedMs: number | null;
  readonly task: TaskReference | null;
  readonly leading: LeadingLines | null;
  /** What the call was about (file, command, url): calls of one tool with equal targets try the same thing. */
  readonly target: string | null;
  /** The program it ran and what that should do (`npm run build`), without operands; null if no program says so. */
  readonly aim: string | null;
  readonly problems: readonly Problem[];
}
