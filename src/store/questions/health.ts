// Questions about the logs: how many there are, how well they were read, what is unknown.

import type { Ledger } from '../../model/ledger.ts';
import type { Problem } from '../../model/problem.ts';

export interface IndexTotals {
  readonly sessions: number;
  readonly calls: number;
  /** Log files, including deleted ones. */
  readonly files: number;
  readonly goneFiles: number;
  readonly logBytes: number;
  readonly indexBytes: number;
}

export interface PlaceTotals {
  readonly sessions: number;
  /** Copies of other sessions' calls are not counted. */
  readonly calls: number;
  /** Logs, including deleted ones. */
  readonly files: number;
  readonly logBytes: number;
}

/** A log as the index knows it. */
export interface IndexedFile {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly isGone: boolean;
  readonly ledger: Ledger;
}

export interface VersionSeen {
  readonly agent: string;
  readonly version: string;
  readonly sessions: number;
  readonly lastAt: number | null;
}

/** A problem with the name of its file; empty if the problem has no place. */
export interface PlacedProblem {
  readonly problem: Problem;
  readonly file: string;
}

export interface UnknownLines {
  readonly agent: string;
  readonly what: string;
  readonly lines: number;
  /** Files that hold some. */
  readonly files: number;
}

export interface LedgerTotals {
  readonly total: Ledger;
  /** Files whose ledger does not add up. */
  readonly wrong: readonly string[];
  readonly unknown: readonly UnknownLines[];
}

/** What is needed to find a log. */
export interface FoundLog {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly path: string;
  readonly bytes: number;
}

/** A tool without a definition. */
export interface UndefinedTool {
  readonly agent: string;
  readonly tool: string;
  readonly calls: number;
  readonly example: { readonly file: string; readonly line: number };
}

export interface FilesBelow {
  readonly files: number;
  /** Whose logs they are. */
  readonly agents: readonly string[];
}

export interface SizedFile {
  readonly path: string;
  readonly agent: string;
  readonly session: string;
  readonly bytes: number;
  readonly isGone: boolean;
}

export interface PresentFile {
  readonly agent: string;
  readonly session: string;
  readonly path: string;
  readonly modifiedAt: number;
}

export interface HealthQuestions {
  totals(): Promise<IndexTotals>;
  placeTotals(places: readonly string[]): Promise<PlaceTotals>;
  /** How many sessions below the places are not read yet: only their outlines are known. */
  unreadSessions(places: readonly string[]): Promise<number>;
  /** Whether every indexed log is at or below the places. */
  coversAll(places: readonly string[]): Promise<boolean>;
  /** Every log of the sessions below the places, with its ledger. */
  files(places: readonly string[]): AsyncIterable<readonly IndexedFile[]>;
  /** Problems of sessions and of calls that the index keeps in full. */
  problems(places: readonly string[]): AsyncIterable<readonly PlacedProblem[]>;
  /** The sums of all ledgers. */
  ledgerTotals(): Promise<LedgerTotals>;
  /** The smallest existing log with such a record. */
  unknownExample(unknown: UnknownLines): Promise<FoundLog | undefined>;
  /** `generic` is the id of the fallback tool. The most used first. */
  undefinedTools(places: readonly string[], generic: string): Promise<readonly UndefinedTool[]>;
  /** The one seen last first. */
  versions(places: readonly string[]): Promise<readonly VersionSeen[]>;
  /** Existing logs at or below places, place by place. */
  filesBelow(places: readonly string[]): Promise<readonly FilesBelow[]>;
  largestFiles(places: readonly string[], most: number): Promise<readonly SizedFile[]>;
  /** Existing logs: those below some folders, of sessions below the places. */
  presentFiles(places: readonly string[], folders: readonly string[]): Promise<readonly PresentFile[]>;
  /** Whether a file is a log of a session below the places. */
  isKnownLog(places: readonly string[], path: string): Promise<boolean>;
}
