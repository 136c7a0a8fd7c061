// A query made ready: what to ask the filters, what to look for in raw bytes, what to match in decoded texts.

import { Anchor } from './anchor.ts';
import type { AskedGrams } from './block-table.ts';
import { hashesOf, longestOf, longHashesOf, runsOf } from './query-runs.ts';
import { literalsOf } from './regex-literals.ts';
import { RegexTail } from './regex-tail.ts';
import { isTame } from './tame-regex.ts';
import { startsWithWordLetter, TermMatcher } from './term-matcher.ts';
import type { TextQuery, TextTerm } from './text-query.ts';

export interface CompiledQuery extends AskedGrams {
  /** One per term that has one, the longest first: all must be in a line's bytes, unless it spells letters. */
  readonly anchors: readonly Anchor[];
  readonly matchers: readonly TermMatcher[];
  /** What must not be in decoded texts. */
  readonly without: readonly TermMatcher[];
  readonly hasRegex: boolean;
  /** Some regular expression in it can run away: it is run under a watch. */
  readonly isWild: boolean;
}

/** What any text with a term in it must hold: all runs, and one of them to look for first. */
interface Need {
  readonly runs: readonly Uint8Array[];
  readonly anchor: Anchor | undefined;
}

/** Of a prefix, its start, where the word must start; of other texts, the longest run. */
function needOfText({ kind, text }: Exclude<TextTerm, { kind: 'regex' }>): Need {
  const runs = runsOf(text);
  const startsWord = kind === 'prefix' && startsWithWordLetter(text);
  const run = startsWord ? runs[0] : longestOf(runs);
  return { runs, anchor: run && new Anchor(run, { startsWord }) };
}

/** The longest run, and what must follow it. */
function needOfRegex(source: string, flags: string): Need {
  const literals = literalsOf(source, flags).map((literal) => ({ literal, runs: runsOf(literal.text) }));
  const runs = literals.flatMap((needed) => needed.runs);
  const run = longestOf(runs);
  // What follows is known where the run is all of a literal.
  const whole = literals.find((needed) => needed.runs[0] === run && needed.literal.text.length === run?.length);
  const tail = whole && RegexTail.of(source, flags, whole.literal);
  return { runs, anchor: run && new Anchor(run, { tail }) };
}

function needOf(term: TextTerm): Need {
  return term.kind === 'regex' ? needOfRegex(term.source, term.flags) : needOfText(term);
}

export function compileQuery({ terms, without = [] }: TextQuery): CompiledQuery {
  const all = [...terms, ...without];
  const needs = terms.map(needOf);
  const runs = needs.flatMap((need) => need.runs);
  const anchors = needs.map(({ anchor }) => anchor).filter((anchor) => anchor !== undefined);
  return {
    hashes: hashesOf(runs),
    longHashes: longHashesOf(runs),
    anchors: anchors.sort((a, b) => b.finder.length - a.finder.length),
    matchers: terms.map((term) => new TermMatcher(term)),
    without: without.map((term) => new TermMatcher(term)),
    hasRegex: all.some(({ kind }) => kind === 'regex'),
    isWild: all.some((term) => term.kind === 'regex' && !isTame(term.source)),
  };
}
