// Owns how long silence lasts before a session counts as ended.

export const LIVE_WINDOW_MS = 15 * 60_000;
