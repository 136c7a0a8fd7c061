// Owns instants: log timestamps to epoch milliseconds and back.

/** Epoch milliseconds of an ISO timestamp, or null when it is not one. */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : ms;
}

/** ISO text of an instant; null stays null, and so does what no calendar can show. */
export function formatInstant(ms: number | null | undefined): string | null {
  if (ms === null || ms === undefined || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return null;
  return new Date(ms).toISOString();
}
