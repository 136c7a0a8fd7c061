// The box around a text, a diff or a tree: a quiet head with what it is and what can be done with it.

import type { ComponentChildren } from 'preact';
import './block.css';

export interface BlockProps {
  /** What it is; left out for a block that needs no words. */
  readonly title?: ComponentChildren;
  /** Figures behind the title. */
  readonly facts?: ComponentChildren;
  /** Buttons at the end of the head. */
  readonly actions?: ComponentChildren;
  /** `open`: not done, only asked for. */
  readonly tone?: 'plain' | 'error' | 'warn' | 'quiet' | 'open';
  /** What is inside reaches the edges. */
  readonly isFlush?: boolean;
  readonly children?: ComponentChildren;
}

export function Block({ title, facts, actions, tone = 'plain', isFlush = false, children }: BlockProps) {
  const hasHead = title !== undefined || facts !== undefined;
  return (
    <div class={`ts-block ts-block--${tone}`}>
      {hasHead && (
        <div class="ts-block__head">
          {title !== undefined && <span class="ts-block__title">{title}</span>}
          {facts !== undefined && <span class="ts-block__facts">{facts}</span>}
          {actions !== undefined && <span class="ts-block__actions">{actions}</span>}
        </div>
      )}
      {!hasHead && actions !== undefined && <span class="ts-block__corner">{actions}</span>}
      <div class={isFlush ? 'ts-block__body ts-block__body--flush' : 'ts-block__body'}>{children}</div>
    </div>
  );
}
