// What still counts in a record that has been read before.

import type { Observation } from '../model/observation.ts';

/**
 * For a record seen before, only the call itself is noted again: as a copy. A record repeated in its own file (`isSameFile`) can have
 * other circumstances, and those after it need not repeat them. In another file it is history.
 */
export function isTakenAgain({ kind }: Observation, isSameFile: boolean): boolean {
  return kind === 'call-requested' || kind === 'call-resulted' || (isSameFile && kind === 'session-described');
}
