// Answers which logs there are, and how well they were read, for engines that use SQL.

import type { Row } from '../../base/row.ts';
import type { HealthQuestions } from '../questions/health.ts';
import type { SqlEngine } from './engine.ts';
import { filesBelow, isKnownLog, largestFiles, presentFiles } from './library-files.ts';
import { indexedFiles, keptProblems, versionsSeen } from './log-health.ts';
import { coversAll } from './places.ts';
import { indexTotals, placeTotals, unreadSessions } from './totals.ts';

/** The parts that each engine implements itself. */
export interface HealthParts extends Pick<HealthQuestions, 'ledgerTotals' | 'unknownExample' | 'undefinedTools'> {
  /** Sessions and details of calls with problems, in order of their keys. */
  oddCalls(places: readonly string[]): AsyncIterable<readonly Row[]>;
}

export function sqlHealth(engine: SqlEngine, parts: HealthParts): HealthQuestions {
  const { dialect } = engine;
  return {
    ledgerTotals: parts.ledgerTotals,
    unknownExample: parts.unknownExample,
    undefinedTools: parts.undefinedTools,
    totals: () => engine.take(indexTotals(dialect)),
    placeTotals: (places) => engine.take(placeTotals(dialect, places)),
    unreadSessions: (places) => engine.take(unreadSessions(dialect, places)),
    coversAll: (places) => engine.take(coversAll(dialect, places)),
    files: (places) => indexedFiles(engine, places),
    problems: (places) => keptProblems(engine, places, parts.oddCalls(places)),
    versions: (places) => engine.take(versionsSeen(dialect, places)),
    filesBelow: (places) => engine.take(filesBelow(dialect, places)),
    largestFiles: (places, most) => engine.take(largestFiles(dialect, places, most)),
    presentFiles: (places, folders) => engine.take(presentFiles(dialect, places, folders)),
    isKnownLog: (places, path) => engine.take(isKnownLog(dialect, places, path)),
  };
}
