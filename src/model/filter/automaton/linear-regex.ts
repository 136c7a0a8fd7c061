// Regular expressions that cannot hang: compiled once, matched in time proportional to the text, within a budget.

import { findMatch, type MatchSpan } from './find-match.ts';
import { Matcher, type StepBudget } from './matcher.ts';
import { MAX_INSTRUCTIONS, programOf } from './program.ts';
import { type RegexTrouble, readRegex } from './regex-pattern.ts';
import { requiredLiteral } from './required-literal.ts';

export interface LinearRegex {
  /** Null when the budget ran out before it was known. */
  test(text: string, budget: StepBudget): boolean | null;
  /** The first match at or after `from`; null when there is none or the budget ran out. */
  find(text: string, budget: StepBudget, from?: number): MatchSpan | null;
}

export const MAX_REGEX_LENGTH = 1000;

export function linearRegex(
  source: string,
  flags: string,
): { readonly regex: LinearRegex } | { readonly trouble: RegexTrouble } {
  const whole = { from: 0, to: source.length };
  if (source.length > MAX_REGEX_LENGTH) {
    const message = `A regular expression may have ${MAX_REGEX_LENGTH} characters; this one has ${source.length}.`;
    return { trouble: { ...whole, message } };
  }
  const read = readRegex(source, { ignoreCase: flags.includes('i'), dotAll: flags.includes('s') });
  if ('trouble' in read) return read;
  const program = programOf(read.pattern);
  if (program === undefined) {
    const message = `The regular expression is too big: it needs more than ${MAX_INSTRUCTIONS} steps for a character.`;
    return { trouble: { ...whole, message, hint: 'Use smaller numbers in {…}.' } };
  }
  const matcher = new Matcher(program);
  const literal = requiredLiteral(read.pattern);
  return {
    regex: {
      test: (text, budget) => text.includes(literal) && matcher.test(text, budget),
      find: (text, budget, from) => findMatch(program, text, budget, from),
    },
  };
}
