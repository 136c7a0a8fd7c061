// Reads which turns are meant: `3`, or `3..5`.

export interface TurnRange {
  readonly from: number;
  readonly to: number;
}

/** Undefined when nothing is meant, or what is given names no turns. */
export function turnsFrom(text: string | undefined): TurnRange | undefined {
  const [, from, to] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text ?? '') ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to ?? from) };
}
