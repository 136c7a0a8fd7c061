// A prominent message: what went wrong, or what must not be overlooked.

import type { ComponentChildren } from 'preact';
import './callout.css';

export interface CalloutProps {
  readonly tone: 'error' | 'warn' | 'info' | 'quiet';
  readonly title: ComponentChildren;
  /** After the title: who is to blame, its code. */
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Callout({ tone, title, aside, children }: CalloutProps) {
  const isEmpty = children === null || children === undefined || children === '' || children === false;
  return (
    <div class={`ts-callout ts-callout--${tone}`} role="note">
      <div class="ts-callout__head">
        <strong class="ts-callout__title">{title}</strong>
        {aside !== undefined && <span class="ts-callout__aside">{aside}</span>}
      </div>
      {!isEmpty && <div class="ts-callout__body">{children}</div>}
    </div>
  );
}
