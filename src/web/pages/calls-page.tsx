// Calls of all sessions that match a filter, newest first or by a column.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WireCall } from '../../api/wire/call.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { VirtualRows, type VirtualRowsHandle } from '../../ui/virtual-rows.tsx';
import { ColumnList, columnStyle, type HeadColumn, Heads, type TableLook, tableLook } from '../parts/column-heads.tsx';
import { ago, durationBasis, durationText, shortFailure, wholeTime } from '../parts/display-text.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { EmptyState, Trouble, Waiting } from '../parts/states.tsx';
import { callAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { asError } from '../state/as-error.ts';
import { leftAddress } from '../state/kept.ts';
import { useKeys } from '../state/keys.ts';
import { isNarrow } from '../state/narrow.ts';
import { go, goWith, place } from '../state/route.ts';
import type { Order } from '../state/table-view.ts';
import './calls-page.css';

interface Loaded {
  /** The filter and order of the request. */
  readonly of: string;
  readonly calls: readonly WireCall[];
  readonly next: string | null;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

const PAGE = '200';
/** Kept, so that going back shows as many calls as before. */
let lastLoaded: Loaded | undefined;
const NOTHING: Loaded = { of: '', calls: [], next: null, error: undefined, isLoading: true };

const NAME = { table: '', kind: 'calls' };

const COLUMNS: readonly HeadColumn[] = [
  { id: 'tool', title: 'Tool', isSortable: true },
  { id: 'text', title: 'Summary, and why it failed', isFixed: true },
  { id: 'status', title: 'Status', isSortable: true },
  {
    id: 'ms',
    title: 'Time',
    isNumber: true,
    isSortable: true,
    help: '≤ means at most: the log does not separate waiting from running',
  },
  { id: 'bytes', title: 'Size', isNumber: true, isSortable: true, help: 'Bytes read, written or received' },
  { id: 'agent', title: 'Agent', isSortable: true },
  { id: 'at', title: 'When', isNumber: true, isSortable: true },
];

/** Hidden by default: the other columns have to fit. */
const UNUSUAL: ReadonlySet<string> = new Set(['bytes']);
const SORTS = ['tool', 'status', 'ms', 'bytes', 'agent', 'at'] as const;

/** Sorted by the server, which also knows the calls that are not on the page. */
function callSort(order: Order | null) {
  const by = SORTS.find((name) => name === order?.id);
  if (by === undefined) return undefined;
  return order?.isDown === true ? (`-${by}` as const) : by;
}

function useCalls(filter: string, sort: ReturnType<typeof callSort>): readonly [loaded: Loaded, more: () => void] {
  const of = `${filter} ${sort}`;
  const known = leftAddress() !== null && lastLoaded?.of === of ? lastLoaded : undefined;
  const [loaded, setLoaded] = useState<Loaded>(known ?? NOTHING);
  if (!loaded.isLoading && loaded.error === undefined) lastLoaded = loaded;
  const controller = useRef(new AbortController());
  const load = (cursor: string | undefined, before: readonly WireCall[]): void => {
    const { signal } = controller.current;
    setLoaded((old) => ({ ...old, isLoading: true }));
    api.get('calls', { query: { filter, limit: PAGE, cursor, sort } }, signal).then(
      ({ calls, next }) => setLoaded({ of, calls: [...before, ...calls], next, error: undefined, isLoading: false }),
      (error: unknown) => {
        if (signal.aborted) return;
        setLoaded({
          of,
          calls: before,
          next: null,
          error: asError(error),
          isLoading: false,
        });
      },
    );
  };
  useEffect(() => {
    controller.current = new AbortController();
    if (loaded === known) return () => controller.current.abort();
    setLoaded(NOTHING);
    load(undefined, []);
    return () => controller.current.abort();
  }, [filter, sort]);
  return [
    loaded,
    () => {
      if (!loaded.isLoading && loaded.next !== null) load(loaded.next, loaded.calls);
    },
  ];
}

/** How many calls match, of which a page shows the first. */
function useTotal(filter: string): number | undefined {
  const counted = useQuestion((stop) => api.get('stats', { query: { by: 'agent', filter } }, stop), [filter]);
  return counted.state.value.answer?.groups.reduce((sum, { calls }) => sum + calls, 0);
}

function CallLine({ call, isChosen }: { readonly call: WireCall; readonly isChosen: boolean }): ComponentChildren {
  const { status, failure, masked, duration, requestedAt } = call;
  const tool = toolName(call.tool);
  const summary = oneLine(call.summary);
  const why = oneLine((failure ?? masked)?.message ?? '');
  return (
    <div class="table-row call-line" role="row" aria-current={isChosen}>
      <span role="cell" class="call-line__tool" title={tool}>
        {tool}
      </span>
      <span role="cell" class="call-line__text" title={why === '' ? summary : why}>
        <a class="row-link" href={callAddress(call)}>
          {summary === '' ? call.callId : summary}
        </a>
        {why === '' ? null : <span class="call-line__why">{shortFailure(why)}</span>}
      </span>
      <span role="cell" class="call-line__status">
        <StatusMark status={status} blame={failure?.blame} code={failure?.code} masked={masked?.code} />
      </span>
      <span role="cell" class="call-line__ms" title={durationBasis(duration?.basis, duration?.bound)}>
        {durationText(duration?.ms, duration?.bound)}
      </span>
      <span role="cell" class="call-line__bytes">
        {typeof call.facts['bytes'] === 'number' ? formatBytes(call.facts['bytes']) : ''}
      </span>
      <span role="cell" class="call-line__agent">
        {call.agent}
      </span>
      <span role="cell" class="call-line__at" title={wholeTime(requestedAt)}>
        {ago(requestedAt, Date.now())}
      </span>
    </div>
  );
}

function CallHead(look: TableLook): ComponentChildren {
  return (
    <div class="table-row table-row--head call-line call-line--head" role="row">
      <Heads look={look} columns={COLUMNS} classOf={({ id }) => `call-line__${id}`} />
      <ColumnList isOwnHead={true} name={NAME} columns={COLUMNS} choices={look.choices} unusual={UNUSUAL} />
    </div>
  );
}

export function CallsPage(): ComponentChildren {
  const filter = place.value.query.get('f') ?? '';
  const look = tableLook(NAME);
  const sort = callSort(look.order);
  const [{ calls, next, error, isLoading }, more] = useCalls(filter, sort);
  const all = useTotal(filter);
  const [chosen, setChosen] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  const rows = useRef<VirtualRowsHandle>(null);
  useLayoutEffect(() => setChosen(-1), [filter, sort]);
  // Going back from a call selects it.
  const cameFrom = leftAddress();
  useEffect(() => {
    if (chosen === -1 && cameFrom !== null) setChosen(calls.findIndex((call) => callAddress(call) === cameFrom));
  }, [calls.length, cameFrom]);
  const move = (by: number): void => {
    const to = Math.min(calls.length - 1, Math.max(0, chosen + by));
    setChosen(to);
    rows.current?.show(to);
  };
  useKeys('Calls', [
    { keys: ['j', 'ArrowDown'], does: 'Next call', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous call', run: () => move(-1) },
    {
      keys: ['Enter', 'o'],
      does: 'Open the call in its session',
      run: () => {
        const call = calls[chosen];
        if (call !== undefined) go(callAddress(call));
      },
    },
    { keys: ['/'], does: 'Filter', run: () => box.current?.focus() },
  ]);
  return (
    <div class="page">
      <div class="page__head">
        <h1>Calls</h1>
        <FilterBox
          input={box}
          value={filter}
          label="Filter calls"
          placeholder="Filter: tool:Bash status:error -blame:expected since:7d"
          onChange={(text) => goWith({ f: text }, { replace: true })}
        />
        <span class="page__note" role="status">
          {calls.length === 0
            ? ''
            : next === null
              ? plural(calls.length, 'call')
              : `the ${sort === undefined ? 'newest' : 'first'} ${formatCount(calls.length)}${all === undefined ? '' : ` of ${formatCount(all)}`}`}
        </span>
      </div>
      <div class="page__body" style={columnStyle(look.choices)}>
        {error === undefined ? null : <Trouble error={error} />}
        {calls.length === 0 && error === undefined ? (
          isLoading ? (
            <Waiting what="Looking for calls…" />
          ) : (
            <EmptyState
              {...(filter === ''
                ? { title: 'There are no calls yet.' }
                : { title: 'No calls match.', hint: 'Remove a term from the filter.' })}
            />
          )
        ) : null}
        {calls.length === 0 ? null : (
          <VirtualRows
            count={calls.length}
            rowHeight={isNarrow.value ? 44 : 28}
            label="Calls"
            of={`${filter} ${sort}`}
            handle={rows}
            header={<CallHead {...look} />}
            onEnd={(isAtEnd) => {
              if (isAtEnd) more();
            }}
            row={(i, slot) => {
              const call = calls[i];
              return call === undefined ? null : <CallLine key={slot} call={call} isChosen={i === chosen} />;
            }}
          />
        )}
      </div>
    </div>
  );
}
