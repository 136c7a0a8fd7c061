// Times in filters: relative ones, days, months, years and instants, each as the span it names.

/** From `fromMs` on and before `toMs`; equal for an instant. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface TimeContext {
  /** The current time, in epoch milliseconds. */
  readonly nowMs: number;
  /** Minutes that local clocks are ahead of UTC at a moment. */
  offsetMinutesAt(ms: number): number;
}

export type TimeKey = 'since' | 'after' | 'before' | 'until' | 'on';

const MINUTE = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE,
  min: MINUTE,
  h: 60 * MINUTE,
  d: 1440 * MINUTE,
  w: 7 * 1440 * MINUTE,
};

export const TIME_EXAMPLES = '7d, 2h, today, 2026-03, 2026-03-08 or 2026-03-08T14:30';

/** Epoch milliseconds of a local date and time. */
function localInstant(parts: readonly number[], context: TimeContext): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  const asUtc = new Date(0);
  asUtc.setUTCFullYear(year, month - 1, day);
  asUtc.setUTCHours(hour, minute, second, ms);
  const wall = asUtc.getTime();
  // The offset is that of the moment itself, which is not known yet: a second step corrects the first.
  const guess = wall - context.offsetMinutesAt(wall) * MINUTE;
  return wall - context.offsetMinutesAt(guess) * MINUTE;
}

function dayOf(ms: number, context: TimeContext): readonly [number, number, number] {
  const local = new Date(ms + context.offsetMinutesAt(ms) * MINUTE);
  return [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
}

function daySpan([year, month, day]: readonly [number, number, number], context: TimeContext): TimeSpan {
  return { fromMs: localInstant([year, month, day], context), toMs: localInstant([year, month, day + 1], context) };
}

function namedSpan(name: string, context: TimeContext): TimeSpan | undefined {
  const [year, month, day] = dayOf(context.nowMs, context);
  if (name === 'now') return { fromMs: context.nowMs, toMs: context.nowMs };
  if (name === 'today') return daySpan([year, month, day], context);
  if (name === 'yesterday') return daySpan([year, month, day - 1], context);
  return undefined;
}

function relativeInstant(text: string, context: TimeContext): number | undefined {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)([a-z]{1,3})$/.exec(text);
  const [, digits, unit] = match ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const unitMs = Object.hasOwn(UNIT_MS, unit) ? UNIT_MS[unit] : undefined;
  if (unitMs !== undefined) return context.nowMs - Number(digits) * unitMs;
  if (!/^(?:mo|y)$/.test(unit) || digits.includes('.')) return undefined;
  const months = Number(digits) * (unit === 'y' ? 12 : 1);
  const [year, month, day] = dayOf(context.nowMs, context);
  const sinceMidnight = context.nowMs - localInstant([year, month, day], context);
  // A month that is too short ends the count at its last day.
  const lastDay = new Date(Date.UTC(2000, 0, 1));
  lastDay.setUTCFullYear(year, month - months, 0);
  const start = localInstant([year, month - months, Math.min(day, lastDay.getUTCDate())], context);
  return start + sinceMidnight;
}

function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function calendarSpan(text: string, context: TimeContext): TimeSpan | undefined {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (match === null) return undefined;
  const year = Number(match[1]);
  if (match[2] === undefined) {
    return { fromMs: localInstant([year], context), toMs: localInstant([year + 1], context) };
  }
  const month = Number(match[2]);
  if (month < 1 || month > 12) return undefined;
  if (match[3] === undefined) {
    return { fromMs: localInstant([year, month], context), toMs: localInstant([year, month + 1], context) };
  }
  const day = Number(match[3]);
  return isRealDate(year, month, day) ? daySpan([year, month, day], context) : undefined;
}

/** A date with a time of day: the minute, second or millisecond it names. */
function clockSpan(text: string, context: TimeContext): TimeSpan | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(z|[+-]\d{2}:?\d{2})?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1, 6).map(Number);
  const second = Number(match[6] ?? 0);
  const ms = match[7] === undefined ? 0 : Math.floor(Number(`0.${match[7]}`) * 1000 + 1e-6);
  if (!isRealDate(year, month, day) || hour > 24 || minute > 59 || second > 60) return undefined;
  const zone = match[8];
  const sign = zone?.startsWith('-') === true ? -1 : 1;
  const [zoneHours = 0, zoneMinutes = 0] = (zone?.match(/\d{2}/g) ?? []).map(Number);
  const offset = sign * (zoneHours * 60 + zoneMinutes);
  const fixed: TimeContext = zone === undefined ? context : { ...context, offsetMinutesAt: () => offset };
  const fromMs = localInstant([year, month, day, hour, minute, second, ms], fixed);
  const lengthMs = match[7] === undefined ? (match[6] === undefined ? MINUTE : 1000) : 1;
  return { fromMs, toMs: fromMs + lengthMs };
}

/** The span that one time word names, or undefined when it names none. */
export function parseSpan(word: string, context: TimeContext): TimeSpan | undefined {
  const text = word.trim().toLowerCase();
  const relative = relativeInstant(text, context);
  const span =
    relative === undefined
      ? (namedSpan(text, context) ?? calendarSpan(text, context) ?? clockSpan(text, context))
      : { fromMs: relative, toMs: relative };
  return span !== undefined && Math.abs(span.fromMs) < 8e15 && Math.abs(span.toMs) < 8e15 ? span : undefined;
}

/** The instants that match `key:` followed by this span. */
export function windowOf(key: TimeKey, { fromMs, toMs }: TimeSpan): { fromMs: number | null; toMs: number | null } {
  switch (key) {
    case 'since':
      return { fromMs, toMs: null };
    case 'after':
      return { fromMs: fromMs === toMs ? toMs + 1 : toMs, toMs: null };
    case 'before':
      return { fromMs: null, toMs: fromMs };
    case 'until':
      return { fromMs: null, toMs: fromMs === toMs ? toMs + 1 : toMs };
    case 'on':
      return { fromMs, toMs };
  }
}
