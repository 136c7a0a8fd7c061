// Where a call's request stands, from the detail of its row.

/** Where the input stands, and the first line of evidence: lists of numbers, as `call-detail` writes them. */
export interface StoredPlaces {
  readonly bi?: readonly number[];
  readonly ev: readonly (readonly number[])[];
}

/** The line of the input, or of the first evidence, and how long it is. */
export function requestPlace({ bi, ev }: StoredPlaces): { readonly line: number; readonly length: number } {
  return { line: bi?.[1] ?? ev[0]?.[2] ?? 0, length: bi?.[3] ?? ev[0]?.[4] ?? 0 };
}
