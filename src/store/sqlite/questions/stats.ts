// Answers from SQLite how calls fare, summed over their columns.

import type { Database } from '../../../sqlite/database.ts';
import type { StatsQuestions } from '../../questions/stats.ts';
import { backgroundWork } from '../../sql/background-work.ts';
import { attemptsIn } from '../../sql/session-attempts.ts';
import { takeSteps } from '../index/take-steps.ts';
import { callParts } from '../queries/call-parts.ts';
import { callStats } from '../queries/call-stats.ts';
import { costSums } from '../queries/cost-sums.ts';
import { dailyStats } from '../queries/daily-stats.ts';
import { SQLITE_DIALECT } from '../queries/engine.ts';
import { failuresOverTime } from '../queries/failure-classes.ts';
import { ReadFailureWords } from '../queries/failure-words.ts';
import { hookStats } from '../queries/hook-stats.ts';
import { outcomeSums } from '../queries/outcome-sums.ts';
import { permissionStats } from '../queries/permission-stats.ts';
import { timeline } from '../queries/timeline.ts';
import { toolStatsOverTime } from '../queries/tool-stats.ts';
import { turnHooks } from '../queries/turn-hooks.ts';

export function sqliteStats(database: Database): StatsQuestions {
  const words = new ReadFailureWords(database);
  return {
    groups: async (question, by) => callStats(database, question, by),
    toolsOverTime: async (question, buckets) => toolStatsOverTime(database, question, buckets),
    days: async (question) => dailyStats(database, question),
    timeline: async (question, buckets) => timeline(database, question, buckets),
    outcomes: async (question) => outcomeSums(database, question),
    costs: async (question) => costSums(database, question),
    hooks: async (question) => hookStats(database, question),
    turnHooks: async () => turnHooks(database),
    permissions: async (question) => permissionStats(database, question),
    background: (question, page) => backgroundWork(callParts(database), question, page),
    failures: async (question, which) => failuresOverTime(database, question, which),
    attemptsIn: async (session) => takeSteps(database, attemptsIn(SQLITE_DIALECT, session)),
    failureWords: async (calls) => words.of(calls),
    ownersOf: async (calls) => words.ownersOf(calls),
  };
}
