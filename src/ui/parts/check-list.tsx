// A to-do list: the state of each item, and what changed since the previous list.

import type { ComponentChildren } from 'preact';
import { Badge, type Tone } from './badge.tsx';
import './check-list.css';

export interface CheckItem {
  readonly text: string;
  /** pending, in_progress, completed, or another word. */
  readonly status: string;
  /** What happened to it, in a word or two: "new", "was: pending". */
  readonly change?: { readonly words: string; readonly tone: Tone } | undefined;
  /** Removed from the list. */
  readonly isGone?: boolean;
  readonly facts?: ComponentChildren;
}

const SIGNS: Readonly<Record<string, string>> = { pending: '☐', in_progress: '◐', completed: '☑', deleted: '☒' };

function words(status: string): string {
  return status.replaceAll('_', ' ');
}

export function CheckList({ items, label }: { readonly items: readonly CheckItem[]; readonly label: string }) {
  return (
    <ul class="ts-checks" aria-label={label}>
      {items.map((item, index) => (
        <li key={index} class={`ts-checks__item ts-checks__item--${item.isGone === true ? 'gone' : item.status}`}>
          <span class="ts-checks__sign" role="img" aria-label={words(item.status)}>
            {SIGNS[item.status] ?? '·'}
          </span>
          <span class="ts-checks__text">
            {item.text}
            {SIGNS[item.status] === undefined && item.status !== '' && (
              <span class="ts-checks__facts"> {words(item.status)}</span>
            )}
            {item.facts !== undefined && <span class="ts-checks__facts"> {item.facts}</span>}
          </span>
          {item.change !== undefined && <Badge tone={item.change.tone}>{item.change.words}</Badge>}
        </li>
      ))}
    </ul>
  );
}
