// Patterns as a tree: what a regular expression or a glob says, before it becomes a program.

/** A set of characters, asked by code point. Equal names mean equal sets. */
export interface CharSet {
  readonly name: string;
  /** The one character in it, where there is only one. */
  readonly only?: number;
  has(codePoint: number): boolean;
}

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge';

export type Pattern =
  | { readonly type: 'empty' }
  | { readonly type: 'char'; readonly set: CharSet }
  | { readonly type: 'assert'; readonly assertion: Assertion }
  | { readonly type: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly type: 'choice'; readonly items: readonly Pattern[] }
  /** `max` null: without end. */
  | { readonly type: 'repeat'; readonly item: Pattern; readonly min: number; readonly max: number | null };

export function oneChar(codePoint: number): CharSet {
  return { name: `=${codePoint}`, only: codePoint, has: (candidate) => candidate === codePoint };
}

export function literal(text: string): Pattern {
  return {
    type: 'sequence',
    items: Array.from(text, (char) => ({ type: 'char', set: oneChar(char.codePointAt(0) ?? 0) })),
  };
}

export const ANY_CHAR: CharSet = { name: 'any', has: () => true };
