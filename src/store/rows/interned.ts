// Words that rows name by number: what kinds there are, and who gives the numbers.

/** What makes a word of several parts one: the last part may hold anything, the others never this. */
export const WORD_BREAK = '\n';

/** Their places in the list are written down: new ones come last. */
const KINDS = ['tool', 'outcome', 'model', 'path', 'permission', 'hook', 'frame'] as const;
export type InternedKind = (typeof KINDS)[number];

export function kindNumber(kind: InternedKind): number {
  return KINDS.indexOf(kind);
}

/** What a word of several parts is made of: together they tell it from all others of its kind. */
export type InternedParts = readonly (string | number | null | undefined)[];

/** Gives words their numbers, counted for every kind of word. */
export interface Interner {
  numberOf(kind: InternedKind, value: string): number;
  /** The same for a word of several parts; its text is asked for when it is not known by these. */
  numberOfParts(kind: InternedKind, parts: InternedParts, text: () => string): number;
}
