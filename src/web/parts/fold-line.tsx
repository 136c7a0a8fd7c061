// One line for many near-identical sessions: their number, their totals, and a button that expands them.

import type { ComponentChildren } from 'preact';
import { shortCost } from '../../api/insight-text.ts';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { ago, allTokens, briefNumber, wholeTime } from './display-text.ts';
import { FoldButton } from './fold-button.tsx';
import type { SessionFold } from './session-folds.ts';

interface FoldLineProps {
  readonly fold: SessionFold;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

export function FoldLine({ fold, isOpen, isChosen, onToggle }: FoldLineProps): ComponentChildren {
  const { sessions } = fold;
  const [first] = sessions;
  if (first === undefined) return null;
  const sum = (of: (session: (typeof sessions)[number]) => number): number =>
    sessions.reduce((total, session) => total + of(session), 0);
  const calls = sum((session) => session.calls);
  const failures = sum((session) => session.failures);
  const tokens = sum((session) => allTokens(session.tokens));
  const costs = sessions.flatMap(({ insights }) => insights?.costUsd ?? []);
  const activeMs = sum(({ insights }) => insights?.activeMs ?? 0);
  const lastAt = Math.max(...sessions.map((session) => session.lastAt ?? 0));
  const dash = '–';
  return (
    <div class="table-row session-line" role="row" aria-current={isChosen}>
      <span role="cell" class="session-line__state" />
      <span role="cell" class="session-line__title">
        <FoldButton isOpen={isOpen} onToggle={onToggle}>
          <b>{plural(sessions.length, 'session')}</b>
          <span>{oneLine(first.title ?? first.id)}</span>
        </FoldButton>
      </span>
      <span role="cell" class="session-line__agent">
        <AgentMark agent={first.agent} />
        {first.agent}
      </span>
      <span role="cell" class="session-line__model" />
      <span role="cell" class="session-line__number session-line__calls">
        {calls === 0 ? dash : formatCount(calls)}
      </span>
      <span role="cell" class="session-line__number session-line__failures">
        {failures === 0 ? dash : <span class="error-text">{formatCount(failures)}</span>}
      </span>
      <span role="cell" class="session-line__ending" />
      <span role="cell" class="session-line__number session-line__active">
        {activeMs === 0 ? dash : formatMs(activeMs)}
      </span>
      <span role="cell" class="session-line__number session-line__duration" />
      <span role="cell" class="session-line__number session-line__cost">
        {costs.length === 0
          ? dash
          : shortCost(
              costs.reduce((total, usd) => total + usd, 0),
              'estimate',
            )}
      </span>
      <span role="cell" class="session-line__number session-line__tokens">
        {tokens === 0 ? dash : briefNumber(tokens)}
      </span>
      <span role="cell" class="session-line__when" title={wholeTime(lastAt === 0 ? null : lastAt)}>
        {ago(lastAt === 0 ? null : lastAt, Date.now())}
      </span>
    </div>
  );
}
