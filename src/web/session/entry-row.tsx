// One row of the session's table: a call or a message, with its bar in the waterfall.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatBytes, formatMs } from '../../base/units.ts';
import { Icon, isIconName } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { ColumnList, type HeadColumn, Heads, type TableLook, tableLook } from '../parts/column-heads.tsx';
import { clockTime, durationBasis, durationText, fromFolder, wholeTime } from '../parts/display-text.ts';
import { status as library } from '../state/live.ts';
import type { Entries } from './entries.ts';
import './entry-row.css';
import { lookOf } from '../parts/entry-kinds.ts';
import type { TimeScale } from './time-scale.ts';
import { barOf, type SpanKind } from './waterfall.ts';

interface EntryRowProps {
  readonly entries: Entries;
  /** Incremented when entries change: they are changed in place. */
  readonly version: number;
  readonly index: number;
  readonly depth: number;
  readonly nested: number;
  readonly isExpanded: boolean;
  readonly isChosen: boolean;
  /** Position among the calls requested by one model message. */
  readonly group: 'none' | 'first' | 'inside' | 'last';
  readonly scale: TimeScale;
  /** When its thread was last busy before it. */
  readonly lead: number;
  readonly now: number;
  /** It is on the critical path: see docs/insights.md. */
  readonly isOnPath: boolean;
  /** Paths are shown relative to this. */
  readonly folder: string | null;
  readonly onChoose: (index: number) => void;
  readonly onExpand: (index: number) => void;
}

const FLAG_WORDS: Readonly<Record<string, string>> = {
  'off-branch': 'left behind by a rewind',
  superseded: 'replaced by a later record',
  'pre-compaction': 'before a compaction',
  cleared: 'its result was dropped from the model’s context',
  'rolled-back': 'its turn was rolled back',
  'duplicate-result': 'more than one result arrived',
  implied: 'known only from a record of its end',
  copy: 'made by another session, copied into this one',
};

/** Calls that no longer count are dimmed. */
const DIM_FLAGS: ReadonlySet<string> = new Set(['off-branch', 'superseded', 'rolled-back', 'copy']);

export function familyOf(toolId: string): string {
  return library.value?.tools.find(({ id }) => id === toolId)?.family ?? 'other';
}

/** Formatting the full time is slow: done on hover. */
function StartCell({ at }: { readonly at: number | null }): ComponentChildren {
  return (
    <span
      role="cell"
      class="entry__at"
      onPointerEnter={(event) => {
        event.currentTarget.title = wholeTime(at);
      }}
    >
      {at === null ? '–' : clockTime(at)}
    </span>
  );
}

function CallCells(props: EntryRowProps): ComponentChildren {
  const { entries, index: i, now } = props;
  const { columns } = entries;
  const status = columns.status[i];
  const bound = columns.bound[i];
  const at = columns.at[i] ?? null;
  const running = status === 'running' && at !== null;
  const size = columns.size[i] ?? null;
  return (
    <>
      <span role="cell" class="entry__status">
        {status === undefined || status === '' ? null : (
          <StatusMark status={status} blame={columns.blame[i]} code={columns.code[i]} masked={columns.masked[i]} />
        )}
      </span>
      <StartCell at={at} />
      <span
        role="cell"
        class={`entry__ms${running ? ' entry__ms--running' : ''}`}
        title={running ? 'Still running.' : durationBasis(columns.basis[i], bound)}
      >
        {running ? formatMs(Math.max(0, now - at)) : durationText(columns.ms[i], bound)}
      </span>
      <span role="cell" class="entry__size">
        {size === null ? '' : formatBytes(size)}
      </span>
    </>
  );
}

function SaidCells({ entries, index: i }: EntryRowProps): ComponentChildren {
  const at = entries.columns.at[i] ?? null;
  return (
    <>
      <span role="cell" class="entry__status" />
      <StartCell at={at} />
      <span role="cell" class="entry__ms" />
      <span role="cell" class="entry__size" />
    </>
  );
}

const SPANS: Readonly<Record<SpanKind, string>> = {
  model: 'the model’s time',
  idle: 'idle: it was the person’s turn',
  hook: 'hooks',
  wait: 'waiting for permission',
  gap: 'waiting, or something else: the log does not say',
  run: 'running',
  error: 'running, until it failed',
  masked: 'running: it succeeded, but something in it failed',
  running: 'running',
  background: 'in the background',
  said: 'said',
};

/** Most breaks drawn in a row: more would look like a pattern. */
const MOST_BREAKS = 8;

function Bar({ entries, index, scale, lead, now, isOnPath }: EntryRowProps): ComponentChildren {
  return (
    <span
      role="cell"
      class={`entry__bar${isOnPath ? ' entry__bar--path' : ''}`}
      title={isOnPath ? 'On the critical path' : undefined}
    >
      {scale
        .gaps()
        .slice(0, MOST_BREAKS)
        .map((gap, at) => (
          <span
            // Elements are reused for the next scale.
            key={at}
            class="entry__break"
            style={{ left: `${(gap.start * 100).toFixed(3)}%`, width: `${((gap.end - gap.start) * 100).toFixed(3)}%` }}
          />
        ))}
      {barOf(entries, index, scale, lead, now).map(({ kind, from, to, isBound }, at) => (
        <span
          // Elements are reused for the spans of the next call.
          key={at}
          title={SPANS[kind]}
          class={`entry__span entry__span--${kind}${isBound ? ' entry__span--bound' : ''}`}
          style={{ left: `${(from * 100).toFixed(3)}%`, width: `${((to - from) * 100).toFixed(3)}%` }}
        />
      ))}
    </span>
  );
}

/** Everything except the bar, which moves with every scroll step. */
function Cells(props: EntryRowProps): ComponentChildren {
  const { entries, index: i, depth, nested, isExpanded, group, folder, onExpand } = props;
  const { columns } = entries;
  const isCall = (columns.key[i] ?? 0) > 0;
  const look = lookOf(columns.kind[i] ?? '');
  const family = isCall ? familyOf(columns.toolId[i] ?? '') : '';
  const name = isCall ? toolName(columns.tool[i] ?? '') : look.title;
  const notes = (columns.flags[i] ?? []).flatMap((flag) => FLAG_WORDS[flag] ?? []);
  const text = oneLine(columns.text[i] ?? '');
  return (
    <>
      <span role="cell" class="entry__name" style={{ paddingLeft: `${depth * 14}px` }} title={name}>
        <span class={`entry__group entry__group--${group}`} aria-hidden="true" />
        {nested > 0 ? (
          <button
            type="button"
            class={`entry__expand${isExpanded ? ' entry__expand--open' : ''}`}
            aria-expanded={isExpanded}
            aria-label={`${nested} nested`}
            title={`${nested} nested`}
            onClick={(event) => {
              event.stopPropagation();
              onExpand(i);
            }}
          >
            <Icon name="chevron" />
          </button>
        ) : (
          <span class="entry__expand" />
        )}
        <Icon name={isCall && isIconName(family) ? family : isCall ? 'other' : look.icon} />
        <span class="entry__tool">{name}</span>
      </span>
      <span role="cell" class="entry__text" title={notes.length > 0 ? `${text} (${notes.join('; ')})` : text}>
        {isCall ? fromFolder(text, folder) : text}
        {columns.background[i] === true && columns.status[i] !== 'background' ? (
          <span class="entry__badge">background</span>
        ) : null}
      </span>
      {isCall ? <CallCells {...props} /> : <SaidCells {...props} />}
    </>
  );
}

export function EntryRow(props: EntryRowProps): ComponentChildren {
  const { entries, version, index: i, depth, nested, isExpanded, isChosen, group, now, folder, onChoose } = props;
  const { columns } = entries;
  const isCall = (columns.key[i] ?? 0) > 0;
  const isDim = columns.flags[i]?.some((flag) => DIM_FLAGS.has(flag)) === true;
  const clock = columns.status[i] === 'running' ? now : 0;
  const tools = library.value?.tools;
  // The same element is not rendered again.
  const cells = useMemo(
    () => <Cells {...props} />,
    [entries, version, i, depth, nested, isExpanded, group, clock, tools, folder],
  );
  return (
    <div
      class={`table-row entry entry--${isCall ? 'call' : 'said'} entry--${columns.kind[i] ?? ''}${isDim ? ' entry--dim' : ''}`}
      role="row"
      tabIndex={-1}
      aria-current={isChosen}
      data-index={i}
      onClick={() => onChoose(i)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose(i);
      }}
    >
      {cells}
      <Bar {...props} />
    </div>
  );
}

const NAME = { table: '', kind: 'session' };

const COLUMNS: readonly HeadColumn[] = [
  { id: 'name', title: 'Tool', isSortable: true, isFixed: true },
  { id: 'text', title: 'Summary', isSortable: true, isFixed: true },
  { id: 'status', title: 'Status', isSortable: true },
  { id: 'at', title: 'Start', isSortable: true },
  {
    id: 'ms',
    title: 'Time',
    isNumber: true,
    isSortable: true,
    help: '≤ means at most: the log does not separate waiting from running',
  },
  { id: 'size', title: 'Size', isNumber: true, isSortable: true, help: 'Bytes of the result' },
];
const ALL_COLUMNS: readonly HeadColumn[] = [...COLUMNS, { id: 'bar', title: 'Waterfall' }];

export function entriesLook(): TableLook {
  return tableLook(NAME);
}

/** `isZoomed`: the waterfall spans the visible rows, otherwise the whole session. */
export function EntryHead(props: {
  readonly look: TableLook;
  readonly scale: TimeScale;
  readonly isZoomed: boolean;
  readonly onZoom: () => void;
}): ComponentChildren {
  const { look } = props;
  // Heads stay the same while scrolling; the time range of the waterfall does not.
  const heads = useMemo(() => <Heads look={look} columns={COLUMNS} classOf={({ id }) => `entry__${id}`} />, [look]);
  const list = useMemo(
    () => <ColumnList isOwnHead={true} name={NAME} columns={ALL_COLUMNS} choices={look.choices} />,
    [look],
  );
  return (
    <div class="table-row table-row--head entry entry--head" role="row">
      {heads}
      <span role="columnheader" class="entry__bar">
        Waterfall{' '}
        <button
          type="button"
          class="text-button entry__zoom"
          title={
            props.isZoomed
              ? 'Scaled to the visible rows; click for the whole time span'
              : 'Scaled to the whole time span; click for the visible rows'
          }
          onClick={props.onZoom}
        >
          {props.isZoomed ? 'visible' : 'all'}
        </button>
        <span class="entry__ends" title="What the width of the waterfall stands for">
          {props.scale.isEmpty ? '' : `${clockTime(props.scale.from)}–${clockTime(props.scale.to)}`}
        </span>
      </span>
      {list}
    </div>
  );
}
