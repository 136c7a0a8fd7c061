// Answers what is concluded about a session: verdict, time, turns, critical path, cost and context.

import { sessionInsights as conclude } from '../../library/insights/kept-insights.ts';
import { wholeSession } from '../../store/sqlite/queries/whole-session.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';

export const sessionInsights: HandlerOf<'sessionInsights'> = ({ library, parts }) => {
  const { key } = findSession(library, parts);
  return conclude(wholeSession(library.database, key), library.openLog);
};
