// The mark of an outcome: it differs in shape and not only in colour, with its word.

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
  unknown: '○',
};

/** Neither a tick nor a cross. */
const MASKED = '⚠';

interface StatusMarkProps {
  readonly status: CallStatus;
  readonly blame?: Blame | null | undefined;
  readonly code?: string | null | undefined;
  /** Code of a failure that the success hides. */
  readonly masked?: string | null | undefined;
  /** Only the mark; the word is for screen readers. */
  readonly short?: boolean;
}

function wordFor({ status, blame, code, masked }: StatusMarkProps): string {
  if (masked != null) return `hides ${masked}`;
  if (status !== 'error') return status;
  return code ?? (blame === 'expected' ? 'expected' : status);
}

export function StatusMark(props: StatusMarkProps): ComponentChildren {
  const { status, blame, masked = null, short = false } = props;
  const tone = masked !== null ? 'masked' : status === 'error' && blame === 'expected' ? 'expected' : status;
  const word = wordFor(props);
  return (
    <span class={`ts-status ts-status--${tone}`} title={masked === null ? word : `ok, but it ${word}`}>
      <span class="ts-status__mark" aria-hidden="true">
        {masked === null ? MARKS[status] : MASKED}
      </span>
      <span class={short ? 'visually-hidden' : 'ts-status__word'}>{word}</span>
    </span>
  );
}
