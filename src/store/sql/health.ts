// Answers which logs there are, and how well they were read, for engines that use SQL.

import type { Row } from '../../base/row.ts';
import type {
  FilesBelow,
  FoundLog,
  HealthQuestions,
  IndexedFile,
  IndexTotals,
  LedgerTotals,
  PlacedProblem,
  PlaceTotals,
  PresentFile,
  SizedFile,
  UndefinedTool,
  UnknownLines,
  VersionSeen,
} from '../questions/health.ts';
import type { Dialect, SqlEngine } from './engine.ts';
import { filesBelow, isKnownLog, largestFiles, presentFiles } from './library-files.ts';
import { indexedFiles, keptProblems, versionsSeen } from './log-health.ts';
import { coversAll } from './places.ts';
import { indexTotals, placeTotals, unreadSessions } from './totals.ts';

/** The parts that each engine implements itself. */
export interface HealthParts extends Pick<HealthQuestions, 'ledgerTotals' | 'unknownExample' | 'undefinedTools'> {
  /** Sessions and details of calls with problems, in order of their keys. */
  oddCalls(places: readonly string[]): AsyncIterable<readonly Row[]>;
}

export class SqlHealth implements HealthQuestions {
  readonly #engine: SqlEngine;
  readonly #dialect: Dialect;
  readonly #parts: HealthParts;

  constructor(engine: SqlEngine, parts: HealthParts) {
    this.#engine = engine;
    this.#dialect = engine.dialect;
    this.#parts = parts;
  }

  async totals(): Promise<IndexTotals> {
    return this.#engine.take(indexTotals(this.#dialect));
  }

  async placeTotals(places: readonly string[]): Promise<PlaceTotals> {
    return this.#engine.take(placeTotals(this.#dialect, places));
  }

  async unreadSessions(places: readonly string[]): Promise<number> {
    return this.#engine.take(unreadSessions(this.#dialect, places));
  }

  async coversAll(places: readonly string[]): Promise<boolean> {
    return this.#engine.take(coversAll(this.#dialect, places));
  }

  files(places: readonly string[]): AsyncIterable<readonly IndexedFile[]> {
    return indexedFiles(this.#engine, places);
  }

  problems(places: readonly string[]): AsyncIterable<readonly PlacedProblem[]> {
    return keptProblems(this.#engine, places, this.#parts.oddCalls(places));
  }

  async ledgerTotals(): Promise<LedgerTotals> {
    return this.#parts.ledgerTotals();
  }

  async unknownExample(unknown: UnknownLines): Promise<FoundLog | undefined> {
    return this.#parts.unknownExample(unknown);
  }

  async undefinedTools(places: readonly string[], generic: string): Promise<readonly UndefinedTool[]> {
    return this.#parts.undefinedTools(places, generic);
  }

  async versions(places: readonly string[]): Promise<readonly VersionSeen[]> {
    return this.#engine.take(versionsSeen(this.#dialect, places));
  }

  async filesBelow(places: readonly string[]): Promise<readonly FilesBelow[]> {
    return this.#engine.take(filesBelow(this.#dialect, places));
  }

  async largestFiles(places: readonly string[], most: number): Promise<readonly SizedFile[]> {
    return this.#engine.take(largestFiles(this.#dialect, places, most));
  }

  async presentFiles(places: readonly string[], folders: readonly string[]): Promise<readonly PresentFile[]> {
    return this.#engine.take(presentFiles(this.#dialect, places, folders));
  }

  async isKnownLog(places: readonly string[], path: string): Promise<boolean> {
    return this.#engine.take(isKnownLog(this.#dialect, places, path));
  }
}
