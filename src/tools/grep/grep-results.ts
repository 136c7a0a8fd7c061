// Input and results of a search in files: files, lines, or counts.

import type { GrepCount, GrepLine } from './grep-lines.ts';

export type GrepMode = 'files' | 'content' | 'counts';

export interface GrepInput {
  readonly pattern: string;
  readonly path?: string | undefined;
  /** File names to look into. */
  readonly glob?: string | undefined;
  /** File type to search, as the search program names it. */
  readonly type?: string | undefined;
  readonly mode: GrepMode;
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly lineNumbers: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly onlyMatching: boolean;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

interface Cut {
  /** Limits applied by the tool. */
  readonly limit: number | null;
  readonly offset: number | null;
  readonly timedOut: boolean;
}

export interface GrepFiles extends Cut {
  readonly kind: 'files';
  readonly files: readonly string[];
  /** By the tool's own count. */
  readonly fileCount: number;
  /** In all, if the list is cut. */
  readonly totalFiles: number | null;
}

export interface GrepContent extends Cut {
  readonly kind: 'content';
  readonly text: string;
  /** The parsed text. */
  readonly lines: readonly GrepLine[];
  /** Lines in the text, including context. */
  readonly lineCount: number;
  readonly matches: number | null;
  readonly totalLines: number | null;
  /** The text is only the beginning; the whole is in a separate file. */
  readonly persisted?: { readonly path: string; readonly bytes: number | null } | undefined;
}

export interface GrepCounts extends Cut {
  readonly kind: 'counts';
  readonly counts: readonly GrepCount[];
  readonly matches: number;
  readonly fileCount: number;
}

export type GrepResult = GrepFiles | GrepContent | GrepCounts;
