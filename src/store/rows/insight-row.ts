// Insights of a session as a row.

import type { StampedInsights } from '../../model/insight-row.ts';

/** A session of this many calls that is still written to is examined when it is at rest: before, it would cost too much. */
export const MANY_CALLS = 5000;

/** The columns insights write, in order. */
export const INSIGHT_COLUMNS = [
  'stamp',
  'ending',
  'rule',
  'wall_ms',
  'active_ms',
  'cost_usd',
  'cost_basis',
  'open_failures',
  'hidden_failures',
  'body',
] as const;

/** The values of INSIGHT_COLUMNS. */
export function insightValues({ stamp, row }: StampedInsights): (string | number | null)[] {
  const { time, turns, costs, claims, ...brief } = row;
  return [
    stamp,
    brief.ending,
    brief.rule,
    brief.wallMs,
    brief.activeMs,
    brief.costUsd,
    brief.costBasis,
    brief.openFailures,
    brief.hiddenFailures,
    JSON.stringify({ time, turns, costs, claims }),
  ];
}
