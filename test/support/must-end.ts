// The check that work ends on hostile input: it is cut off, and fails, where its steps grow faster than the input.

import { createContext, Script } from 'node:vm';

/**
 * Inputs are made so large (a million characters and more) that work which grows with them takes milliseconds, and work
 * that grows with their square takes minutes: so no machine is too slow to pass, and none fast enough to pass wrongly.
 */
const LIMIT_MS = 60_000;

const SCRIPT = new Script('work()');

/** What the work gave. Throws when it was still at it after the limit: even a regular expression is stopped. */
export function mustEnd<Value>(work: () => Value, limitMs = LIMIT_MS): Value {
  const answer: { value?: { readonly of: Value } } = {};
  const run = (): void => {
    answer.value = { of: work() };
  };
  SCRIPT.runInContext(createContext({ work: run }), { timeout: limitMs });
  if (answer.value === undefined) throw new Error('The work gave no answer.');
  return answer.value.of;
}
