// One session as a row of a list, and the column heads.

import type { ComponentChildren } from 'preact';
import { endingReason, shortCost, shortEnding } from '../../api/insight-text.ts';
import type { SessionRow } from '../../api/wire/session.ts';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { sessionAddress } from '../state/addresses.ts';
import { chosenAddress, comparing } from '../state/compared.ts';
import { ColumnList, type HeadColumn, Heads, type TableLook, tableLook } from './column-heads.tsx';
import './session-line.css';
import { lastPart } from '../../base/last-part.ts';
import { ago, allTokens, briefNumber, wholeTime } from './display-text.ts';

const STATES: Record<SessionRow['state']['state'], string> = {
  working: 'working',
  'waiting-for-permission': 'waits for permission',
  'waiting-for-answer': 'waits for an answer',
  idle: 'idle',
  ended: '',
};

interface SessionLineProps {
  readonly session: SessionRow;
  readonly isChosen: boolean;
  readonly withProject: boolean;
}

function vanishing(at: number | null, now: number): string | null {
  if (at === null) return null;
  const days = Math.ceil((at - now) / 86_400_000);
  return days <= 7 ? `deleted in ${Math.max(0, days)} d` : null;
}

/** Placeholder for missing values, and for those not known before the session is read. */
function Nothing({ session }: { readonly session: SessionRow }): ComponentChildren {
  return session.unread ? <span title="Not read yet">…</span> : '–';
}

/** From the first record to the last. Before a session is read, its end may be a guess from the file's time. */
function spanMs({ startedAt, lastAt, unread }: SessionRow): number | null {
  return unread || startedAt === null || lastAt === null ? null : lastAt - startedAt;
}

/** How it ended, how long it took, and its cost. */
function Concluded({ session }: { readonly session: SessionRow }): ComponentChildren {
  const { insights } = session;
  const none = <Nothing session={session} />;
  const span = spanMs(session);
  const isLogged = insights?.costBasis === 'log';
  const cost = insights?.costUsd ?? null;
  const activeMs = insights?.activeMs ?? 0;
  return (
    <>
      <span role="cell" class="session-line__ending" title={insights === null ? '' : endingReason(insights.rule)}>
        {insights === null ? none : shortEnding(insights.ending)}
      </span>
      <span role="cell" class="session-line__number session-line__active">
        {activeMs === 0 ? none : formatMs(activeMs)}
      </span>
      <span role="cell" class="session-line__number session-line__duration">
        {span === null || span === 0 ? none : formatMs(span)}
      </span>
      <span
        role="cell"
        class="session-line__number session-line__cost"
        title={isLogged ? 'As the log states it' : 'Estimated from a price table'}
      >
        {cost === null ? none : shortCost(cost, insights?.costBasis ?? '')}
      </span>
    </>
  );
}

/** Opens the session, or selects it while choosing two to compare. */
export function rowAddress({ agent, id }: SessionRow): string {
  const chosen = comparing();
  return chosen === null ? sessionAddress(agent, id) : chosenAddress({ agent, session: id }, chosen);
}

export function SessionLine({ session, isChosen, withProject }: SessionLineProps): ComponentChildren {
  const { agent, id, title, project, lastAt, calls, failures, masked, running, model, tokens, state, live } = session;
  const now = Date.now();
  const name = oneLine(title ?? id);
  const total = allTokens(tokens);
  const word = live ? STATES[state.state] : '';
  const none = <Nothing session={session} />;
  const soon = session.gone ? 'log deleted' : vanishing(session.vanishesAt, now);
  return (
    <div class="table-row session-line" role="row" aria-current={isChosen} data-session={`${agent} ${id}`}>
      <span role="cell" class="session-line__state" title={live ? state.because : 'It has ended.'}>
        {live ? <span class={`session-line__dot session-line__dot--${state.state}`} /> : null}
        <span class="visually-hidden">{live ? word : 'ended'}</span>
      </span>
      <span role="cell" class="session-line__title">
        {session.pinned ? (
          <span class="session-line__pin" title="Pinned">
            <Icon name="star" />
            <span class="visually-hidden">pinned </span>
          </span>
        ) : null}
        <a class="row-link" href={rowAddress(session)} title={name}>
          {name}
        </a>
        {word === '' || word === 'idle' ? null : (
          <span class={`session-line__word session-line__word--${state.state}`}>{word}</span>
        )}
        {running > 0 ? <span class="session-line__word session-line__running">{running} running</span> : null}
        {soon === null ? null : <span class="session-line__soon">{soon}</span>}
        {session.hidden ? <span class="session-line__soon">hidden</span> : null}
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
      <span role="cell" class="session-line__number session-line__calls">
        {calls === 0 ? none : <a href={sessionAddress(agent, id, { show: 'calls' })}>{formatCount(calls)}</a>}
      </span>
      <span role="cell" class="session-line__number session-line__failures">
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

interface SessionColumn extends HeadColumn {
  readonly sort: (row: SessionRow) => number | string | null;
}

/** The column heads, in the order of the cells. */
const SORTED_BY: readonly SessionColumn[] = [
  { id: 'title', title: 'Session', isFixed: true, sort: ({ title, id }) => (title ?? id).toLowerCase() },
  { id: 'agent', title: 'Agent', sort: ({ agent }) => agent },
  { id: 'model', title: 'Model', sort: ({ model }) => model },
  { id: 'calls', title: 'Calls', isNumber: true, sort: ({ calls, unread }) => (unread ? null : calls) },
  {
    id: 'failures',
    title: 'Errors',
    isNumber: true,
    help: 'Unexpected errors; ⚠ failures inside calls that succeeded',
    sort: ({ failures, masked, unread }) => (unread ? null : failures + masked / 1e6),
  },
  {
    id: 'ending',
    title: 'Ended',
    help: 'By its last record',
    sort: ({ insights }) => (insights === null ? null : shortEnding(insights.ending)),
  },
  {
    id: 'active',
    title: 'Active',
    isNumber: true,
    help: 'Without idle time',
    sort: ({ insights }) => insights?.activeMs ?? null,
  },
  {
    id: 'duration',
    title: 'Span',
    isNumber: true,
    help: 'From its first record to its last',
    sort: spanMs,
  },
  {
    id: 'cost',
    title: 'Cost',
    isNumber: true,
    help: '~ marks an estimate',
    sort: ({ insights }) => insights?.costUsd ?? null,
  },
  { id: 'tokens', title: 'Tokens', isNumber: true, sort: ({ tokens, unread }) => (unread ? null : allTokens(tokens)) },
  { id: 'when', title: 'Last active', isNumber: true, sort: ({ lastAt }) => lastAt },
];

const COLUMNS = SORTED_BY.map((column): SessionColumn => ({ ...column, isSortable: true }));
const NAME = { table: '', kind: 'sessions' };

export function sessionsLook(): TableLook {
  return tableLook(NAME);
}

/** Sessions in the order of the table; those without a value come last. */
export function sortSessions(sessions: readonly SessionRow[], { order }: TableLook): readonly SessionRow[] {
  const by = COLUMNS.find(({ id }) => id === order?.id)?.sort;
  if (by === undefined || order === null) return sessions;
  const sign = order.isDown ? -1 : 1;
  return sessions
    .map((session) => ({ session, value: by(session) }))
    .sort((a, b) => {
      if (a.value === b.value) return 0;
      if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
      return (a.value < b.value ? -1 : 1) * sign;
    })
    .map(({ session }) => session);
}

SessionLine.Header = function Header(): ComponentChildren {
  const look = sessionsLook();
  return (
    <div class="table-row table-row--head session-line session-line--head" role="row">
      <span role="columnheader" class="session-line__state">
        <span class="visually-hidden">State</span>
      </span>
      <Heads
        look={look}
        columns={COLUMNS}
        classOf={({ id, isNumber }) =>
          `session-line__${id}${isNumber === true && id !== 'when' ? ' session-line__number' : ''}`
        }
      />
      <ColumnList isOwnHead={true} name={NAME} columns={COLUMNS} choices={look.choices} />
    </div>
  );
};
