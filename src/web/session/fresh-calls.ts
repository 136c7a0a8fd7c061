// How many calls arrived while the end of a session's table was out of sight.

/** How many calls the person knows of. `isLoaded`: those that were there from the beginning are among them. */
export interface KnownCalls {
  readonly count: number;
  readonly isLoaded: boolean;
}

/** A session that is still loading has no news: what it held before the page was opened is not new. */
export function knownCalls(before: KnownCalls, count: number, isAtEnd: boolean, isLoaded: boolean): KnownCalls {
  return isAtEnd || !isLoaded || !before.isLoaded ? { count, isLoaded } : before;
}

export function freshCalls(known: KnownCalls, count: number): number {
  return Math.max(0, count - known.count);
}
