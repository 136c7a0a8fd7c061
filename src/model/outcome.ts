// How a call came out: status says what happened, failure says why and whose problem it is.

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
  'unknown',
] as const;

/**
 * What happened. `rejected`: a person refused. `denied`: a rule, classifier or hook refused, or nobody could be asked. `cancelled`: a
 * sibling or the queue. `running`: no result yet, session alive. `background`: placeholder result, end not seen. `lost`: no result, and
 * the log has ended or moved on. `unknown`: the agent never logs how a call came out; in no error rate.
 */
export type CallStatus = (typeof STATUSES)[number];

export const BLAMES = ['expected', 'agent', 'code', 'environment', 'tool', 'policy', 'user', 'unknown'] as const;

/**
 * Whose problem it is. `expected` is nobody's: never red, never in an error rate. `code` is the code under work: failing tests, type
 * errors, a program that raised.
 */
export type Blame = (typeof BLAMES)[number];

export interface Failure {
  /** Stable, kebab-case. */
  readonly code: string;
  readonly blame: Blame;
  /** The log's own words, first line, clipped. */
  readonly message: string;
}

/**
 * A failure inside a call that succeeded: `npm test | tail` exits with zero whatever the tests said. The call's status and failure stay
 * as logged.
 */
export type MaskedFailure = Failure;

/** Code of a person's refusal; from a tool it says that what arrived as an error was one. */
export const PERSONS_NO = 'user-rejected';

/** Rule of a verdict on a failure without the agent's usual text before it. */
export const UNFRAMED_RULE = 'error-flag:unframed';

/** Ends of the rule of a verdict on a command that failed in a sandbox, by whether it was kept from the network too. */
export const SANDBOX_RULES = { offline: '+sandbox-offline', online: '+sandbox' } as const;

/** What one result record says, read by the format that knows its vendor's words. */
export interface Verdict {
  readonly status: Exclude<CallStatus, 'running' | 'lost'>;
  /** The rule that decided, so that a person can check it. */
  readonly rule: string;
  readonly failure: Failure | null;
  /** What the person wrote with a rejection. */
  readonly feedback?: string;
  /** The record replaces a result that is elsewhere or gone; a real one for the same call is preferred. */
  readonly placeholder?: true;
}

/** Whether the tool did anything: rejections, denials and cancellations never started. */
export function didRun(status: CallStatus): boolean {
  return status !== 'rejected' && status !== 'denied' && status !== 'cancelled';
}

/** Failures that count: neither expected ones nor refusals by a person or a policy. */
export function isUnexpectedFailure(call: { status: CallStatus; failure: Failure | null }): boolean {
  return call.status === 'error' && call.failure?.blame !== 'expected';
}
