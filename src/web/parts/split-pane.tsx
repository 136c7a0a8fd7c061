// Two panes side by side with a border movable by mouse or keys; narrow screens show only the side pane.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import './split-pane.css';

const KEY = 'toolscope.pane';
const LEAST = 0.2;
const MOST = 0.8;
const STEP = 0.04;

function stored(): number {
  const share = Number(localStorage.getItem(KEY));
  return share >= LEAST && share <= MOST ? share : 0.52;
}

export function SplitPane(props: {
  readonly main: ComponentChildren;
  readonly side: ComponentChildren;
}): ComponentChildren {
  const box = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(stored);
  const move = (to: number): void => {
    const next = Math.min(MOST, Math.max(LEAST, to));
    setShare(next);
    localStorage.setItem(KEY, String(next));
  };
  const onMove = (event: PointerEvent): void => {
    const rect = box.current?.getBoundingClientRect();
    if (rect !== undefined && event.buttons === 1) move(1 - (event.clientX - rect.left) / rect.width);
  };
  const hasSide = props.side !== null;
  return (
    <div class={`split${hasSide ? ' split--with-side' : ''}`} ref={box}>
      <div class="split__main">{props.main}</div>
      {hasSide ? (
        <>
          {/* A focusable separator works like a slider, as in the ARIA practices. */}
          <div
            class="split__border"
            role="slider"
            aria-orientation="vertical"
            aria-label="Width of the pane"
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={LEAST * 100}
            aria-valuemax={MOST * 100}
            tabIndex={0}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onMove}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') move(share + STEP);
              else if (event.key === 'ArrowRight') move(share - STEP);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
          <div class="split__side" style={{ width: `${share * 100}%` }}>
            {props.side}
          </div>
        </>
      ) : null}
    </div>
  );
}
