// Trends by week and group: calls, failures, recovery, waiting and cost.

import { askTrends } from '../../library/trends.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize, questionOf } from '../question.ts';

const USUAL_WEEKS = 4;
const MOST_WEEKS = 52;

export const trends: HandlerOf<'trends'> = async (asked) => {
  const { library, query } = asked;
  const by = query.by === undefined ? [] : query.by;
  const weeks = pageSize(query.weeks, USUAL_WEEKS, MOST_WEEKS);
  return askTrends(library.questions, questionOf(query.filter, asked), { by, weeks });
};
