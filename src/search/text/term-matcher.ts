// Finds one term in one decoded text.

import type { TextTerm } from './text-query.ts';

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A letter in either case; everything else by its number, so that nothing in a query is syntax. */
function patternOf(text: string): string {
  let pattern = '';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (/[A-Za-z]/.test(unit)) pattern += `[${unit.toLowerCase()}${unit.toUpperCase()}]`;
    else pattern += `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
  return pattern;
}

/** A word is made of letters and digits of any script, and the underscore. */
const WORD_LETTER = /^[\p{L}\p{N}_]/u;

export function startsWithWordLetter(text: string): boolean {
  return WORD_LETTER.test(text);
}

const WORD_START = '(?<![\\p{L}\\p{N}_])';

function compile(term: TextTerm): RegExp {
  switch (term.kind) {
    case 'substring':
      return new RegExp(patternOf(term.text), 'g');
    case 'prefix':
      return new RegExp(`${startsWithWordLetter(term.text) ? WORD_START : ''}${patternOf(term.text)}`, 'gu');
    case 'regex':
      return new RegExp(term.source, `${term.flags.replace('g', '')}g`);
  }
}

export class TermMatcher {
  readonly #pattern: RegExp;
  readonly #isRegex: boolean;

  constructor(term: TextTerm) {
    this.#pattern = compile(term);
    this.#isRegex = term.kind === 'regex';
  }

  /** The first place at or after `from` that is not empty, or undefined. */
  find(text: string, from = 0): TextSpan | undefined {
    this.#pattern.lastIndex = from;
    for (let match = this.#pattern.exec(text); match !== null; match = this.#pattern.exec(text)) {
      if (match[0] !== '') return { start: match.index, end: match.index + match[0].length };
      this.#pattern.lastIndex++;
    }
    return undefined;
  }

  /** The first place inside a stretch of a text, or undefined. */
  findWithin(text: string, { start, end }: TextSpan): TextSpan | undefined {
    if (start === 0 && end === text.length) return this.find(text);
    if (this.#isRegex) {
      // A match can be of any length, and must not reach for more than the stretch.
      const found = this.find(text.slice(start, end));
      return found && { start: start + found.start, end: start + found.end };
    }
    const found = this.find(text, start);
    return found !== undefined && found.end <= end ? found : undefined;
  }
}
