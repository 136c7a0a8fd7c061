// Shows an HTTP status.

import { Badge, type Tone } from '../parts/badge.tsx';

function toneOf(status: number): Tone {
  if (status >= 500) return 'error';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'ok';
}

interface HttpBadgeProps {
  /** Null when the log does not say. */
  readonly status: number | null;
  readonly words?: string | undefined;
}

export function HttpBadge({ status, words = '' }: HttpBadgeProps) {
  if (status === null) return words === '' ? null : <Badge>{words}</Badge>;
  return <Badge tone={toneOf(status)}>{words === '' ? status : `${status} ${words}`}</Badge>;
}
