// What a format makes of one line: observed, ignored with a reason, or a problem. Never nothing, never an exception.

import type { Observation, RecordNode } from './observation.ts';

export type Reading =
  | {
      readonly kind: 'observed';
      readonly observations: readonly Observation[];
      /** The line's place in the conversation tree, if there is one. */
      readonly node: RecordNode | null;
      /** Codes of remarks on a line that was read nevertheless. */
      readonly findings?: readonly string[];
    }
  | { readonly kind: 'ignored'; readonly reason: string; readonly node: RecordNode | null }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string };

export function observed(observations: readonly Observation[], node: RecordNode | null = null): Reading {
  return { kind: 'observed', observations, node };
}

export function ignored(reason: string, node: RecordNode | null = null): Reading {
  return { kind: 'ignored', reason, node };
}

export function misread(code: string, message: string): Reading {
  return { kind: 'problem', code, message };
}

/** The time of a line cannot be right, and counts as unknown. */
export const IMPOSSIBLE_TIME = 'impossible-time';
/** Negative, fractional or inexactly large token counts are not counted. */
export const IMPOSSIBLE_COUNT = 'impossible-token-count';

/** A reading with a remark on its line. */
export function withFinding(reading: Reading, code: string): Reading {
  if (reading.kind === 'problem') return reading;
  const observations = reading.kind === 'observed' ? reading.observations : [];
  const before = reading.kind === 'observed' ? (reading.findings ?? []) : [];
  return { kind: 'observed', observations, node: reading.node, findings: [...before, code] };
}
