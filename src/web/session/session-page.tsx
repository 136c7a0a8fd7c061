// The page of one session: overview, table of messages and calls, totals, and the side pane.

import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import { plural } from '../../base/units.ts';
import { VirtualRows, type VirtualRowsHandle } from '../../ui/virtual-rows.tsx';
import { columnStyle } from '../parts/column-heads.tsx';
import { kindsOf, SHOWN, shownFrom } from '../parts/entry-kinds.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { SplitPane } from '../parts/split-pane.tsx';
import { EmptyState, Trouble, Waiting } from '../parts/states.tsx';
import { Toggle } from '../parts/toggle.tsx';
import { callName, narrowed, parseCallName } from '../state/addresses.ts';
import { isReturn, toggled, useKept } from '../state/kept.ts';
import { type KeyBinding, useKeys } from '../state/keys.ts';
import { isNarrow } from '../state/narrow.ts';
import { useNow } from '../state/now.ts';
import { goWith, place } from '../state/route.ts';
import { isUnexpectedError } from './entries.ts';
import { EntryHead, EntryRow, entriesLook } from './entry-row.tsx';
import { exportBindings } from './export-trace.tsx';
import { freshCalls, knownCalls } from './fresh-calls.ts';
import { Overview, type Span } from './overview.tsx';
import { RowMenu } from './row-menu.tsx';
import { SessionHead } from './session-head.tsx';
import './session-page.css';
import type { SessionName } from '../state/addresses.ts';
import { OpenedSession } from './opened-session.ts';
import { isSomethingNamed, NOTHING_NAMED, sidePane } from './side-pane.tsx';
import { StatusBar } from './status-bar.tsx';
import { useInsights } from './use-insights.ts';
import { useMatching } from './use-matching.ts';
import { scaleOf, useTable } from './use-table.ts';
import { foldVerdict, Verdict } from './verdict.tsx';

/** The same as in the style sheet. */
function rowHeight(): number {
  return isNarrow.value ? 44 : 26;
}

export function SessionPage(name: SessionName): ComponentChildren {
  const state = useMemo(() => new OpenedSession(name), [name.agent, name.session]);
  useEffect(() => () => state.close(), [state]);
  const { query } = place.value;
  const filter = query.get('f') ?? '';
  const shown = shownFrom(query.get('show'));
  const spanText = query.get('span');
  const span = useMemo(() => spanFrom(spanText), [spanText]);
  const setSpan = (to: Span | null): void => goWith({ span: to === null ? undefined : spanName(to) });
  /** Names of expanded calls. */
  const [expandedNames, setExpanded] = useKept('expanded');
  const expanded = useMemo(() => new Set(expandedNames), [expandedNames]);
  const isAllExpanded = query.get('nested') === 'all';
  const setIsAllExpanded = (isAll: boolean): void => goWith({ nested: isAll ? 'all' : undefined }, { replace: true });
  const [isAtEnd, setIsAtEnd] = useState(true);
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<VirtualRowsHandle>(null);
  const { entries } = state;
  const detail = state.detail.value;
  const version = state.version.value;
  const matching = useMatching(name, filter, version);
  const insights = useInsights(name, detail?.seq);
  const path = useMemo(() => new Set(insights?.path.steps.map(callName)), [insights]);
  const isLive = detail?.live === true;
  const now = useNow(isLive && (detail?.running ?? 0) > 0);

  const look = entriesLook();
  const isLinear = query.get('axis') === 'linear';
  const table = useTable({
    entries,
    threads: detail?.threads ?? [],
    version,
    kinds: kindsOf(shown),
    matching: matching.keys,
    span,
    order: look.order,
    isLinear,
    isExpanded: (i) => isAllExpanded || expanded.has(nameAt(entries.columns, i)),
    expansion: isAllExpanded ? true : expanded,
    now,
  });
  const { rows, leads, sums, before, callCount } = table;

  const isZoomed = query.get('scale') !== 'whole';
  const scaleInSight = useCallback(
    (first: number, last: number) =>
      isZoomed ? scaleOf(entries, rows.index.subarray(first, last), now, isLinear) : table.scale,
    [isZoomed, isLinear, rows, table.scale, now],
  );

  const chosen = chosenIndex(state, query);
  const chosenRow = chosen === undefined ? -1 : rows.index.indexOf(chosen);

  /** Adds a history entry, so that going back shows the previous selection. */
  const choose = (i: number | undefined, options?: { readonly replace: boolean }): void => {
    if (i === undefined) goWith(NOTHING_NAMED, options);
    else if ((entries.columns.key[i] ?? 0) > 0) {
      goWith({ ...NOTHING_NAMED, call: nameAt(entries.columns, i) }, options);
    } else {
      const { source, offset, pointer } = entries.columns;
      goWith({ ...NOTHING_NAMED, at: `${source[i]}:${offset[i]}:${pointer[i]}` }, options);
    }
  };
  const chooseRow = (row: number): void => {
    const i = rows.index[row];
    if (i === undefined) return;
    // Moving by rows is one history entry, however many rows.
    choose(i, { replace: isSomethingNamed(query) });
    list.current?.show(row);
  };
  const expand = (i: number): void => setExpanded(toggled(expandedNames, nameAt(entries.columns, i)));
  const toError = (by: 1 | -1): void => {
    const count = rows.index.length;
    for (let step = 1; step <= count; step++) {
      const row = (((chosenRow + by * step) % count) + count) % count;
      const i = rows.index[row];
      if (i === undefined || !isUnexpectedError(entries.columns, i)) continue;
      chooseRow(row);
      return;
    }
  };
  useKeys('Session', [
    {
      keys: ['j', 'ArrowDown'],
      does: 'Next row',
      run: () => chooseRow(Math.min(rows.index.length - 1, chosenRow + 1)),
    },
    { keys: ['k', 'ArrowUp'], does: 'Previous row', run: () => chooseRow(Math.max(0, chosenRow - 1)) },
    { keys: ['e'], does: 'Next error', run: () => toError(1) },
    { keys: ['E'], does: 'Previous error', run: () => toError(-1) },
    {
      keys: ['ArrowRight', 'l'],
      does: 'Show nested calls',
      run: () => chosen !== undefined && !expanded.has(nameAt(entries.columns, chosen)) && expand(chosen),
    },
    {
      keys: ['ArrowLeft', 'h'],
      does: 'Hide nested calls',
      run: () => chosen !== undefined && expanded.has(nameAt(entries.columns, chosen)) && expand(chosen),
    },
    { keys: ['x'], does: 'Show or hide all nested calls', run: () => setIsAllExpanded(!isAllExpanded) },
    { keys: ['/'], does: 'Filter', run: () => box.current?.focus() },
    {
      keys: ['c'],
      does: 'Calls only, or the conversation',
      run: () => goWith({ show: shown === 'calls' ? undefined : 'calls' }),
    },
    { keys: ['G'], does: 'Go to the end', run: () => list.current?.toEnd() },
    { keys: ['i'], does: 'Turns, time, cost and context', run: () => goWith({ ...NOTHING_NAMED, insights: '1' }) },
    { keys: ['v'], does: 'Unfold or fold the verdict', words: 'asked changed checks failed', run: foldVerdict },
    ...exportBindings(name),
    ...wayOut(
      isSomethingNamed(query),
      span !== null,
      () => choose(undefined),
      () => setSpan(null),
    ),
  ]);

  // A call named in the URL may be nested: its parents are expanded once it is loaded.
  useEffect(() => {
    if (chosen === undefined || chosenRow !== -1) return;
    const parents = table.parentsOf(chosen);
    const names = parents.map((parent) => nameAt(entries.columns, parent));
    if (names.some((call) => !expanded.has(call))) setExpanded([...new Set([...expandedNames, ...names])]);
  }, [chosen, chosenRow === -1, state.isLoaded.value]);
  useEffect(() => {
    if (chosenRow >= 0 && !isReturn()) list.current?.show(chosenRow);
  }, [chosenRow >= 0, state.isLoaded.value]);

  const fresh = useFresh(callCount, isAtEnd, state.isLoaded.value);
  const error = state.error.value;
  if (error instanceof ApiError && error.status === 404) return <NoSession />;
  if (error !== undefined && entries.size === 0) return <Trouble error={error} again={() => state.again()} />;
  if (!state.isLoaded.value && entries.size === 0) return <Waiting what="Reading the session…" />;

  const body =
    rows.index.length === 0 ? (
      <EmptyState
        title={filter !== '' || span !== null ? 'No calls match.' : 'This session has no calls.'}
        hint={emptyHint(filter, span)}
      />
    ) : (
      <VirtualRows
        count={rows.index.length}
        rowHeight={rowHeight()}
        label="Calls"
        of={`${filter} ${shown} ${query.get('sort') ?? ''}`}
        handle={list}
        followsEnd={isLive}
        onEnd={setIsAtEnd}
        frame={scaleInSight}
        header={(scale = table.scale) => (
          <EntryHead
            scale={scale}
            look={look}
            isZoomed={isZoomed}
            onZoom={() => goWith({ scale: isZoomed ? 'whole' : undefined }, { replace: true })}
          />
        )}
        row={(row, slot, scale = table.scale) => {
          const i = rows.index[row] ?? 0;
          return (
            <EntryRow
              key={slot}
              entries={entries}
              version={version}
              index={i}
              depth={rows.depth[row] ?? 0}
              nested={rows.nested.get(i) ?? 0}
              isExpanded={isAllExpanded || expanded.has(nameAt(entries.columns, i))}
              isChosen={i === chosen}
              group={groupAt(entries.columns.group, rows.index, row)}
              scale={scale}
              lead={leads[i] ?? Number.NaN}
              now={now}
              isOnPath={path.has(nameAt(entries.columns, i))}
              folder={detail?.project ?? null}
              onChoose={choose}
              onExpand={expand}
            />
          );
        }}
      />
    );
  const pane = sidePane({
    state,
    name,
    chosen,
    query,
    insights,
    nested: chosen === undefined ? [] : table.childrenOf(chosen),
    onClose: () => choose(undefined),
  });
  return (
    <div class={`session${pane === null ? '' : ' session--with-pane'}`} style={columnStyle(look.choices)}>
      <SessionHead name={name} detail={detail} />
      <Verdict name={name} insights={insights} />
      <div class="session__tools">
        <FilterBox
          input={box}
          value={filter}
          label="Filter calls"
          placeholder="Filter calls: tool:Bash status:error -blame:expected file:src/** duration:>5s"
          onChange={(text) => goWith({ f: text }, { replace: true })}
          isOneAgent={true}
        />
        <fieldset class="session__shown" aria-label="What is shown">
          {SHOWN.map(({ id, title, help }) => (
            <Toggle
              key={id}
              isOn={shown === id}
              help={help}
              onToggle={() => goWith({ show: id === 'conversation' ? undefined : id }, { replace: true })}
            >
              {title}
            </Toggle>
          ))}
        </fieldset>
        <Toggle isOn={isAllExpanded} onToggle={() => setIsAllExpanded(!isAllExpanded)}>
          Nested
        </Toggle>
        {matching.error === undefined ? null : <span class="session__trouble">{matching.error.message}</span>}
      </div>
      <Overview
        entries={entries}
        all={table.all}
        shown={before}
        scale={table.wholeScale}
        isLinear={isLinear}
        onLinear={(isOn) => goWith({ axis: isOn ? 'linear' : undefined }, { replace: true })}
        span={span}
        onSpan={setSpan}
      />
      <SplitPane
        main={
          <div class="session__table">
            <RowMenu
              name={{ agent: name.agent, session: name.session }}
              entries={entries}
              filter={filter}
              chosen={chosen}
            >
              {body}
            </RowMenu>
            {fresh > 0 ? (
              <button type="button" class="session__fresh" onClick={() => list.current?.toEnd()}>
                {plural(fresh, 'new call')} ↓
              </button>
            ) : null}
          </div>
        }
        side={pane}
      />
      <StatusBar
        sums={sums}
        total={callCount}
        isLoaded={state.isLoaded.value}
        onErrors={() => toError(1)}
        onNarrow={(term) => goWith({ f: narrowed(filter, term) })}
      />
    </div>
  );
}

function emptyHint(filter: string, span: Span | null): string | undefined {
  if (filter === '') return span === null ? undefined : 'Show the whole time span.';
  return `Remove a term from the filter${span === null ? '' : ', or show the whole time span'}.`;
}

/** Moves the focus into the pane, where arrows scroll it and Tab goes from link to link. */
function intoPane(): void {
  document.querySelector<HTMLElement>('.call-pane__panel')?.focus();
}

/** What Escape closes: the pane, else the time span; nothing when there is neither. */
function wayOut(hasPane: boolean, hasSpan: boolean, closePane: () => void, showAll: () => void): KeyBinding[] {
  if (hasPane) {
    return [
      { keys: ['Enter', 'o'], does: 'Go into the pane', run: intoPane },
      { keys: ['Escape'], does: 'Close the pane', run: closePane },
    ];
  }
  return hasSpan ? [{ keys: ['Escape'], does: 'Show the whole time span', run: showAll }] : [];
}

function NoSession(): ComponentChildren {
  return (
    <EmptyState
      title="No such session is in the index."
      hint={
        <>
          Its log may have been deleted before Toolscope saw it, or be somewhere else. <a href="/">All sessions</a>
        </>
      }
    />
  );
}

/** Calls that arrived while the end was out of sight. */
function useFresh(count: number, isAtEnd: boolean, isLoaded: boolean): number {
  const known = useRef({ count, isLoaded: false });
  known.current = knownCalls(known.current, count, isAtEnd, isLoaded);
  return freshCalls(known.current, count);
}

/** A time span in the URL: its ends, in milliseconds. */
function spanName({ from, to }: Span): string {
  return `${Math.floor(from)}-${Math.ceil(to)}`;
}

function spanFrom(text: string | null): Span | null {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return from === undefined || to === undefined || Number(from) > Number(to)
    ? null
    : { from: Number(from), to: Number(to) };
}

/** A call's name in the URL. */
function nameAt({ callId, occurrence }: OpenedSession['entries']['columns'], i: number): string {
  return callName({ callId: callId[i] ?? '', occurrence: occurrence[i] ?? 1 });
}

function chosenIndex({ entries }: OpenedSession, query: URLSearchParams): number | undefined {
  const call = query.get('call');
  if (call !== null) {
    const { callId, occurrence } = parseCallName(call);
    return entries.find(callId, occurrence) ?? entries.find(call, 1);
  }
  const at = query.get('at');
  if (at === null) return undefined;
  const [source, offset, ...pointer] = at.split(':');
  return entries.said(Number(source), Number(offset), pointer.join(':'));
}

/** The position of a row among the calls of one model message. */
function groupAt(
  groups: readonly (string | null)[],
  index: Int32Array,
  row: number,
): 'none' | 'first' | 'inside' | 'last' {
  const own = groups[index[row] ?? -1] ?? null;
  if (own === null) return 'none';
  const before = groups[index[row - 1] ?? -1] ?? null;
  const after = groups[index[row + 1] ?? -1] ?? null;
  if (before === own) return after === own ? 'inside' : 'last';
  return after === own ? 'first' : 'none';
}
