// Owns a query made ready: what to ask the filters, what to look for in raw bytes, what to match in decoded texts.

import { Anchor } from './anchor.ts';
import { hashesOf, longestOf, runsOf } from './query-runs.ts';
import { literalsOf } from './regex-literals.ts';
import { isTame } from './tame-regex.ts';
import { startsWithWordLetter, TermMatcher } from './term-matcher.ts';
import type { TextQuery, TextTerm } from './text-query.ts';

export interface CompiledQuery {
  /** All must be in a block's filter. Empty when the query is too short or too vague: then every block is read. */
  readonly hashes: readonly number[];
  /** One per term that has one, the longest first: all must be in a line's bytes, unless it spells letters. */
  readonly anchors: readonly Anchor[];
  readonly matchers: readonly TermMatcher[];
  /** What must not be in decoded texts. */
  readonly without: readonly TermMatcher[];
  readonly hasRegex: boolean;
  /** Some regular expression in it can run away: it is run under a watch. */
  readonly isWild: boolean;
}

function runsOfTerm(term: TextTerm): Uint8Array[] {
  return term.kind === 'regex' ? literalsOf(term.source, term.flags).flatMap(runsOf) : runsOf(term.text);
}

/** Of a prefix, its start, where the word must start; of everything else, the longest run. */
function anchorOf(term: TextTerm, runs: readonly Uint8Array[]): Anchor | undefined {
  const startsWord = term.kind === 'prefix' && startsWithWordLetter(term.text);
  const run = startsWord ? runs[0] : longestOf(runs);
  return run && new Anchor(run, startsWord);
}

export function compileQuery({ terms, without = [] }: TextQuery): CompiledQuery {
  const all = [...terms, ...without];
  const parts = terms.map((term) => ({ term, runs: runsOfTerm(term) }));
  const anchors = parts.map(({ term, runs }) => anchorOf(term, runs)).filter((anchor) => anchor !== undefined);
  return {
    hashes: hashesOf(parts.flatMap(({ runs }) => runs)),
    anchors: anchors.sort((a, b) => b.finder.length - a.finder.length),
    matchers: terms.map((term) => new TermMatcher(term)),
    without: without.map((term) => new TermMatcher(term)),
    hasRegex: all.some(({ kind }) => kind === 'regex'),
    isWild: all.some((term) => term.kind === 'regex' && !isTame(term.source)),
  };
}
