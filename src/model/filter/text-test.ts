// Searches for words, phrases, word prefixes and regular expressions in the text of a call.

import { linearRegex } from './automaton/linear-regex.ts';
import type { StepBudget } from './automaton/matcher.ts';
import type { RegexNode, TextNode } from './filter.ts';

/** How much of a call's text regular expressions search: its first million characters. */
export const REGEX_TEXT_LIMIT = 1_000_000;

/** Steps the regular expressions of one query may take together: about two seconds. */
export const REGEX_QUERY_STEPS = 200_000_000;

/** Steps for one call if the caller keeps no budget. */
export const REGEX_CALL_STEPS = 20_000_000;

export function regexBudget(steps: number = REGEX_QUERY_STEPS): StepBudget {
  return { stepsLeft: steps };
}

const WORD_CHAR = /[\p{L}\p{N}\p{M}_]/u;

function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const unit = text.charCodeAt(at - 1);
  if (unit < 128) return !WORD_CHAR.test(text[at - 1] ?? '');
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return !WORD_CHAR.test(String.fromCodePoint(text.codePointAt(isLow && at > 1 ? at - 2 : at - 1) ?? 0));
}

/** The test for a text term. It is given the text in lower case. */
export function textTest({ mode, value }: TextNode): (lowerText: string) => boolean {
  const needle = value.toLowerCase();
  if (mode !== 'prefix') return (text) => text.includes(needle);
  return (text) => {
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
      if (startsWord(text, at)) return true;
    }
    return false;
  };
}

/** The test for a regex term; null when the budget ran out. An invalid one matches nothing. */
export function regexTest({ source, flags }: RegexNode): (text: string, budget: StepBudget) => boolean | null {
  const result = linearRegex(source, flags);
  if ('trouble' in result) return () => false;
  const { regex } = result;
  return (text, budget) => {
    if (budget.stepsLeft <= 0) return null;
    return regex.test(text.length > REGEX_TEXT_LIMIT ? text.slice(0, REGEX_TEXT_LIMIT) : text, budget);
  };
}
