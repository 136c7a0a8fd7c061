// The problem: something the log did that we did not expect. A value, never an exception.

import type { LineRef } from './source.ts';

export type Severity = 'info' | 'warning' | 'error';

export interface Problem {
  /** Stable, kebab-case, for counting and for documentation. */
  readonly code: string;
  readonly severity: Severity;
  /** A full sentence for a person. */
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly ref: LineRef | null;
}

export function problem(
  code: string,
  message: string,
  options: { severity?: Severity; params?: Record<string, string | number>; ref?: LineRef | null } = {},
): Problem {
  return {
    code,
    severity: options.severity ?? 'warning',
    message,
    params: options.params ?? {},
    ref: options.ref ?? null,
  };
}
