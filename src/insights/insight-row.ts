// Insights in the form stored next to the session.

import type { InsightRow } from '../model/insight-row.ts';
import { totalTokens } from '../model/usage.ts';
import { checkRuns } from './checks.ts';
import { claimsOf } from './claims.ts';
import { costOf } from './cost.ts';
import { endingOf } from './ending.ts';
import type { InsightOptions, SessionView } from './session-view.ts';
import { timeLedger } from './time-ledger.ts';
import { TurnMap } from './turn-map.ts';
import { turnsOf } from './turns.ts';
import { openFailures } from './verdict.ts';

/** Raise this when the same session gives other answers than before: stored insights are then recomputed. */
export const INSIGHT_RULES = 2;

/** The same answers as `insightsOf`, and only those that are stored: every indexed session pays for them. */
export function insightRow(view: SessionView, options: InsightOptions): InsightRow {
  const map = new TurnMap(view);
  const time = timeLedger(view, options);
  const cost = costOf(view, map, options);
  const turns = turnsOf(view, map, time, cost, options);
  const { ending, rule } = endingOf(view, options);
  return {
    ending,
    rule,
    wallMs: time.wallMs,
    activeMs: time.activeMs,
    costUsd: cost.usd,
    costBasis: cost.basis,
    openFailures: openFailures(view.calls).length,
    hiddenFailures: view.calls.reduce((count, { masked }) => count + (masked === null ? 0 : 1), 0),
    time: time.classes,
    turns: turns.map(({ tokens, cost: spent, asked, ...turn }) => ({
      turn: turn.turn,
      asked: asked?.text ?? null,
      from: turn.from,
      to: turn.to,
      wallMs: turn.wallMs,
      activeMs: turn.activeMs,
      calls: turn.calls,
      failures: turn.failures,
      tokens: totalTokens(tokens),
      usd: spent.usd,
      basis: spent.basis,
      summary: turn.summary,
      time: turn.time,
    })),
    costs: cost.parts.map(({ model, thread, turn, day, usd, basis, requests, unpriced, tokens }) => {
      const { input, output, cacheRead, cacheWrite } = tokens;
      return { model, thread, turn, day, usd, basis, requests, unpriced, input, output, cacheRead, cacheWrite };
    }),
    claims: claimsOf(view, checkRuns(view), options).map(({ about, quote, at, standing, ref, call, result }) => {
      return { about, quote, at, standing, source: ref.source, line: ref.line, call: call?.callId ?? null, result };
    }),
  };
}
