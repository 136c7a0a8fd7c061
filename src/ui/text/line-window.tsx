// Draws very many lines: a few in the page, more in a window that draws only what is visible.

import type { ComponentChildren } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import './line-window.css';

const LINE_HEIGHT_PX = 18;
/** Up to this many lines are part of the page; more get their own scrolling window. */
export const WINDOW_FROM = 400;
const HEIGHT_MAX_PX = 560;
const OVERSCAN = 20;

interface LineWindowProps {
  readonly count: number;
  /** Name for screen readers. */
  readonly label: string;
  readonly draw: (index: number) => ComponentChildren;
  /** Wraps long lines. Never in a window, where all lines must have the same height. */
  readonly wrap?: boolean;
  /** The line that should be visible. */
  readonly at?: number | undefined;
  /** Inside a control that has the keyboard focus itself. */
  readonly isInner?: boolean;
}

export function LineWindow({ count, label, draw, wrap = false, at, isInner = false }: LineWindowProps) {
  const isWindow = count > WINDOW_FROM;
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const heightPx = Math.min(HEIGHT_MAX_PX, count * LINE_HEIGHT_PX);
  const shown = Math.ceil(heightPx / LINE_HEIGHT_PX);

  const onScroll = useCallback(() => {
    const top = box.current?.scrollTop ?? 0;
    // Steps of half an overscan: most scrolling redraws nothing.
    const half = OVERSCAN / 2;
    setFirst(Math.max(0, Math.floor(top / LINE_HEIGHT_PX / half) * half));
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (at === undefined || element === null || !isWindow) return;
    const top = at * LINE_HEIGHT_PX;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + LINE_HEIGHT_PX > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + LINE_HEIGHT_PX - element.clientHeight;
    }
  }, [at, isWindow]);

  const from = isWindow ? Math.max(0, first - OVERSCAN) : 0;
  const to = isWindow ? Math.min(count, first + shown + OVERSCAN * 2) : count;
  const lines: ComponentChildren[] = [];
  for (let index = from; index < to; index++) lines.push(draw(index));

  const name = wrap && !isWindow ? 'ts-lines ts-lines--wrap' : 'ts-lines';
  // A scroll container must be focusable, unless it is inside a larger control that is.
  const reach = isInner ? {} : { role: 'group' as const, 'aria-label': label, tabIndex: 0 };
  if (!isWindow) {
    return (
      <div class={name} {...reach}>
        <div class="ts-lines__content">{lines}</div>
      </div>
    );
  }
  return (
    <div
      class={`${name} ts-lines--window`}
      ref={box}
      style={{ height: `${heightPx}px` }}
      onScroll={onScroll}
      {...reach}
    >
      <div class="ts-lines__content" style={{ height: `${count * LINE_HEIGHT_PX}px` }}>
        <div class="ts-lines__shift" style={{ transform: `translateY(${from * LINE_HEIGHT_PX}px)` }}>
          {lines}
        </div>
      </div>
    </div>
  );
}
