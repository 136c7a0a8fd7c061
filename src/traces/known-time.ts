// Instants that traces can hold: from 1970 on, and exact to the microsecond as numbers (until 2255). All others are unknown.

const LAST_MS = Number.MAX_SAFE_INTEGER / 1000;

export function knownTime(ms: number | null | undefined): number | null {
  return ms !== null && ms !== undefined && ms >= 0 && ms <= LAST_MS ? ms : null;
}

/** Whole microseconds: no log is more precise. */
export function microsOf(ms: number): number {
  return Math.round(ms * 1000);
}

export function nanosOf(ms: number): string {
  const micros = microsOf(ms);
  return micros === 0 ? '0' : `${micros}000`;
}
