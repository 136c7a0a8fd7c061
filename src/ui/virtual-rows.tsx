// A virtual list of rows with the same height: only visible ones are drawn. Follows its end while it grows, if it was there.

import type { ComponentChildren, RefObject } from 'preact';
import { options } from 'preact';
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import './virtual-rows.css';

/** Rows drawn beyond each edge, so that fast scrolling shows no blanks. */
const BEYOND = 5;
/** Browsers fail to lay out elements somewhat higher than this; longer lists are scaled. */
const MOST_HEIGHT = 12_000_000;

/** When printing, all rows are drawn, up to some eighty sheets. */
const MOST_PRINTED = 5000;

export interface VirtualRowsHandle {
  /** Scrolls as little as needed to show the row. */
  show(index: number): void;
  toEnd(): void;
}

interface VirtualRowsProps<Frame = undefined> {
  readonly count: number;
  readonly rowHeight: number;
  /** Describes the list, for screen readers. */
  readonly label: string;
  /** Changes when the rows are replaced: the list then starts at the top again. */
  readonly of?: string;
  /**
   * Draws a row. `slot` is its key: rows that become visible reuse the elements of those that left. `frame` is what all
   * visible rows share.
   */
  readonly row: (index: number, slot: number, frame: Frame | undefined) => ComponentChildren;
  /** What the visible rows share, from `first` up to, not including, `last`. Computed again when that changes. */
  readonly frame?: (first: number, last: number) => Frame;
  readonly handle?: RefObject<VirtualRowsHandle | null>;
  /** Called with whether the end is visible. */
  readonly onEnd?: (isAtEnd: boolean) => void;
  /** Stays at the end while the list grows and the end is visible. */
  readonly followsEnd?: boolean;
  /** May use what the visible rows share. */
  readonly header?: ComponentChildren | ((frame: Frame | undefined) => ComponentChildren);
}

/** Which element a row is drawn in. After a far jump, rows reuse all elements in order. */
class Slots {
  #base = 0;
  #first = 0;
  #last = 0;
  #count = 1;

  move(first: number, last: number, count: number): void {
    if (first >= this.#last || last <= this.#first || count !== this.#count) {
      this.#base = count === this.#count ? first - this.of(this.#first) : first;
    }
    this.#first = first;
    this.#last = last;
    this.#count = count;
  }

  of(row: number): number {
    const slot = (row - this.#base) % this.#count;
    return slot < 0 ? slot + this.#count : slot;
  }
}

export function VirtualRows<Frame = undefined>(props: VirtualRowsProps<Frame>): ComponentChildren {
  const { count, rowHeight, label, row, handle, onEnd, followsEnd = false, header, of = '', frame } = props;
  const box = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  /** Stays visible when the list gets less space, until the user scrolls. */
  const shown = useRef<number | null>(null);
  const [view, setView] = useState({ top: 0, height: 600 });

  const letGo = useCallback(() => {
    shown.current = null;
  }, []);

  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when this returns: rendering must be synchronous.
    const all = (isAll: boolean) => () => {
      const before = options.debounceRendering;
      options.debounceRendering = (draw) => draw();
      setIsPrinted(isAll);
      if (before === undefined) delete options.debounceRendering;
      else options.debounceRendering = before;
    };
    const [start, end] = [all(true), all(false)];
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
    };
  }, []);

  const look = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    setView({ top: element.scrollTop, height: element.clientHeight });
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    if (isAtEnd !== wasAtEnd.current) onEnd?.(isAtEnd);
    wasAtEnd.current = isAtEnd;
  }, [rowHeight, onEnd]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (shown.current !== null) showRow.current(shown.current);
      look();
    });
    observer.observe(element);
    // Passive: scrolling does not wait for it.
    element.addEventListener('wheel', letGo, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', letGo);
    };
  }, [look]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (followsEnd && wasAtEnd.current) element.scrollTop = element.scrollHeight;
    look();
  }, [count, followsEnd, look]);

  useLayoutEffect(() => {
    letGo();
    if (!followsEnd && box.current !== null) box.current.scrollTop = 0;
  }, [of]);

  const height = Math.min(MOST_HEIGHT, count * rowHeight);
  // In very long lists one pixel of scrolling is more than one pixel of rows.
  const scale = count * rowHeight <= MOST_HEIGHT ? 1 : (count * rowHeight - view.height) / (height - view.height);

  const showRow = useRef((_: number): void => undefined);
  showRow.current = (index) => {
    const element = box.current;
    if (element === null) return;
    const top = index * rowHeight;
    const seen = element.scrollTop * scale;
    const room = element.clientHeight - headerHeight(element);
    if (top < seen) element.scrollTop = top / scale;
    else if (top + rowHeight > seen + room) element.scrollTop = (top + rowHeight - room) / scale;
  };
  useImperativeHandle(
    handle ?? { current: null },
    () => ({
      show(index) {
        shown.current = index;
        showRow.current(index);
      },
      toEnd() {
        letGo();
        if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
      },
    }),
    [],
  );

  const top = view.top * scale;
  const first = isPrinted ? 0 : Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const last = isPrinted
    ? Math.min(count, MOST_PRINTED)
    : Math.min(count, Math.ceil((top + view.height) / rowHeight) + BEYOND);
  const seenFirst = Math.max(0, Math.floor(top / rowHeight));
  const seenLast = Math.min(count, Math.ceil((top + view.height) / rowHeight));
  const shared = useMemo(() => frame?.(seenFirst, seenLast), [frame, seenFirst, seenLast]);
  const slots = useRef(new Slots()).current;
  slots.move(first, last, isPrinted ? last + 1 : Math.ceil(view.height / rowHeight) + 2 * BEYOND + 2);
  const rows: ComponentChildren[] = [];
  for (let i = first; i < last; i++) rows.push(row(i, slots.of(i), shared));
  if (isPrinted && last < count) rows.push(<p key="rest">{count - last} more rows are not printed.</p>);
  return (
    <div
      class="ts-rows"
      ref={box}
      onScroll={look}
      onPointerDown={letGo}
      role="table"
      aria-label={label}
      aria-rowcount={count}
      tabIndex={-1}
    >
      {typeof header === 'function' ? header(shared) : header}
      <div class="ts-rows__all" style={isPrinted ? {} : { height: `${height}px` }}>
        <div
          class="ts-rows__seen"
          style={isPrinted ? {} : { transform: `translateY(${first * rowHeight - top + view.top}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  );
}

function headerHeight(element: HTMLElement): number {
  const header = element.firstElementChild;
  return header instanceof HTMLElement && !header.classList.contains('ts-rows__all') ? header.offsetHeight : 0;
}
