// Shows an exit code: zero is success, another one is a failure unless its meaning is known.

import { Badge } from '../parts/badge.tsx';

interface ExitBadgeProps {
  /** Null when the log does not say. */
  readonly code: number | null;
  /** What the code means, if it is an answer and not a failure. */
  readonly meaning?: string | undefined;
}

/** What codes mean to any shell. */
function shellMeaning(code: number): string | undefined {
  if (code === 126) return 'it could not be executed';
  if (code === 127) return 'command not found';
  if (code === 124) return 'often: timed out';
  if (code === 137) return 'killed (signal 9)';
  if (code === 143) return 'ended (signal 15)';
  if (code === 130) return 'interrupted (signal 2)';
  return code > 128 && code < 165 ? `ended by signal ${code - 128}` : undefined;
}

export function ExitBadge({ code, meaning }: ExitBadgeProps) {
  if (code === null) return null;
  const usual = meaning === undefined ? shellMeaning(code) : undefined;
  const tone = code === 0 ? 'ok' : meaning === undefined ? 'error' : 'quiet';
  return (
    <>
      <Badge tone={tone}>exit {code}</Badge>
      {usual !== undefined && <span class="ts-view__dim">{usual}</span>}
    </>
  );
}
