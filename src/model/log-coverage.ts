// What an agent logs about its calls, and how often. Formats declare it: what is never logged is not missing.

import type { StageName } from './tool-call.ts';

export type Logged = 'never' | 'sometimes' | 'always';

export interface LogCoverage extends Readonly<Record<StageName, Logged>> {
  /** `running` is when a call began and ended, or how long it took; `result` is its outcome. */
  readonly running: Logged;
  readonly exitCode: Logged;
  /** Tokens of the model's requests. */
  readonly tokens: Logged;
  readonly subagents: Logged;
  /** Written while the session goes on; `sometimes`: in batches, which come late. */
  readonly live: Logged;
}

/** Whether every call's end is logged. If not, a call without a result is neither running nor lost. */
export function logsEnds({ running, result }: LogCoverage): boolean {
  return running === 'always' || result === 'always';
}
