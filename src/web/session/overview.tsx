// The strip above the table: calls over time, errors as ticks, silences as breaks. Dragging selects a time span; calls that
// do not match the filter are dimmed.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatMs, plural } from '../../base/units.ts';
import { clockTime, dayAndTime, dayOf, hourAndMinute } from '../parts/display-text.ts';
import { themeInUse } from '../state/theme.ts';
import { type Entries, isUnexpectedError } from './entries.ts';
import './overview.css';
import { DAY_MS } from '../../base/time.ts';
import type { TimeScale } from './time-scale.ts';
import { ticksOf } from './time-ticks.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

interface OverviewProps {
  readonly entries: Entries;
  /** All entries; the axis does not depend on the filter. */
  readonly all: Int32Array;
  /** Entries that match the filter, before a span is selected. */
  readonly shown: Int32Array;
  readonly scale: TimeScale;
  /** Silences are drawn in full length. */
  readonly isLinear: boolean;
  readonly onLinear: (isLinear: boolean) => void;
  readonly span: Span | null;
  readonly onSpan: (span: Span | null) => void;
}

const HEIGHT = 56;
/** A shorter drag is a click. */
const CLICK_PX = 4;
const STEP_PX = 3;
const TICKS_APART_PX = 96;
/** Breaks from this width on have a label. */
const LABEL_PX = 44;
const DIM = 0.28;

interface Bins {
  readonly calls: Uint32Array;
  readonly errors: Uint32Array;
  readonly masked: Uint32Array;
  readonly prompts: Uint8Array;
}

function binsOf(entries: Entries, shown: Int32Array, scale: TimeScale, width: number): Bins {
  const bins: Bins = {
    calls: new Uint32Array(width),
    errors: new Uint32Array(width),
    masked: new Uint32Array(width),
    prompts: new Uint8Array(width),
  };
  const { columns } = entries;
  const add = (list: Uint32Array, x: number): void => {
    list[x] = (list[x] ?? 0) + 1;
  };
  for (const i of shown) {
    const at = columns.at[i] ?? null;
    if (at === null) continue;
    const x = Math.min(width - 1, Math.floor(scale.place(at) * width));
    if ((columns.key[i] ?? 0) > 0) add(bins.calls, x);
    else if (columns.kind[i] === 'prompt') bins.prompts[x] = 1;
    if ((columns.masked[i] ?? null) !== null) add(bins.masked, x);
    if (isUnexpectedError(columns, i)) add(bins.errors, x);
  }
  return bins;
}

class Painter {
  readonly #context: CanvasRenderingContext2D;
  readonly #width: number;
  readonly #style: CSSStyleDeclaration;

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    const ratio = devicePixelRatio || 1;
    this.#width = canvas.clientWidth;
    canvas.width = this.#width * ratio;
    canvas.height = HEIGHT * ratio;
    context.scale(ratio, ratio);
    this.#context = context;
    this.#style = getComputedStyle(canvas);
  }

  #colour(name: string): void {
    this.#context.fillStyle = this.#style.getPropertyValue(name);
  }

  /** Hatched, so that it is not taken for active time, with its length where it fits. */
  breaks(scale: TimeScale): void {
    const context = this.#context;
    for (const { from, to, start, end } of scale.gaps()) {
      const [left, width] = [start * this.#width, Math.max(2, (end - start) * this.#width)];
      context.save();
      context.beginPath();
      context.rect(left, 0, width, HEIGHT);
      context.clip();
      this.#colour('--bar-idle');
      context.fillRect(left, 0, width, HEIGHT);
      context.strokeStyle = this.#style.getPropertyValue('--line-strong');
      context.beginPath();
      for (let x = left - HEIGHT; x < left + width; x += 7) {
        context.moveTo(x, HEIGHT);
        context.lineTo(x + HEIGHT, 0);
      }
      context.stroke();
      context.restore();
      if (width < LABEL_PX) continue;
      this.#colour('--text-dim');
      context.font = `10px ${this.#style.fontFamily}`;
      context.textAlign = 'center';
      context.fillText(formatMs(to - from), left + width / 2, 12);
    }
  }

  bins({ calls, errors, masked, prompts }: Bins, most: number, alpha: number): void {
    const context = this.#context;
    const floor = HEIGHT - 8;
    context.globalAlpha = alpha;
    for (let x = 0; x < calls.length; x++) {
      const n = calls[x] ?? 0;
      if (n > 0) {
        const height = Math.max(2, (Math.sqrt(n) / Math.sqrt(most)) * (floor - 12));
        this.#colour('--bar-run');
        context.fillRect(x * STEP_PX, floor - height, STEP_PX - 1, height);
      }
      if ((errors[x] ?? 0) > 0) {
        this.#colour('--bar-error');
        context.fillRect(x * STEP_PX, 2, STEP_PX, 7);
      } else if ((masked[x] ?? 0) > 0) {
        this.#colour('--bar-masked');
        context.fillRect(x * STEP_PX, 2, STEP_PX, 4);
      }
      if (prompts[x] === 1) {
        this.#colour('--text-faint');
        context.fillRect(x * STEP_PX, floor + 2, STEP_PX - 1, 4);
      }
    }
    context.globalAlpha = 1;
  }
}

function draw(canvas: HTMLCanvasElement, scale: TimeScale, all: Bins, fitting: Bins | null): void {
  const context = canvas.getContext('2d');
  if (context === null || canvas.clientWidth === 0) return;
  const painter = new Painter(canvas, context);
  let most = 1;
  for (const n of all.calls) most = Math.max(most, n);
  painter.breaks(scale);
  painter.bins(all, most, fitting === null ? 1 : DIM);
  if (fitting !== null) painter.bins(fitting, most, 1);
}

/** What is at a position, as text. */
function readOut(scale: TimeScale, place: number, bins: Bins, isLong: boolean): string {
  const gap = scale.gaps().find(({ start, end }) => place > start && place < end);
  if (gap !== undefined) return `nothing for ${formatMs(gap.to - gap.from)}, until ${clockTime(gap.to)}`;
  const x = Math.min(bins.calls.length - 1, Math.floor(place * bins.calls.length));
  const at = scale.at(place);
  const said = [isLong ? dayAndTime(at) : clockTime(at), plural(bins.calls[x] ?? 0, 'call')];
  if ((bins.errors[x] ?? 0) > 0) said.push(plural(bins.errors[x] ?? 0, 'unexpected error'));
  if ((bins.masked[x] ?? 0) > 0) said.push(`${bins.masked[x]} masked`);
  if (bins.prompts[x] === 1) said.push('a prompt');
  return said.join(' · ');
}

const LEGEND = [
  ['run', 'calls'],
  ['error', 'errors'],
  ['masked', 'masked'],
  ['prompt', 'prompts'],
  ['break', 'idle, drawn short'],
] as const;

export function Overview(props: OverviewProps): ComponentChildren {
  const { scale, span, onSpan, entries, all, shown, isLinear, onLinear } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [width, setWidth] = useState(0);
  const theme = themeInUse.value;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const count = Math.max(1, Math.floor(width / STEP_PX));
  const allBins = useMemo(() => binsOf(entries, all, scale, count), [entries, all, scale, count]);
  const fitting = useMemo(
    () => (shown.length === all.length ? null : binsOf(entries, shown, scale, count)),
    [entries, all, shown, scale, count],
  );
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, scale, allBins, fitting);
  }, [scale, allBins, fitting, theme]);
  const isLong = scale.to - scale.from > DAY_MS;
  const ticks = useMemo(
    () => ticksOf(scale, width, TICKS_APART_PX, -new Date(scale.from).getTimezoneOffset() * 60_000),
    [scale, width],
  );

  const placeOf = (event: PointerEvent): number => {
    const box = canvas.current?.getBoundingClientRect();
    return box === undefined ? 0 : Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const finish = (to: number): void => {
    if (drag === null) return;
    setDrag(null);
    const [low, high] = [Math.min(drag.from, to), Math.max(drag.from, to)];
    if ((high - low) * width < CLICK_PX) onSpan(null);
    else onSpan({ from: scale.at(low), to: scale.at(high) });
  };
  const marked =
    drag !== null
      ? { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) }
      : span === null
        ? null
        : { from: scale.place(span.from), to: scale.place(span.to) };
  const label = span === null ? 'the whole session' : `${clockTime(span.from)} to ${clockTime(span.to)}`;
  const hasBreaks = isLinear || scale.gaps().length > 0;
  return (
    <section class="overview" aria-label={`Calls over time: ${label}`}>
      <div
        class="overview__strip"
        role="img"
        aria-label="Calls over time, errors and masked failures as ticks"
        onPointerDown={(event) => {
          if (event.button !== 0 || scale.isEmpty) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = placeOf(event);
          setDrag({ from: at, to: at });
        }}
        onPointerMove={(event) => {
          const at = placeOf(event);
          setPointed(at);
          if (drag !== null) setDrag({ ...drag, to: at });
        }}
        onPointerLeave={() => setPointed(null)}
        onPointerUp={(event) => finish(placeOf(event))}
        onPointerCancel={() => setDrag(null)}
        onDblClick={() => onSpan(null)}
      >
        <canvas ref={canvas} class="overview__canvas" />
        {marked === null ? null : (
          <div
            class="overview__span"
            style={{ left: `${marked.from * 100}%`, width: `${Math.max(0.2, (marked.to - marked.from) * 100)}%` }}
          />
        )}
        {pointed === null || scale.isEmpty ? null : (
          <>
            <div class="overview__line" style={{ left: `${pointed * 100}%` }} />
            <div
              class="overview__read"
              style={pointed < 0.5 ? { left: `${pointed * 100}%` } : { right: `${(1 - pointed) * 100}%` }}
            >
              {readOut(scale, pointed, fitting ?? allBins, isLong)}
            </div>
          </>
        )}
      </div>
      <div class="overview__ticks" aria-hidden="true">
        {scale.isEmpty
          ? null
          : ticks.map(({ at, place }) => (
              <span key={at} style={{ left: `${place * 100}%` }} title={dayOf(at)}>
                {isLong ? dayAndTime(at) : hourAndMinute(at)}
              </span>
            ))}
      </div>
      <div class="overview__axis">
        <span title={dayOf(scale.from)}>{scale.isEmpty ? '' : clockTime(scale.from)}</span>
        <ul class="plain-list overview__legend" aria-label="What the colours mean">
          {LEGEND.filter(([name]) => name !== 'break' || (hasBreaks && !isLinear)).map(([name, text]) => (
            <li key={name}>
              <span class={`overview__key overview__key--${name}`} />
              {text}
            </li>
          ))}
        </ul>
        {hasBreaks ? (
          <button
            type="button"
            class="button button--plain overview__all"
            aria-pressed={isLinear}
            title="Draw idle time as long as it was"
            onClick={() => onLinear(!isLinear)}
          >
            Linear
          </button>
        ) : null}
        <span>
          {span === null
            ? scale.isEmpty
              ? 'Nothing to draw'
              : 'Drag to select a time span'
            : `${label} · ${formatMs(span.to - span.from)}`}
          {span === null ? null : (
            <button type="button" class="button button--plain overview__all" onClick={() => onSpan(null)}>
              Show all
            </button>
          )}
        </span>
        <span title={dayOf(scale.to)}>{scale.isEmpty ? '' : clockTime(scale.to)}</span>
      </div>
    </section>
  );
}
