// The box around a text, a diff or a tree: a small head with a title and actions.

import type { ComponentChildren } from 'preact';
import './block.css';

export interface BlockProps {
  /** What it is; omitted for a block that needs no title. */
  readonly title?: ComponentChildren;
  /** Figures after the title. */
  readonly facts?: ComponentChildren;
  /** Buttons at the end of the head. */
  readonly actions?: ComponentChildren;
  /** `open`: requested, but not done. */
  readonly tone?: 'plain' | 'error' | 'warn' | 'quiet' | 'open';
  /** The content reaches the edges. */
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
