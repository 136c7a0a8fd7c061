// Answers "what did calls come to, week by week?": by agent, version, model, project and outcome.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import { BLAMES, STATUSES } from '../../../model/outcome.ts';
import { type OutcomeSum, weekOf } from '../../questions/trends.ts';
import { oneOf } from '../../rows/one-of.ts';
import { ASKED_WEEK } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { ask, factsWhere, WITH_SESSIONS } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { summed } from './summed-weeks.ts';
import { outcomeWords, wordList } from './words.ts';

const DAY_MS = 86_400_000;

function weekIn(row: Row): string | null {
  const week = integerOrNull(row, 'week');
  return week === null ? null : weekOf((week * 7 - 3) * DAY_MS);
}

/** In the order in which their first calls were written, those of one week, owner and model together. */
export async function outcomeSums(on: Statements, fitting: FittingCalls): Promise<OutcomeSum[]> {
  const { sums, rest } = await summed(on, fitting, ['tool', 'model', 'outcome', 'masked']);
  const facts = factsWhere(rest, WITH_SESSIONS);
  const rows = await ask(
    on,
    `SELECT g.*, min(g.first_pk) OVER (PARTITION BY g.week, g.agent, g.version, g.project, g.model) AS group_pk FROM (
       SELECT p.week, p.agent, p.version, p.project, p.model, p.outcome, p.masked, sum(p.calls) AS calls,
         sum(p.examined) AS examined, sum(p.recovered) AS recovered, sum(p.waits) AS waits, sum(p.wait_ms) AS wait_ms,
         min(p.first_pk) AS first_pk FROM (
         SELECT ${ASKED_WEEK} AS week, s.agent, s.version, s.project, f.model, f.outcome, f.masked, count(*) AS calls,
           count(*) FILTER (WHERE s.is_settled <> 0) AS examined,
           count(*) FILTER (WHERE s.is_settled <> 0 AND f.recovery <> 0) AS recovered,
           count(f.wait) AS waits, coalesce(sum(f.wait), 0) AS wait_ms, min(f.pk) AS first_pk
         FROM ${facts.sql} GROUP BY 1, 2, 3, 4, 5, 6, 7
         UNION ALL SELECT f.week, f.agent, f.version, f.project, f.model, f.outcome, f.masked, f.calls, f.examined, f.recovered,
           f.waits, f.wait_ms, f.first_pk FROM outcome_sums f WHERE ${sums.sql}) p GROUP BY 1, 2, 3, 4, 5, 6, 7) g
     ORDER BY group_pk, g.first_pk`,
    ...facts.values,
    ...sums.values,
  );
  const outcomes = await outcomeWords(on);
  const models = await wordList(on, 'model');
  return rows.map((row) => {
    const { status = '', blame = null, code = null } = outcomes.get(integer(row, 'outcome')) ?? {};
    const model = integerOrNull(row, 'model');
    const masked = integerOrNull(row, 'masked');
    return {
      week: weekIn(row),
      agent: text(row, 'agent'),
      version: textOrNull(row, 'version'),
      project: textOrNull(row, 'project'),
      model: model === null ? null : (models.get(model) ?? null),
      status: oneOf(STATUSES, status),
      blame: blame === null ? null : oneOf(BLAMES, blame),
      code,
      masked: masked === null ? null : (outcomes.get(masked)?.code ?? null),
      calls: integer(row, 'calls'),
      examined: integer(row, 'examined'),
      recovered: integer(row, 'recovered'),
      waits: integer(row, 'waits'),
      waitMs: integer(row, 'wait_ms'),
    };
  });
}
