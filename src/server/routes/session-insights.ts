// Conclusions about a session: verdict, time, turns, critical path, cost and context.

import { sessionInsights as conclude } from '../../library/insights/kept-insights.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';

export const sessionInsights: HandlerOf<'sessionInsights'> = async ({ library, parts }) => {
  const key = await findSession(library, parts);
  return conclude(await library.questions.content.whole(key), library.openLog);
};
