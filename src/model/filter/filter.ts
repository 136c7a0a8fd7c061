// The filter as data: what a filter text means, plain and serializable, the same for every interface and every store.

import type { FilterKey } from './keys.ts';

export type CompareOp = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** One of the values of a `key:a,b` term; any of them is enough. */
export type TermValue =
  /** The meaning of "is" depends on the key's kind: see keys.ts. */
  | { readonly type: 'exact'; readonly value: string }
  /** `*` and `?` are wild; `\` makes the next of `*`, `?` and `\` an ordinary character. */
  | { readonly type: 'glob'; readonly pattern: string }
  /** Milliseconds for durations, bytes for sizes, plain numbers for counts. A call without the number never matches. */
  | { readonly type: 'compare'; readonly op: CompareOp; readonly value: number }
  /** Both ends are included; null leaves an end open. */
  | { readonly type: 'range'; readonly min: number | null; readonly max: number | null }
  /** The matching instants, from `fromMs` on and before `toMs`; `text` is what the user wrote. */
  | { readonly type: 'window'; readonly text: string; readonly fromMs: number | null; readonly toMs: number | null };

/** `word` and `phrase` are found anywhere in the text, `prefix` where a word begins. Case never matters. */
export interface TextNode {
  readonly type: 'text';
  readonly mode: 'word' | 'phrase' | 'prefix';
  readonly value: string;
}

/** Decided last, on the calls that everything cheaper left over. `^` and `$` match at line ends. */
export interface RegexNode {
  readonly type: 'regex';
  readonly source: string;
  /** Sorted letters: `i` ignores case, `s` lets the dot match line ends. */
  readonly flags: '' | 'i' | 's' | 'is';
}

export interface TermNode {
  readonly type: 'term';
  readonly key: FilterKey;
  readonly values: readonly TermValue[];
}

/**
 * `all` is the empty filter. In a parsed filter `and` and `or` have at least two items, none of them of the same type,
 * and a `not` holds neither a `not` nor `all`.
 */
export type Filter =
  | { readonly type: 'all' }
  | { readonly type: 'and'; readonly items: readonly Filter[] }
  | { readonly type: 'or'; readonly items: readonly Filter[] }
  | { readonly type: 'not'; readonly item: Filter }
  | TextNode
  | RegexNode
  | TermNode;

/** What is wrong with a filter text, and where: characters `from` up to, not including, `to`. */
export interface FilterError {
  readonly from: number;
  readonly to: number;
  /** A full sentence. */
  readonly message: string;
  /** What to write instead, as a full sentence. */
  readonly hint?: string;
  /** Only something at the end is missing: it may still be typed. */
  readonly isUnfinished?: true;
}

export type ParsedFilter =
  | { readonly ok: true; readonly filter: Filter }
  | { readonly ok: false; readonly errors: readonly FilterError[] };

/** `items` joined into one node of the type, flattened, in the canonical form that parsing gives. */
export function joined(type: 'and' | 'or', items: readonly Filter[]): Filter {
  const flat: Filter[] = [];
  for (const item of items) {
    if (item.type === type) flat.push(...item.items);
    else flat.push(item);
  }
  const [first] = flat;
  if (first === undefined) return { type: 'all' };
  return flat.length === 1 ? first : { type, items: flat };
}

export function negated(item: Filter): Filter {
  return item.type === 'not' ? item.item : { type: 'not', item };
}
