// The strip above the table: calls over time, errors as ticks, silences as breaks; a span is chosen by dragging.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatMs } from '../../base/units.ts';
import { clockTime, dayOf } from '../parts/display-text.ts';
import { themeInUse } from '../state/theme.ts';
import { type Entries, isUnexpectedError } from './entries.ts';
import './overview.css';
import type { TimeScale } from './time-scale.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface OverviewProps {
  readonly entries: Entries;
  /** Calls that are counted, before a span is chosen. */
  readonly shown: Int32Array;
  readonly scale: TimeScale;
  readonly span: Span | null;
  readonly onSpan: (span: Span | null) => void;
}

const HEIGHT = 56;
/** A shorter drag is a click. */
const CLICK_PX = 4;

interface Bins {
  readonly calls: Uint32Array;
  readonly errors: Uint32Array;
  readonly masked: Uint8Array;
  readonly prompts: Uint8Array;
}

function binsOf(entries: Entries, shown: Int32Array, scale: TimeScale, width: number): Bins {
  const bins: Bins = {
    calls: new Uint32Array(width),
    errors: new Uint32Array(width),
    masked: new Uint8Array(width),
    prompts: new Uint8Array(width),
  };
  const { columns } = entries;
  for (const i of shown) {
    const at = columns.at[i] ?? null;
    if (at === null) continue;
    const x = Math.min(width - 1, Math.floor(scale.place(at) * width));
    if ((columns.key[i] ?? 0) > 0) bins.calls[x] = (bins.calls[x] ?? 0) + 1;
    else if (columns.kind[i] === 'prompt') bins.prompts[x] = 1;
    if ((columns.masked[i] ?? null) !== null) bins.masked[x] = 1;
    if (isUnexpectedError(columns, i)) bins.errors[x] = (bins.errors[x] ?? 0) + 1;
  }
  return bins;
}

function draw(canvas: HTMLCanvasElement, { entries, shown, scale }: OverviewProps): void {
  const context = canvas.getContext('2d');
  const width = canvas.clientWidth;
  if (context === null || width === 0) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = HEIGHT * ratio;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name);
  const step = 3;
  const count = Math.max(1, Math.floor(width / step));
  const { calls, errors, masked, prompts } = binsOf(entries, shown, scale, count);
  const most = Math.max(1, ...calls);
  context.fillStyle = colour('--bar-idle');
  for (const { start, end } of scale.gaps())
    context.fillRect(start * width, 0, Math.max(1, (end - start) * width), HEIGHT);
  const floor = HEIGHT - 8;
  for (let x = 0; x < count; x++) {
    const n = calls[x] ?? 0;
    if (n > 0) {
      const height = Math.max(2, (Math.sqrt(n) / Math.sqrt(most)) * (floor - 12));
      context.fillStyle = colour('--bar-run');
      context.fillRect(x * step, floor - height, step - 1, height);
    }
    if ((errors[x] ?? 0) > 0) {
      context.fillStyle = colour('--bar-error');
      context.fillRect(x * step, 2, step, 7);
    } else if (masked[x] === 1) {
      context.fillStyle = colour('--bar-masked');
      context.fillRect(x * step, 2, step, 4);
    }
    if (prompts[x] === 1) {
      context.fillStyle = colour('--text-faint');
      context.fillRect(x * step, floor + 2, step - 1, 4);
    }
  }
}

export function Overview(props: OverviewProps): ComponentChildren {
  const { scale, span, onSpan, entries, shown } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const [width, setWidth] = useState(0);
  const theme = themeInUse.value;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, props);
  }, [entries, shown, scale, width, theme]);

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
  return (
    <section class="overview" aria-label={`Calls over time: ${label}`}>
      <div
        class="overview__strip"
        role="img"
        aria-label="Calls over time, errors and masked failures as ticks"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = placeOf(event);
          setDrag({ from: at, to: at });
        }}
        onPointerMove={(event) => {
          if (drag !== null) setDrag({ ...drag, to: placeOf(event) });
        }}
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
      </div>
      <div class="overview__axis">
        <span title={dayOf(scale.from)}>{shown.length === 0 ? '' : clockTime(scale.from)}</span>
        <span>
          {span === null
            ? shown.length === 0
              ? 'Nothing to draw'
              : 'Drag to select a time span'
            : `${label} · ${formatMs(span.to - span.from)}`}
          {span === null ? null : (
            <button type="button" class="button button--plain overview__all" onClick={() => onSpan(null)}>
              Show all
            </button>
          )}
        </span>
        <span title={dayOf(scale.to)}>{shown.length === 0 ? '' : clockTime(scale.to)}</span>
      </div>
    </section>
  );
}
