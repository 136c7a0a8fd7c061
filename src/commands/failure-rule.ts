// The shape of a failure rule: the words in a command's output that name a failure, and whose problem it is.

import type { Blame } from '../model/outcome.ts';

export interface FailureRule {
  readonly code: string;
  readonly blame: Blame;
  /** What decides it, and why that is enough: a row of docs/failures.md. */
  readonly evidence: string;
  /**
   * Any of these names the failure. The message is the line of the match, or what the first group caught, which then ends
   * the match. Earlier patterns tell more than later ones.
   */
  readonly says: readonly RegExp[];
  /** The words count only behind this literal. A lookbehind would read the text once for every character. */
  readonly after?: string;
  /** Only for commands like this. */
  readonly command?: Pick<RegExp, 'test'>;
}

/** The same rule for many kinds of words. */
export function rule(
  code: string,
  blame: Blame,
  evidence: string,
  says: readonly RegExp[],
  more: Pick<FailureRule, 'after' | 'command'> = {},
): FailureRule {
  return { code, blame, evidence, says, ...more };
}
