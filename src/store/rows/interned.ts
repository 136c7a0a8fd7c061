// Interned strings that rows name by number: which kinds there are, and the interface that numbers them.

/** Separates the parts of a word: the last part may contain anything, the others never this. */
export const WORD_BREAK = '\n';

/** Their positions in the list are stored: new ones come last. */
const KINDS = ['tool', 'outcome', 'model', 'path', 'permission', 'hook', 'frame'] as const;
export type InternedKind = (typeof KINDS)[number];

export function kindNumber(kind: InternedKind): number {
  return KINDS.indexOf(kind);
}

/** The parts of a word: together they identify it among all of its kind. */
export type InternedParts = readonly (string | number | null | undefined)[];

/** Numbers words, separately for every kind. */
export interface Interner {
  numberOf(kind: InternedKind, value: string): number;
  /** The same for a word of several parts; its text is requested only when the parts are new. */
  numberOfParts(kind: InternedKind, parts: InternedParts, text: () => string): number;
}
