// Parses a range of turns: `3`, or `3..5`.

export interface TurnRange {
  readonly from: number;
  readonly to: number;
}

/** Undefined when nothing is given, or when it is not a valid range. */
export function turnsFrom(text: string | undefined): TurnRange | undefined {
  const [, from, to] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text ?? '') ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to ?? from) };
}
