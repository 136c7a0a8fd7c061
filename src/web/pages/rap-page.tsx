// The page of remote tools: open questions, pending calls, subscriptions, views, tool servers, rejections.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RapAct, RapOverviewAnswer } from '../../api/wire/rap.ts';
import { formatBytes, plural } from '../../base/units.ts';
import { WebLink } from '../../ui/parts/link.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { timeColumn, When } from '../parts/when.tsx';
import { callAddress, sessionAddress, sessionsAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { asError } from '../state/as-error.ts';
import { RapServers } from './rap-servers.tsx';
import { RapViews } from './rap-views.tsx';
import './rap-page.css';
import './section-page.css';

type Pending = RapOverviewAnswer['pending'][number];
type Subscription = RapOverviewAnswer['subscriptions'][number];
type Ask = RapOverviewAnswer['asks'][number];
type Rejection = RapOverviewAnswer['rejections'][number];
type Act = (act: RapAct) => void;

/** Deadlines and answers change without a change in the logs. */
const LOOK_AGAIN_MS = 3000;

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
      isExtra: true,
      sort: ({ groupId }) => groupId,
      cell: ({ groupId }) => <ThreadLink groupId={groupId} />,
    },
    {
      id: 'asked',
      title: 'Arguments',
      isWide: true,
      cell: ({ arguments: asked }) => <code>{oneLine(JSON.stringify(asked))}</code>,
    },
    timeColumn('since', 'Since', ({ registeredAt }) => registeredAt, { isExtra: true }),
    { id: 'act', title: '', cell: (call) => <Cancel call={call} onAct={onAct} /> },
  ];
}

/** Answered by the user, but not delivered to the tool yet. */
function Undelivered({ ask, selected }: { readonly ask: Ask; readonly selected: number }): ComponentChildren {
  const { prompt, choices, problem } = ask;
  return (
    <>
      <p class="rap__prompt">{oneLine(prompt)}</p>
      <p>
        Answered: <strong>{oneLine(choices[selected] ?? String(selected))}</strong>.{' '}
        <span class="warn-text" role="status">
          {problem === null
            ? 'On its way to the tool.'
            : `It has not arrived: ${oneLine(problem)}. It is kept, and tried again.`}
        </span>
      </p>
    </>
  );
}

function Question({ ask, onAct }: { readonly ask: Ask; readonly onAct: Act | null }): ComponentChildren {
  const { groupId, id } = ask;
  return (
    <li class="rap__ask">
      <p>
        {ask.kind === 'confirm' ? 'A call of ' : ''}
        <strong>{toolName(ask.operation)}</strong> in <ThreadLink groupId={groupId} />{' '}
        {ask.kind === 'confirm' ? 'waits to be confirmed' : 'asks'}, <When at={ask.askedAt} />:
      </p>
      {ask.selected !== null ? (
        <Undelivered ask={ask} selected={ask.selected} />
      ) : ask.authUrl === null ? (
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

const REJECTIONS: readonly Column<Rejection>[] = [
  timeColumn('at', 'When', ({ at }) => at),
  { id: 'reason', title: 'Why', isWide: true, sort: ({ reason }) => reason },
  { id: 'status', title: 'Answer', isNumber: true, sort: ({ status }) => status },
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
  const { asks, pending, subscriptions, views, servers, rejections } = rap;
  const waits: Column<Pending> = {
    id: 'waits',
    title: 'Waits for',
    cell: ({ waitsFor }) => (waitsFor === 'person' ? <span class="warn-text">a person</span> : 'the tool'),
  };
  return (
    <div class="section-page">
      {rap.runtime === 'elsewhere' ? (
        <p class="page__note rap__note">
          {rap.canAct
            ? 'Another process runs the runtime. What you do here is passed on to it.'
            : 'No runtime is running on this data folder: nothing can be answered or cancelled now.'}
        </p>
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
          name="pending"
          columns={[waits, ...openColumns<Pending>(onAct)]}
          rows={pending}
          keyOf={({ groupId, id }) => `${groupId} ${id}`}
        />
      </Part>
      <Part title="Subscriptions" empty="No calls are sending events." count={subscriptions.length}>
        <SortTable
          label="Subscriptions"
          name="subscriptions"
          columns={openColumns<Subscription>(onAct)}
          rows={subscriptions}
          keyOf={({ groupId, id }) => `${groupId} ${id}`}
        />
      </Part>
      <Part title="Views" empty="No tool shows anything next to its thread." count={views.length}>
        <RapViews views={views} />
      </Part>
      <Part title="Tool servers" empty="No known tool servers." count={servers.length}>
        <RapServers servers={servers} />
      </Part>
      <Part title="Rejected" empty="Nothing was rejected." count={rejections.length}>
        <SortTable
          label="Rejected"
          name="rejected"
          columns={REJECTIONS}
          rows={rejections}
          keyOf={(one) => `${one.at} ${one.groupId} ${one.id} ${one.reason}`}
        />
      </Part>
    </div>
  );
}

/** The message after an action: an answer has arrived, or not yet. */
function outcomeOf(
  { act }: RapAct,
  arrived: boolean | null,
  problem: string | null,
): { readonly text: string; readonly isError: boolean } {
  if (act === 'cancel') return { text: 'Cancelled.', isError: false };
  if (arrived !== false) return { text: 'The answer has arrived.', isError: false };
  const why = problem === null ? '' : `: ${oneLine(problem)}`;
  return { text: `The answer has not arrived yet${why}. It is kept, and tried again.`, isError: true };
}

export function RapPage(): ComponentChildren {
  const question = useQuestion((stop) => api.get('rap', {}, stop), []);
  const [told, setTold] = useState<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);
  useEffect(() => {
    const timer = setInterval(() => question.again(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [question]);
  const act: Act = (wanted) => {
    api.post('rapAct', {}, wanted).then(
      ({ arrived, problem }) => {
        setTold(outcomeOf(wanted, arrived, problem));
        question.again();
      },
      (trouble: unknown) => setTold({ text: asError(trouble).message, isError: true }),
    );
  };
  return (
    <AskedPage
      title="Remote tools"
      question={question}
      tools={
        told === undefined ? null : (
          <span class={told.isError ? 'error-text' : 'page__note'} role={told.isError ? 'alert' : 'status'}>
            {told.text}
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
            <Overview rap={rap} onAct={rap.canAct ? act : null} />
          </>
        )
      }
    </AskedPage>
  );
}
