// How long a session must be silent before it counts as ended, and since when it is silent.

export const LIVE_WINDOW_MS = 15 * 60_000;

/**
 * When a session last gave a sign of life: its newest record. For one without times, or whose clock ran ahead, the time its logs
 * were last written. Null if that is in the future as well: then nothing says that it is alive.
 */
export function lastSignAt(lastAt: number | null, now: number, modifiedAt: () => number): number | null {
  if (lastAt !== null && lastAt <= now) return lastAt;
  const writtenAt = modifiedAt();
  return writtenAt > now + LIVE_WINDOW_MS ? null : writtenAt;
}

export function isSilent(lastAt: number | null, now: number, modifiedAt: () => number): boolean {
  const signAt = lastSignAt(lastAt, now, modifiedAt);
  return signAt === null || now - signAt >= LIVE_WINDOW_MS;
}
