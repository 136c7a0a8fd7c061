// The longest text that every match of a pattern contains. Searching for it first is far cheaper than running the automaton.

import type { Pattern } from './pattern.ts';

/** The pieces of text that a match contains in sequence, with null for something unknown between them. */
function pieces(pattern: Pattern): readonly (string | null)[] {
  switch (pattern.type) {
    case 'empty':
    case 'assert':
      return [];
    case 'char':
      return [pattern.set.only === undefined ? null : String.fromCodePoint(pattern.set.only)];
    case 'sequence':
      return pattern.items.flatMap(pieces);
    case 'repeat':
      return pattern.min === 0 ? [null] : [null, ...pieces(pattern.item), null];
    case 'choice':
      return [null];
  }
}

/** Empty when there is none. */
export function requiredLiteral(pattern: Pattern): string {
  let longest = '';
  let current = '';
  for (const piece of pieces(pattern)) {
    current = piece === null ? '' : current + piece;
    if (current.length > longest.length) longest = current;
  }
  return longest;
}
