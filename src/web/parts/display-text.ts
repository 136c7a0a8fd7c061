// Formats times and numbers for pages.

import { boundedMs } from '../../api/insight-text.ts';
import type { SessionRow } from '../../api/wire/session.ts';
import { formatShare } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const precise = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function clockTime(at: number): string {
  return clock.format(at);
}

/** A failure's message where there is little room: the exit code before it says less than what follows. */
export function shortFailure(message: string): string {
  return oneLine(message).replace(/^exit code \d{1,3}: /, '');
}

/** For an axis, where seconds do not matter. */
export function hourAndMinute(at: number): string {
  return at % MINUTE === 0 ? hour.format(at) : clock.format(at);
}

/** For spans longer than a day. */
export function dayAndTime(at: number): string {
  return `${day.format(at)}, ${hour.format(at)}`;
}

/** To the millisecond: for moments less than a second apart. */
export function preciseTime(at: number): string {
  return precise.format(at);
}

/** For a tooltip: date, time and ISO form. */
export function wholeTime(at: number | null): string {
  return at === null ? 'The log does not say when.' : `${whole.format(at)} (${new Date(at).toISOString()})`;
}

/** "5 min ago", "yesterday 14:03", "Mar 3": as short as possible. */
export function ago(at: number | null, now: number): string {
  if (at === null) return '–';
  const age = now - at;
  // Clocks of machines differ a little; further ahead, the date is shown.
  if (age < -MINUTE) return dayAndYear.format(at);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} d ago`;
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? day.format(at) : dayAndYear.format(at);
}

export function dayOf(at: number): string {
  return dayAndYear.format(at);
}

/** 1.2M, 340K: for counts whose exact value is in a tooltip. */
export function briefNumber(count: number): string {
  return compact.format(count);
}

export function percent(share: number | null): string {
  return share === null ? '–' : formatShare(share);
}

/** A duration, marked if it is an upper bound. */
export function durationText(ms: number | null | undefined, bound: string | null | undefined): string {
  return ms == null ? '–' : boundedMs(ms, bound ?? null);
}

const BASES: Readonly<Record<string, string>> = {
  reported: 'The tool reported it.',
  hook: 'A hook measured it.',
  'between-records': 'The time between its records in the log.',
  notification: 'Until the log reports its end.',
};

/** For a tooltip: how a duration is known, and what it includes. */
export function durationBasis(basis: string | null | undefined, bound: string | null | undefined): string {
  if (basis == null) return 'Not measurable: the log does not contain both ends.';
  const known = BASES[basis] ?? basis;
  return bound === 'at-most' ? `${known} This is an upper bound: it includes waiting.` : known;
}

/** The last two parts of a path; the full path is in a tooltip. */
export function shortPath(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`;
}

/** The last parts of a path, as many as there is room for; of a long name, its end. */
export function pathEnd(path: string, longest: number): string {
  if (path.length <= longest) return path;
  const end = path.slice(-longest);
  const part = end.search(/[\\/]/);
  return `…${part === -1 ? end : end.slice(part)}`;
}

const GO_THERE = /^cd (["']?)([^"'\s;]+)\1(?: &&|;) (?=\S)/;

/** Whether a name in a command means the folder: by its path, or relative to the home directory. */
function isNameOf(name: string, folder: string): boolean {
  const path = name.replace(/(?<=[^\\/])[\\/]$/, '');
  return path === folder || (path.startsWith('~/') && folder.replace(/^\/(?:home|Users)\/[^/]+/, '~') === path);
}

/**
 * Shortens a text that begins with a path inside the folder, or a command that first changes into it: what is the same
 * in every row says nothing.
 */
export function fromFolder(text: string, folder: string | null): string {
  if (folder === null) return text;
  const [start, , name] = GO_THERE.exec(text) ?? [];
  if (start !== undefined && name !== undefined && isNameOf(name, folder)) return text.slice(start.length);
  if (!text.startsWith(folder)) return text;
  const rest = text.slice(folder.length);
  return /^[\\/][^\s\\/]/.test(rest) ? rest.slice(1) : text;
}

export function allTokens({ input, output, cacheRead, cacheWrite }: SessionRow['tokens']): number {
  return input + output + cacheRead + cacheWrite;
}
