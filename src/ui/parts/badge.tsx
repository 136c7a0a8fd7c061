// A badge of a word or two: exit code, background, staged.

import type { ComponentChildren } from 'preact';
import './badge.css';

export type Tone = 'ok' | 'warn' | 'error' | 'info' | 'quiet';

interface BadgeProps {
  readonly tone?: Tone;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

export function Badge({ tone = 'quiet', title, children }: BadgeProps) {
  return (
    <span class={`ts-badge ts-badge--${tone}`} title={title}>
      {children}
    </span>
  );
}
