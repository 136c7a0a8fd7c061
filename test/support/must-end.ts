// Checks that work ends on hostile input: it is stopped, and fails, if its steps grow faster than the input.

import { createContext, Script } from 'node:vm';

/**
 * Inputs are so large (a million characters and more) that linear work takes milliseconds, and quadratic work takes minutes: no
 * machine is too slow to pass, and none fast enough to pass wrongly.
 */
const LIMIT_MS = 60_000;

const SCRIPT = new Script('work()');

/** The result of the work. Throws if it did not end within the limit: even a regular expression is stopped. */
export function mustEnd<Value>(work: () => Value, limitMs = LIMIT_MS): Value {
  const answer: { value?: { readonly of: Value } } = {};
  const run = (): void => {
    answer.value = { of: work() };
  };
  SCRIPT.runInContext(createContext({ work: run }), { timeout: limitMs });
  if (answer.value === undefined) throw new Error('The work gave no answer.');
  return answer.value.of;
}
