// Ticks of a time axis: round clock times, far enough apart to be read, none inside a silence that is drawn short, and none so
// near the end that its text would be cut.

import type { TimeScale } from './time-scale.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  DAY,
  7 * DAY,
];

interface Tick {
  readonly at: number;
  /** 0 to 1. */
  readonly place: number;
}

/** `offsetMs`: the local offset from UTC, so that ticks are at full local hours. */
export function ticksOf(scale: TimeScale, width: number, apartPx: number, offsetMs: number): Tick[] {
  const wanted = Math.max(1, Math.floor(width / apartPx));
  const gaps = scale.gaps();
  const busyMs = scale.to - scale.from - gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const step = STEPS.find((ms) => busyMs / ms <= wanted) ?? 30 * DAY;
  const ticks: Tick[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i <= wanted * 2; i++) {
    const from = scale.at(i / (wanted * 2));
    const at = Math.ceil((from + offsetMs) / step) * step - offsetMs;
    const place = scale.place(at);
    if (at > scale.to || (place - last) * width < apartPx || (1 - place) * width < apartPx / 2) continue;
    if (gaps.some((gap) => at > gap.from && at < gap.to)) continue;
    ticks.push({ at, place });
    last = place;
  }
  return ticks;
}
