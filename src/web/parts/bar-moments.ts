// How the moments of a plot over time are told: as exactly as its bars are narrow, in the time zone of the person who looks.

import { DAY_MS } from '../../base/time.ts';

const MINUTE_MS = 60_000;

export interface BarMoments {
  /** A moment on an axis of bars that are so wide. */
  moment(at: number, bucketMs: number): string;
  /** When a bar begins. */
  beginning(from: number, bucketMs: number): string;
}

/** Left out: the zone and language of the browser. */
export function barMoments(timeZone?: string, language?: string): BarMoments {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric', ...zone });
  const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const minute = new Intl.DateTimeFormat(language, minutes);
  const second = new Intl.DateTimeFormat(language, { ...minutes, second: '2-digit' });
  const moment = (at: number, bucketMs: number): string => {
    if (bucketMs >= DAY_MS) return day.format(at);
    return `${day.format(at)} ${(bucketMs >= MINUTE_MS ? minute : second).format(at)}`;
  };
  return {
    moment,
    // Days of the world's clock begin at another hour than those here: then the hour is told.
    beginning: (from, bucketMs) =>
      moment(from, minute.format(from) === '00:00' ? bucketMs : Math.min(bucketMs, MINUTE_MS)),
  };
}
