// Questions about the files that calls read and changed.

import type { Blame, CallStatus } from '../../model/outcome.ts';
import type { CallKey } from '../../model/tool-call.ts';
import type { CallQuestion } from './call-question.ts';
import type { Done, FileSum, FileTouch } from './file-sum.ts';

export interface TouchQuestion extends CallQuestion {
  /** Tool id → what it does to files; calls of other tools touch none. */
  readonly touches: ReadonlyMap<string, FileTouch>;
  /** Only calls that touched this file, and those whose files only the log knows. An absolute path. */
  readonly file?: string;
}

export interface TouchingCall extends CallKey {
  /** The folder that relative paths start from. */
  readonly project: string | null;
  readonly touch: FileTouch;
  /** The file, or the first of several. */
  readonly path: string;
  /** How many files it changed. */
  readonly files: number;
  readonly status: CallStatus;
  readonly blame: Blame | null;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  readonly at: number | null;
}

export interface FileSums {
  /** By path. */
  readonly sums: Map<string, FileSum>;
  /** Calls whose changed files only the log knows. `session` is the number that sums count sessions by. */
  readonly several: readonly {
    readonly touch: TouchingCall;
    readonly session: number;
    /** NaN if unknown. */
    readonly at: number;
    readonly done: Done;
  }[];
}

export interface FileQuestions {
  /** One for each call, in no particular order. */
  touched(question: TouchQuestion): Promise<readonly TouchingCall[]>;
  /** A call that changed several files counts for each. */
  sums(question: TouchQuestion): Promise<FileSums>;
}
