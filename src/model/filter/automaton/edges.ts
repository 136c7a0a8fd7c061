// Edges: what assertions can see of the character before and the character after a place in a text.

import type { Assertion } from './pattern.ts';

const WORD = 1;
const LINE_END = 2;
const TEXT_END = 4;

/** Before the first and after the last character. */
export const TEXT_EDGE = TEXT_END | LINE_END;

function isWordChar(codePoint: number): boolean {
  return (
    (codePoint >= 97 && codePoint <= 122) ||
    (codePoint >= 65 && codePoint <= 90) ||
    (codePoint >= 48 && codePoint <= 57) ||
    codePoint === 95
  );
}

export function edgeOf(codePoint: number): number {
  if (codePoint === 10 || codePoint === 13 || codePoint === 0x2028 || codePoint === 0x2029) return LINE_END;
  return isWordChar(codePoint) ? WORD : 0;
}

export function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case 'text-start':
      return (before & TEXT_END) !== 0;
    case 'text-end':
      return (after & TEXT_END) !== 0;
    case 'line-start':
      return (before & LINE_END) !== 0;
    case 'line-end':
      return (after & LINE_END) !== 0;
    case 'word-edge':
      return (before & WORD) !== (after & WORD);
    case 'no-word-edge':
      return (before & WORD) === (after & WORD);
  }
}
