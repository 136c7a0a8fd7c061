import { describe, expect, it } from 'vitest';
import { barMoments } from './bar-moments.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days are counted in UTC. */
const MARCH_3 = Date.UTC(2026, 2, 3);

function beginnings(timeZone: string): readonly string[] {
  const { beginning } = barMoments(timeZone, 'en-US');
  return [DAY, HOUR, 1000].map((bucketMs) => beginning(MARCH_3, bucketMs));
}

describe('barMoments', () => {
  it('shows only the day where it begins with the bar', () => {
    expect(beginnings('UTC')).toEqual(['Mar 3, 2026', 'Mar 3, 2026 00:00', 'Mar 3, 2026 00:00:00']);
  });

  it('shows the hour in zones further west, where the bar begins on the evening before', () => {
    expect(beginnings('America/New_York')).toEqual(['Mar 2, 2026 19:00', 'Mar 2, 2026 19:00', 'Mar 2, 2026 19:00:00']);
  });

  it('shows the hour in zones further east, where the day is some hours old', () => {
    expect(beginnings('Asia/Kolkata')).toEqual(['Mar 3, 2026 05:30', 'Mar 3, 2026 05:30', 'Mar 3, 2026 05:30:00']);
  });

  it('shows the ends of the plot as precisely as its bars are narrow', () => {
    const { moment } = barMoments('America/New_York', 'en-US');
    expect([DAY, HOUR, 1000].map((bucketMs) => moment(MARCH_3, bucketMs))).toEqual([
      'Mar 2, 2026',
      'Mar 2, 2026 19:00',
      'Mar 2, 2026 19:00:00',
    ]);
  });
});
