// Answers from SQLite which logs there are, and how well they were read.

import type { Database } from '../../../sqlite/database.ts';
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
} from '../../questions/health.ts';
import { undefinedTools } from '../queries/drift.ts';
import { indexedFiles, keptProblems, versionsSeen } from '../queries/health.ts';
import { indexTotals } from '../queries/index-totals.ts';
import { ledgerTotals, UnknownExamples } from '../queries/ledger-totals.ts';
import { filesBelow, isKnownLog, largestFiles, presentFiles } from '../queries/library-files.ts';
import { placeTotals, unreadSessions } from '../queries/place-totals.ts';
import { coversAll } from '../queries/scope.ts';
import { inBatches } from './batches.ts';

export class SqliteHealth implements HealthQuestions {
  readonly #database: Database;
  readonly #examples: UnknownExamples;

  constructor(database: Database) {
    this.#database = database;
    this.#examples = new UnknownExamples(database);
  }

  async totals(): Promise<IndexTotals> {
    return indexTotals(this.#database);
  }

  async placeTotals(places: readonly string[]): Promise<PlaceTotals> {
    return placeTotals(this.#database, places);
  }

  async unreadSessions(places: readonly string[]): Promise<number> {
    return unreadSessions(this.#database, places);
  }

  async coversAll(places: readonly string[]): Promise<boolean> {
    return coversAll(this.#database, places);
  }

  files(places: readonly string[]): AsyncIterable<readonly IndexedFile[]> {
    return inBatches(indexedFiles(this.#database, places));
  }

  problems(places: readonly string[]): AsyncIterable<readonly PlacedProblem[]> {
    return inBatches(keptProblems(this.#database, places));
  }

  async ledgerTotals(): Promise<LedgerTotals> {
    return ledgerTotals(this.#database);
  }

  async unknownExample(unknown: UnknownLines): Promise<FoundLog | undefined> {
    return this.#examples.of(unknown);
  }

  async undefinedTools(places: readonly string[], generic: string): Promise<readonly UndefinedTool[]> {
    return undefinedTools(this.#database, places, generic);
  }

  async versions(places: readonly string[]): Promise<readonly VersionSeen[]> {
    return versionsSeen(this.#database, places);
  }

  async filesBelow(places: readonly string[]): Promise<readonly FilesBelow[]> {
    return filesBelow(this.#database, places);
  }

  async largestFiles(places: readonly string[], most: number): Promise<readonly SizedFile[]> {
    return largestFiles(this.#database, places, most);
  }

  async presentFiles(places: readonly string[], folders: readonly string[]): Promise<readonly PresentFile[]> {
    return [...presentFiles(this.#database, places, folders)];
  }

  async isKnownLog(places: readonly string[], path: string): Promise<boolean> {
    return isKnownLog(this.#database, places, path);
  }
}
