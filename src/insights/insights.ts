// All that is concluded about a session, each answer with its evidence. Pure: the same session gives the same answers.

import { checkRuns } from './checks.ts';
import { type Claim, claimsOf } from './claims.ts';
import { type Context, contextOf } from './context.ts';
import { type Cost, costOf } from './cost.ts';
import { type CriticalPath, criticalPath } from './critical-path.ts';
import type { InsightOptions, SessionView } from './session-view.ts';
import { type TimeLedger, timeLedger } from './time-ledger.ts';
import { TurnMap } from './turn-map.ts';
import { type Turn, turnsOf } from './turns.ts';
import { type Verdict, verdictOf } from './verdict.ts';
import { type Waits, waitsIn } from './waits.ts';

export interface Insights {
  readonly verdict: Verdict;
  readonly claims: readonly Claim[];
  readonly time: TimeLedger;
  readonly turns: readonly Turn[];
  readonly path: CriticalPath;
  readonly waits: Waits;
  readonly cost: Cost;
  readonly context: Context;
}

export function insightsOf(view: SessionView, options: InsightOptions): Insights {
  const turns = new TurnMap(view);
  const time = timeLedger(view, options);
  const cost = costOf(view, turns, options);
  const runs = checkRuns(view);
  return {
    verdict: verdictOf(view, runs, options),
    claims: claimsOf(view, runs, options),
    time,
    turns: turnsOf(view, turns, time, cost, options),
    path: criticalPath(view),
    waits: waitsIn(view, options),
    cost,
    context: contextOf(view, options),
  };
}
