// Owns how an outcome looks: a mark that differs in shape and not only in colour, and its word.

import type { ComponentChildren } from 'preact';
import type { Blame, CallStatus } from '../model/outcome.ts';
import './status-mark.css';

const MARKS: Record<CallStatus, string> = {
  ok: '✓',
  error: '✕',
  rejected: '⊘',
  denied: '⊘',
  cancelled: '–',
  interrupted: '■',
  running: '●',
  background: '◐',
  lost: '?',
};

export interface StatusMarkProps {
  readonly status: CallStatus;
  readonly blame?: Blame | null;
  readonly code?: string | null;
  /** Only the mark; the word is left to a screen reader. */
  readonly short?: boolean;
}

function wordFor({ status, blame, code }: StatusMarkProps): string {
  if (status === 'error' && blame === 'expected') return code ?? 'expected';
  return status === 'error' && code !== null && code !== undefined ? code : status;
}

export function StatusMark(props: StatusMarkProps): ComponentChildren {
  const { status, blame, short = false } = props;
  const tone = status === 'error' && blame === 'expected' ? 'expected' : status;
  const word = wordFor(props);
  return (
    <span class={`ts-status ts-status--${tone}`} title={word}>
      <span class="ts-status__mark" aria-hidden="true">
        {MARKS[status]}
      </span>
      <span class={short ? 'visually-hidden' : 'ts-status__word'}>{word}</span>
    </span>
  );
}
