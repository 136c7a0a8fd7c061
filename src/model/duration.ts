// How long a call took, and how that is known.

/** `reported` by the tool, by a `hook`, `between-records` of the log, or until a `notification` of a background end. */
export type DurationBasis = 'reported' | 'hook' | 'between-records' | 'notification';

/** What the span includes besides the run, if it cannot be separated. */
export type DurationPart = 'approval' | 'hooks' | 'queue';

export interface Duration {
  readonly ms: number;
  readonly basis: DurationBasis;
  readonly bound: 'exact' | 'at-most';
  readonly includes: readonly DurationPart[];
}
