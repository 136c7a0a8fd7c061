// What can be looked for in the text of logs: terms that must all be found in the same record.

export type TextTerm =
  /** Anywhere, inside words too; ASCII letters in either case. */
  | { readonly kind: 'substring'; readonly text: string }
  /** Only where a word starts. */
  | { readonly kind: 'prefix'; readonly text: string }
  /** A regular expression, case as written. */
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string };

export interface TextQuery {
  /** At least one. */
  readonly terms: readonly TextTerm[];
  /** None may be found in the record. */
  readonly without?: readonly TextTerm[];
}
