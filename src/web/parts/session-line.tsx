// One session as a line of a list, and the heads of its columns.

import type { ComponentChildren } from 'preact';
import { endingReason, shortCost, shortEnding } from '../../api/insight-text.ts';
import type { SessionRow } from '../../api/wire/session.ts';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { sessionAddress } from '../state/addresses.ts';
import './session-line.css';
import { ago, briefNumber, lastPart, wholeTime } from './display-text.ts';

const STATES: Record<SessionRow['state']['state'], string> = {
  working: 'working',
  'waiting-for-permission': 'waits for permission',
  'waiting-for-answer': 'waits for an answer',
  idle: 'idle',
  ended: '',
};

export interface SessionLineProps {
  readonly session: SessionRow;
  readonly isChosen: boolean;
  readonly withProject: boolean;
}

function vanishing(at: number | null, now: number): string | null {
  if (at === null) return null;
  const days = Math.ceil((at - now) / 86_400_000);
  return days <= 7 ? `deleted in ${Math.max(0, days)} d` : null;
}

/** How it ended, how long it took, what it cost. */
function Concluded({ session }: { readonly session: SessionRow }): ComponentChildren {
  const { startedAt, lastAt, insights } = session;
  const isLogged = insights?.costBasis === 'log';
  const cost = insights?.costUsd ?? null;
  const activeMs = insights?.activeMs ?? 0;
  return (
    <>
      <span role="cell" class="session-line__ending" title={insights === null ? '' : endingReason(insights.rule)}>
        {insights === null ? '–' : shortEnding(insights.ending)}
      </span>
      <span role="cell" class="session-line__number session-line__active">
        {activeMs === 0 ? '–' : formatMs(activeMs)}
      </span>
      <span role="cell" class="session-line__number session-line__duration">
        {startedAt === null || lastAt === null ? '–' : formatMs(lastAt - startedAt)}
      </span>
      <span
        role="cell"
        class="session-line__number session-line__cost"
        title={isLogged ? 'As the log states it' : 'Estimated from a price table'}
      >
        {cost === null ? '–' : shortCost(cost, insights?.costBasis ?? '')}
      </span>
    </>
  );
}

export function SessionLine({ session, isChosen, withProject }: SessionLineProps): ComponentChildren {
  const { agent, id, title, project, lastAt, calls, failures, masked, running, model, tokens, state, live } = session;
  const now = Date.now();
  const name = oneLine(title ?? id);
  const total = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
  const word = live ? STATES[state.state] : '';
  const none = session.unread ? <span title="Not read yet">…</span> : '–';
  const soon = session.gone ? 'log deleted' : vanishing(session.vanishesAt, now);
  return (
    <div class="session-line" role="row" aria-current={isChosen}>
      <span role="cell" class="session-line__state" title={live ? state.because : 'It has ended.'}>
        {live ? <span class={`session-line__dot session-line__dot--${state.state}`} /> : null}
        <span class="visually-hidden">{live ? word : 'ended'}</span>
      </span>
      <span role="cell" class="session-line__title">
        <a href={sessionAddress(agent, id)} title={name}>
          {name}
        </a>
        {word === '' || word === 'idle' ? null : (
          <span class={`session-line__word session-line__word--${state.state}`}>{word}</span>
        )}
        {running > 0 ? <span class="session-line__word session-line__running">{running} running</span> : null}
        {soon === null ? null : <span class="session-line__soon">{soon}</span>}
        {withProject && project !== null ? (
          <span class="session-line__project" title={project}>
            {oneLine(lastPart(project))}
          </span>
        ) : null}
      </span>
      <span role="cell" class="session-line__agent">
        <AgentMark agent={agent} />
        {agent}
      </span>
      <span role="cell" class="session-line__model" title={oneLine(model ?? '')}>
        {model === null ? none : oneLine(model)}
      </span>
      <span role="cell" class="session-line__number">
        {calls === 0 ? none : <a href={sessionAddress(agent, id, { show: 'calls' })}>{formatCount(calls)}</a>}
      </span>
      <span role="cell" class="session-line__number">
        {failures === 0 ? (
          none
        ) : (
          <a class="error-text" href={sessionAddress(agent, id, { f: 'is:failed' })}>
            {formatCount(failures)}
          </a>
        )}
        {masked === 0 ? null : (
          <a
            class="session-line__masked"
            href={sessionAddress(agent, id, { f: 'is:masked' })}
            title={`${plural(masked, 'call')} succeeded although something in ${masked === 1 ? 'it' : 'them'} failed`}
          >
            <span aria-hidden="true">⚠</span>
            <span class="visually-hidden">masked: </span>
            {formatCount(masked)}
          </a>
        )}
      </span>
      <Concluded session={session} />
      <span role="cell" class="session-line__number session-line__tokens" title={`${formatCount(total)} tokens`}>
        {total === 0 ? none : briefNumber(total)}
      </span>
      <span role="cell" class="session-line__when" title={wholeTime(lastAt)}>
        {ago(lastAt, now)}
      </span>
    </div>
  );
}

SessionLine.Header = function Header(): ComponentChildren {
  return (
    <div class="session-line session-line--head" role="row">
      <span role="columnheader" class="session-line__state">
        <span class="visually-hidden">State</span>
      </span>
      <span role="columnheader" class="session-line__title">
        Session
      </span>
      <span role="columnheader" class="session-line__agent">
        Agent
      </span>
      <span role="columnheader" class="session-line__model">
        Model
      </span>
      <span role="columnheader" class="session-line__number">
        Calls
      </span>
      <span
        role="columnheader"
        class="session-line__number"
        title="Unexpected errors; ⚠ failures inside calls that succeeded"
      >
        Errors
      </span>
      <span role="columnheader" class="session-line__ending" title="By its last record">
        Ended
      </span>
      <span
        role="columnheader"
        class="session-line__number session-line__active"
        title="Without the time in which nothing went on"
      >
        Active
      </span>
      <span
        role="columnheader"
        class="session-line__number session-line__duration"
        title="From its first record to its last"
      >
        Span
      </span>
      <span role="columnheader" class="session-line__number session-line__cost" title="~ marks an estimate">
        Cost
      </span>
      <span role="columnheader" class="session-line__number session-line__tokens">
        Tokens
      </span>
      <span role="columnheader" class="session-line__when">
        Last active
      </span>
    </div>
  );
};
