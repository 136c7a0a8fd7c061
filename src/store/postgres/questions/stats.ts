// Answers from PostgreSQL how calls fare, summed up over their facts.

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
import { timelineOf } from '../../questions/time-buckets.ts';
import type { CostSum, OutcomeSum } from '../../questions/trends.ts';
import { backgroundWork } from '../../sql/background-work.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { ALWAYS } from '../../sql/condition.ts';
import { attemptsIn } from '../../sql/session-attempts.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { takeSteps } from '../database/take-steps.ts';
import { callParts } from '../queries/call-parts.ts';
import { callStats } from '../queries/call-stats.ts';
import { joinConditions } from '../queries/condition.ts';
import { allCosts, costSums } from '../queries/cost-sums.ts';
import { dailyStats } from '../queries/daily-stats.ts';
import { POSTGRES_DIALECT } from '../queries/engine.ts';
import { failureClasses } from '../queries/failure-classes.ts';
import { failureWords, ownersOf } from '../queries/failure-words.ts';
import { type FittingCalls, fittingCalls } from '../queries/fitting-facts.ts';
import { fittingSessions } from '../queries/fitting-sessions.ts';
import { hookStats } from '../queries/hook-stats.ts';
import { outcomeSums } from '../queries/outcome-sums.ts';
import { permissionStats } from '../queries/permission-stats.ts';
import { scopeOf } from '../queries/scope.ts';
import { timeline } from '../queries/timeline.ts';
import { turnHooks } from '../queries/turn-hooks.ts';

export class PostgresStats implements StatsQuestions {
  readonly #connection: Connection;
  readonly #words: CallWords;

  constructor(connection: Connection, words: CallWords) {
    this.#connection = connection;
    this.#words = words;
  }

  /** One moment, and the calls that fit. */
  #over<Answer>(
    question: CallQuestion,
    work: (on: Transaction, fitting: FittingCalls) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#connection.snapshot(async (on) => work(on, await fittingCalls(on, this.#words, question)));
  }

  async groups(question: CallQuestion, by: StatsBy): Promise<readonly CallGroup[]> {
    return this.#over(question, (on, fitting) => callStats(on, fitting, by));
  }

  async toolsOverTime(
    question: CallQuestion,
    buckets: number,
  ): Promise<{ readonly tools: readonly ToolStats[]; readonly timeline: Timeline }> {
    return this.#over(question, async (on, fitting) => {
      const groups = await callStats(on, fitting, 'tool');
      const tools = groups.map(({ agent, key, ...stats }) => ({ agent: agent ?? '', toolId: key ?? '', ...stats }));
      return { tools, timeline: await timeline(on, fitting, buckets) };
    });
  }

  async days(question: CallQuestion): Promise<readonly DayStats[]> {
    return this.#over(question, dailyStats);
  }

  async timeline(question: CallQuestion, buckets: number): Promise<Timeline> {
    return this.#over(question, (on, fitting) => timeline(on, fitting, buckets));
  }

  async outcomes(question: CallQuestion): Promise<readonly OutcomeSum[]> {
    return this.#over(question, outcomeSums);
  }

  async costs(question: CallQuestion): Promise<readonly CostSum[]> {
    return this.#connection.snapshot(async (on) => {
      const scope = await scopeOf(on, question.places, 's.pk');
      if (scope === ALWAYS && question.filter.type === 'all') return allCosts(on);
      return costSums(on, joinConditions([scope, await fittingSessions(on, this.#words, question)], 'AND'));
    });
  }

  async hooks(question: CallQuestion): Promise<readonly HookStats[]> {
    return this.#connection.snapshot((on) => hookStats(on, this.#words, question));
  }

  async turnHooks(): Promise<ReadonlySet<string>> {
    return this.#connection.snapshot(turnHooks);
  }

  async permissions(question: CallQuestion): Promise<readonly PermissionStats[]> {
    return this.#over(question, permissionStats);
  }

  async background(
    question: CallQuestion,
    page: { readonly limit: number; readonly after?: CallCursor | null },
  ): Promise<BackgroundPage> {
    return backgroundWork(callParts(this.#connection, this.#words), question, page);
  }

  async failures(
    question: CallQuestion,
    { buckets, ...which }: WhichFailures & { readonly buckets: number },
  ): Promise<FailuresOverTime> {
    return this.#over(question, async (on, fitting) => ({
      classes: await failureClasses(on, fitting, which),
      timeline: buckets > 0 ? await timeline(on, fitting, buckets) : timelineOf(undefined, 0),
    }));
  }

  async attemptsIn(session: number): Promise<readonly (SessionAttempt & { readonly key: number })[]> {
    const attempts = attemptsIn(POSTGRES_DIALECT, session);
    return this.#connection.snapshot((on) => takeSteps(on, attempts));
  }

  async failureWords(calls: readonly number[]): Promise<readonly (FailureWords | undefined)[]> {
    return failureWords(this.#connection, calls);
  }

  async ownersOf(calls: readonly number[]): Promise<readonly (FailureOwner | undefined)[]> {
    return ownersOf(this.#connection, calls);
  }
}
