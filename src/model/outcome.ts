// Owns how a call came out: status says what happened, failure says why and whose problem it is.

export const STATUSES = [
  'ok',
  'error',
  'rejected',
  'denied',
  'cancelled',
  'interrupted',
  'running',
  'background',
  'lost',
] as const;

/**
 * What happened. `rejected`: a person said no. `denied`: a rule, classifier or hook said no, or nobody could be asked.
 * `cancelled`: a sibling or the queue. `running`: no result yet, session alive. `background`: placeholder result, end
 * not seen. `lost`: no result, and the log has ended or moved on.
 */
export type CallStatus = (typeof STATUSES)[number];

export const BLAMES = ['expected', 'agent', 'environment', 'tool', 'policy', 'user', 'unknown'] as const;

/** Whose problem it is. `expected` is nobody's: never red, never in an error rate. */
export type Blame = (typeof BLAMES)[number];

export interface Failure {
  /** Stable, kebab-case. */
  readonly code: string;
  readonly blame: Blame;
  /** The log's own words, first line, clipped. */
  readonly message: string;
}

/** What one result record says, read by the format that knows its vendor's words. */
export interface Verdict {
  readonly status: Exclude<CallStatus, 'running' | 'lost'>;
  /** The rule that decided, so that a person can check it. */
  readonly rule: string;
  readonly failure: Failure | null;
  /** What the person said with a rejection. */
  readonly feedback?: string;
  /** The record stands in for a result that is elsewhere or gone; a real one for the same call is preferred. */
  readonly placeholder?: true;
}

/** Whether the tool did anything: rejections, denials and cancellations never started. */
export function didRun(status: CallStatus): boolean {
  return status !== 'rejected' && status !== 'denied' && status !== 'cancelled';
}

/** Failures that count: not expected ones, not a person's or a policy's "no". */
export function isUnexpectedFailure(call: { status: CallStatus; failure: Failure | null }): boolean {
  return call.status === 'error' && call.failure?.blame !== 'expected';
}
