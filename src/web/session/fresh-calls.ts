// How many calls arrived while the end of a session's table was out of sight.

/** How many calls the user has seen. `isLoaded`: including those that existed from the start. */
export interface KnownCalls {
  readonly count: number;
  readonly isLoaded: boolean;
}

/** While a session is loading nothing is new: its calls existed before the page was opened. */
export function knownCalls(before: KnownCalls, count: number, isAtEnd: boolean, isLoaded: boolean): KnownCalls {
  return isAtEnd || !isLoaded || !before.isLoaded ? { count, isLoaded } : before;
}

export function freshCalls(known: KnownCalls, count: number): number {
  return Math.max(0, count - known.count);
}
