// Answers from PostgreSQL which logs there are, and how well they were read.

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
import type { Connection } from '../database/connection.ts';
import { undefinedTools } from '../queries/drift.ts';
import { indexedFiles, keptProblems, versionsSeen } from '../queries/health.ts';
import { ledgerTotals, unknownExample } from '../queries/ledger-totals.ts';
import { filesBelow, isKnownLog, largestFiles, presentFiles } from '../queries/library-files.ts';
import { coversAll } from '../queries/scope.ts';
import { indexTotals, placeTotals, unreadSessions } from '../queries/totals.ts';

export class PostgresHealth implements HealthQuestions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async totals(): Promise<IndexTotals> {
    return indexTotals(this.#connection);
  }

  async placeTotals(places: readonly string[]): Promise<PlaceTotals> {
    return this.#connection.snapshot((on) => placeTotals(on, places));
  }

  async unreadSessions(places: readonly string[]): Promise<number> {
    return this.#connection.snapshot((on) => unreadSessions(on, places));
  }

  async coversAll(places: readonly string[]): Promise<boolean> {
    return coversAll(this.#connection, places);
  }

  files(places: readonly string[]): AsyncIterable<readonly IndexedFile[]> {
    return indexedFiles(this.#connection, places);
  }

  problems(places: readonly string[]): AsyncIterable<readonly PlacedProblem[]> {
    return this.#connection.snapshotOf((on) => keptProblems(on, places));
  }

  async ledgerTotals(): Promise<LedgerTotals> {
    return this.#connection.snapshot(ledgerTotals);
  }

  async unknownExample(unknown: UnknownLines): Promise<FoundLog | undefined> {
    return unknownExample(this.#connection, unknown);
  }

  async undefinedTools(places: readonly string[], generic: string): Promise<readonly UndefinedTool[]> {
    return this.#connection.snapshot((on) => undefinedTools(on, places, generic));
  }

  async versions(places: readonly string[]): Promise<readonly VersionSeen[]> {
    return this.#connection.snapshot((on) => versionsSeen(on, places));
  }

  async filesBelow(places: readonly string[]): Promise<readonly FilesBelow[]> {
    return this.#connection.snapshot((on) => filesBelow(on, places));
  }

  async largestFiles(places: readonly string[], most: number): Promise<readonly SizedFile[]> {
    return this.#connection.snapshot((on) => largestFiles(on, places, most));
  }

  async presentFiles(places: readonly string[], folders: readonly string[]): Promise<readonly PresentFile[]> {
    return this.#connection.snapshot((on) => presentFiles(on, places, folders));
  }

  async isKnownLog(places: readonly string[], path: string): Promise<boolean> {
    return this.#connection.snapshot((on) => isKnownLog(on, places, path));
  }
}
