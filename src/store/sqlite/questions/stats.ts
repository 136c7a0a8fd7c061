// Answers from SQLite how calls fare, summed over their columns.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor } from '../../questions/calls.ts';
import type { SessionAttempt } from '../../questions/sessions.ts';
import type {
  BackgroundPage,
  CallGroup,
  DayStats,
  FailureOwner,
  FailuresOverTime,
  FailureWords,
  HookStats,
  PermissionStats,
  StatsBy,
  StatsQuestions,
  Timeline,
  ToolStats,
  WhichFailures,
} from '../../questions/stats.ts';
import type { CostSum, OutcomeSum } from '../../questions/trends.ts';
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

export class SqliteStats implements StatsQuestions {
  readonly #database: Database;
  readonly #words: ReadFailureWords;

  constructor(database: Database) {
    this.#database = database;
    this.#words = new ReadFailureWords(database);
  }

  async groups(question: CallQuestion, by: StatsBy): Promise<readonly CallGroup[]> {
    return callStats(this.#database, question, by);
  }

  async toolsOverTime(
    question: CallQuestion,
    buckets: number,
  ): Promise<{ readonly tools: readonly ToolStats[]; readonly timeline: Timeline }> {
    return toolStatsOverTime(this.#database, question, buckets);
  }

  async days(question: CallQuestion): Promise<readonly DayStats[]> {
    return dailyStats(this.#database, question);
  }

  async timeline(question: CallQuestion, buckets: number): Promise<Timeline> {
    return timeline(this.#database, question, buckets);
  }

  async outcomes(question: CallQuestion): Promise<readonly OutcomeSum[]> {
    return outcomeSums(this.#database, question);
  }

  async costs(question: CallQuestion): Promise<readonly CostSum[]> {
    return costSums(this.#database, question);
  }

  async hooks(question: CallQuestion): Promise<readonly HookStats[]> {
    return hookStats(this.#database, question);
  }

  async turnHooks(): Promise<ReadonlySet<string>> {
    return turnHooks(this.#database);
  }

  async permissions(question: CallQuestion): Promise<readonly PermissionStats[]> {
    return permissionStats(this.#database, question);
  }

  async background(
    question: CallQuestion,
    page: { readonly limit: number; readonly after?: CallCursor | null },
  ): Promise<BackgroundPage> {
    return backgroundWork(callParts(this.#database), question, page);
  }

  async failures(
    question: CallQuestion,
    which: WhichFailures & { readonly buckets: number },
  ): Promise<FailuresOverTime> {
    return failuresOverTime(this.#database, question, which);
  }

  async attemptsIn(session: number): Promise<readonly (SessionAttempt & { readonly key: number })[]> {
    return takeSteps(this.#database, attemptsIn(SQLITE_DIALECT, session));
  }

  async failureWords(calls: readonly number[]): Promise<readonly (FailureWords | undefined)[]> {
    return this.#words.of(calls);
  }

  async ownersOf(calls: readonly number[]): Promise<readonly (FailureOwner | undefined)[]> {
    return this.#words.ownersOf(calls);
  }
}
