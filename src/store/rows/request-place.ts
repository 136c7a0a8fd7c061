// Where a call's request is, from the detail of its row.

/** Where the input is, and the first line of evidence: lists of numbers, as `call-detail` writes them. */
export interface StoredPlaces {
  readonly bi?: readonly number[];
  readonly ev: readonly (readonly number[])[];
}

/** The line of the input, or of the first evidence, and its length. */
export function requestPlace({ bi, ev }: StoredPlaces): { readonly line: number; readonly length: number } {
  return { line: bi?.[1] ?? ev[0]?.[2] ?? 0, length: bi?.[3] ?? ev[0]?.[4] ?? 0 };
}
