// Questions in SQL, over documented views. The only ones whose wording depends on the engine.

export interface SqlRequest {
  readonly sql: string;
  /** Only what is here is shown. */
  readonly places: readonly string[];
  /** Of these only sessions that began in this folder or below it. */
  readonly folder?: string | null;
  /** Rows; null for all. */
  readonly limit: number | null;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export type SqlCell = string | number | null;

/** Columns first, then rows, then the end. */
export type SqlAnswer =
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly cells: readonly SqlCell[] }
  /** `more`: there were more rows than the limit. */
  | { readonly kind: 'end'; readonly more: boolean };
