// Axis labels for time plots, as precise as the bar width, in the viewer's time zone.

import { DAY_MS } from '../../base/time.ts';

const MINUTE_MS = 60_000;

interface BarMoments {
  /** Label of a moment, for bars of this width. */
  moment(at: number, bucketMs: number): string;
  /** Label of the beginning of a bar. */
  beginning(from: number, bucketMs: number): string;
}

/** Defaults: the time zone and language of the browser. */
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
    // Days in UTC begin at another local hour: then the hour is shown.
    beginning: (from, bucketMs) =>
      moment(from, minute.format(from) === '00:00' ? bucketMs : Math.min(bucketMs, MINUTE_MS)),
  };
}
