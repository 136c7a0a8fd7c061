// Answers from PostgreSQL how calls fare, summed up over their facts.

import type { CallQuestion } from '../../questions/call-question.ts';
import type { StatsQuestions } from '../../questions/stats.ts';
import { timelineOf } from '../../questions/time-buckets.ts';
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

export function postgresStats(connection: Connection, words: CallWords): StatsQuestions {
  /** One moment, and the calls that fit. */
  const over = <Answer>(
    question: CallQuestion,
    work: (on: Transaction, fitting: FittingCalls) => Promise<Answer>,
  ): Promise<Answer> => connection.snapshot(async (on) => work(on, await fittingCalls(on, words, question)));
  return {
    groups: (question, by) => over(question, (on, fitting) => callStats(on, fitting, by)),
    toolsOverTime: (question, buckets) =>
      over(question, async (on, fitting) => {
        const groups = await callStats(on, fitting, 'tool');
        const tools = groups.map(({ agent, key, ...stats }) => ({ agent: agent ?? '', toolId: key ?? '', ...stats }));
        return { tools, timeline: await timeline(on, fitting, buckets) };
      }),
    days: (question) => over(question, dailyStats),
    timeline: (question, buckets) => over(question, (on, fitting) => timeline(on, fitting, buckets)),
    outcomes: (question) => over(question, outcomeSums),
    costs: (question) =>
      connection.snapshot(async (on) => {
        const scope = await scopeOf(on, question.places, 's.pk');
        if (scope === ALWAYS && question.filter.type === 'all') return allCosts(on);
        return costSums(on, joinConditions([scope, await fittingSessions(on, words, question)], 'AND'));
      }),
    hooks: (question) => connection.snapshot((on) => hookStats(on, words, question)),
    turnHooks: () => connection.snapshot(turnHooks),
    permissions: (question) => over(question, permissionStats),
    background: (question, page) => backgroundWork(callParts(connection, words), question, page),
    failures: (question, { buckets, ...which }) =>
      over(question, async (on, fitting) => ({
        classes: await failureClasses(on, fitting, which),
        timeline: buckets > 0 ? await timeline(on, fitting, buckets) : timelineOf(undefined, 0),
      })),
    attemptsIn: (session) => connection.snapshot((on) => takeSteps(on, attemptsIn(POSTGRES_DIALECT, session))),
    failureWords: (calls) => failureWords(connection, calls),
    ownersOf: (calls) => ownersOf(connection, calls),
  };
}
