// Owns what the RAP runtime waits for: questions to a person, pending calls, subscriptions, tool servers, refusals.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RapAct, RapOverviewAnswer } from '../../api/wire/rap.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { WebLink } from '../../ui/parts/link.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { ago, wholeTime } from '../parts/words.ts';
import { callAddress, sessionAddress, sessionsAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import './rap-page.css';
import './section-page.css';

type Pending = RapOverviewAnswer['pending'][number];
type Subscription = RapOverviewAnswer['subscriptions'][number];
type Ask = RapOverviewAnswer['asks'][number];
type Server = RapOverviewAnswer['servers'][number];
type Rejection = RapOverviewAnswer['rejections'][number];
type Act = (act: RapAct) => void;

/** Deadlines and answers come without a change in the logs. */
const LOOK_AGAIN_MS = 3000;

function When({ at }: { readonly at: number | null }): ComponentChildren {
  return <span title={wholeTime(at)}>{ago(at, Date.now())}</span>;
}

function ThreadLink({ groupId }: { readonly groupId: string }): ComponentChildren {
  return <a href={sessionAddress('rap', groupId)}>{oneLine(groupId)}</a>;
}

function Cancel({ call, onAct }: { readonly call: Subscription; readonly onAct: Act | null }): ComponentChildren {
  if (onAct === null) return null;
  const { groupId, id, operation } = call;
  return (
    <button
      type="button"
      class="button"
      aria-label={`Cancel ${operation}`}
      onClick={() => onAct({ act: 'cancel', groupId, id })}
    >
      Cancel
    </button>
  );
}

function openColumns<Call extends Subscription>(onAct: Act | null): Column<Call>[] {
  return [
    {
      id: 'operation',
      title: 'Tool',
      sort: ({ operation }) => operation,
      cell: ({ operation, groupId, id }) => (
        <a href={callAddress({ agent: 'rap', session: groupId, callId: id, occurrence: 1 })} title={oneLine(id)}>
          {toolName(operation)}
        </a>
      ),
    },
    {
      id: 'thread',
      title: 'Thread',
      sort: ({ groupId }) => groupId,
      cell: ({ groupId }) => <ThreadLink groupId={groupId} />,
    },
    {
      id: 'asked',
      title: 'Arguments',
      isWide: true,
      cell: ({ arguments: asked }) => <code>{oneLine(JSON.stringify(asked))}</code>,
    },
    {
      id: 'since',
      title: 'Since',
      sort: ({ registeredAt }) => registeredAt,
      cell: ({ registeredAt }) => <When at={registeredAt} />,
    },
    { id: 'act', title: '', cell: (call) => <Cancel call={call} onAct={onAct} /> },
  ];
}

function Question({ ask, onAct }: { readonly ask: Ask; readonly onAct: Act | null }): ComponentChildren {
  const { groupId, id } = ask;
  return (
    <li class="rap__ask">
      <p>
        <strong>{toolName(ask.operation)}</strong> in <ThreadLink groupId={groupId} /> asks, <When at={ask.askedAt} />:
      </p>
      {ask.authUrl === null ? (
        <>
          <p class="rap__prompt">{oneLine(ask.prompt ?? '')}</p>
          <div class="rap__choices">
            {ask.choices.map((choice, i) => (
              <button
                key={choice}
                type="button"
                class="button"
                disabled={onAct === null}
                onClick={() => onAct?.({ act: 'answer', groupId, id, choice: i })}
              >
                {oneLine(choice)}
                {i === ask.default ? <span class="dim"> (usual)</span> : null}
              </button>
            ))}
            <button
              type="button"
              class="button button--plain"
              disabled={onAct === null}
              onClick={() => onAct?.({ act: 'answer', groupId, id, choice: null })}
            >
              Dismiss
            </button>
          </div>
        </>
      ) : (
        <p>
          Sign in at <WebLink url={ask.authUrl} />
        </p>
      )}
    </li>
  );
}

const SERVERS: readonly Column<Server>[] = [
  {
    id: 'name',
    title: 'Server',
    sort: ({ name, base }) => name ?? base,
    cell: ({ name, base }) => <span title={base}>{oneLine(name ?? base)}</span>,
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <span class={state === 'ok' ? '' : 'warn-text'}>{state === 'ok' ? 'fine' : state}</span>,
  },
  { id: 'tools', title: 'Tools', isWide: true, cell: ({ tools }) => oneLine(tools.join(', ')) },
  { id: 'calls', title: 'Calls', isNumber: true, sort: ({ calls }) => calls, cell: ({ calls }) => formatCount(calls) },
  {
    id: 'pending',
    title: 'Pending',
    isNumber: true,
    sort: ({ pending }) => pending,
    cell: ({ pending }) => formatCount(pending),
  },
];

const REJECTIONS: readonly Column<Rejection>[] = [
  { id: 'at', title: 'When', sort: ({ at }) => at, cell: ({ at }) => <When at={at} /> },
  { id: 'reason', title: 'Why', isWide: true, sort: ({ reason }) => reason, cell: ({ reason }) => reason },
  { id: 'status', title: 'Answer', isNumber: true, sort: ({ status }) => status, cell: ({ status }) => status },
  { id: 'type', title: 'What', cell: ({ type }) => oneLine(type ?? '–') },
  { id: 'group', title: 'Thread', cell: ({ groupId }) => oneLine(groupId ?? '–') },
  { id: 'bytes', title: 'Size', isNumber: true, sort: ({ bytes }) => bytes, cell: ({ bytes }) => formatBytes(bytes) },
];

function Part(props: {
  readonly title: string;
  readonly empty: string;
  readonly count: number;
  readonly children: ComponentChildren;
}): ComponentChildren {
  return (
    <section>
      <h2>{props.title}</h2>
      {props.count === 0 ? <p class="page__note">{props.empty}</p> : props.children}
    </section>
  );
}

function Overview({ rap, onAct }: { readonly rap: RapOverviewAnswer; readonly onAct: Act | null }): ComponentChildren {
  const { asks, pending, subscriptions, servers, rejections } = rap;
  const waits: Column<Pending> = {
    id: 'waits',
    title: 'Waits for',
    cell: ({ waitsFor }) => (waitsFor === 'person' ? <span class="warn-text">a person</span> : 'the tool'),
  };
  return (
    <div class="section-page">
      {rap.runtime === 'elsewhere' ? (
        <p class="page__note rap__note">Another process runs the runtime; this page is read-only.</p>
      ) : null}
      <Part title="Questions to a person" empty="No open questions." count={asks.length}>
        <ul class="rap__asks">
          {asks.map((ask) => (
            <Question key={`${ask.groupId} ${ask.id}`} ask={ask} onAct={onAct} />
          ))}
        </ul>
      </Part>
      <Part title="Pending calls" empty="No calls are waiting for a result." count={pending.length}>
        <SortTable
          label="Pending calls"
          columns={[waits, ...openColumns<Pending>(onAct)]}
          rows={pending}
          keyOf={({ groupId, id }) => `${groupId} ${id}`}
        />
      </Part>
      <Part title="Subscriptions" empty="No calls are sending events." count={subscriptions.length}>
        <SortTable
          label="Subscriptions"
          columns={openColumns<Subscription>(onAct)}
          rows={subscriptions}
          keyOf={({ groupId, id }) => `${groupId} ${id}`}
        />
      </Part>
      <Part title="Tool servers" empty="No known tool servers." count={servers.length}>
        <SortTable label="Tool servers" columns={SERVERS} rows={servers} keyOf={({ base }) => base} />
      </Part>
      <Part title="Rejected" empty="Nothing was rejected." count={rejections.length}>
        <SortTable
          label="Rejected"
          columns={REJECTIONS}
          rows={rejections}
          keyOf={(one) => `${one.at} ${one.groupId} ${one.id} ${one.reason}`}
        />
      </Part>
    </div>
  );
}

export function RapPage(): ComponentChildren {
  const question = useQuestion((stop) => api.get('rap', {}, stop), []);
  const [error, setError] = useState<Error | undefined>(undefined);
  useEffect(() => {
    const timer = setInterval(() => question.again(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [question]);
  const act: Act = (wanted) => {
    api.post('rapAct', {}, wanted).then(
      () => {
        setError(undefined);
        question.again();
      },
      (trouble: unknown) => setError(trouble instanceof Error ? trouble : new Error(String(trouble))),
    );
  };
  return (
    <AskedPage
      title="Remote tools"
      question={question}
      tools={
        error === undefined ? null : (
          <span class="error-text" role="alert">
            {error.message}
          </span>
        )
      }
    >
      {(rap) =>
        rap.runtime === 'none' || (rap.totals.threads === 0 && rap.rejections.length === 0) ? (
          <EmptyState
            title="No thread of the Reactive Agent Protocol yet."
            hint={
              <>
                Remote tools deliver their results here, on this port. <code>toolscope rap demo</code> shows how.
              </>
            }
          />
        ) : (
          <>
            <p class="page__note rap__note">
              {plural(rap.totals.threads, 'thread')}, shown among the{' '}
              <a href={sessionsAddress('agent:rap')}>sessions</a>.
            </p>
            <Overview rap={rap} onAct={rap.runtime === 'here' ? act : null} />
          </>
        )
      }
    </AskedPage>
  );
}
