// How long silence lasts before a session counts as ended, and from when on it is silent.

export const LIVE_WINDOW_MS = 15 * 60_000;

/**
 * When a session last gave a sign of life: its newest record. One without times speaks when its logs are written to, and so
 * does one whose clock ran ahead. Null when that lies ahead as well: then nothing says that it is alive.
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
