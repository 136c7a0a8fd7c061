// A tool result on its own, outside any record: passed by a program that has read the log itself.

import type { ResultContent } from '../model/content.ts';
import type { Verdict } from '../model/outcome.ts';

export interface ResultToRead {
  /** The tool's raw name. */
  readonly name: string;
  /** What the model saw: a text, or the vendor's blocks. */
  readonly content: unknown;
  /** The vendor's structured companion, where there is one. */
  readonly structured: unknown;
  readonly isError: boolean;
}

/** The same, read by its format. */
export interface ReadResult {
  readonly verdict: Verdict;
  readonly content: ResultContent;
}
