// A small plot of counts over time: calls as bars with failures in front; and a sparkline of a trend.

import type { ComponentChildren } from 'preact';
import type { Timeline } from '../../api/wire/library.ts';
import { plural } from '../../base/units.ts';
import { callsAddress, narrowed } from '../state/addresses.ts';
import { barMoments } from './bar-moments.ts';
import './time-bars.css';

const HEIGHT = 60;
const { moment, beginning } = barMoments();

/** Link to the calls of one bar. */
function address(filter: string, from: number, bucketMs: number): string {
  const at = (ms: number): string => new Date(ms).toISOString();
  return callsAddress(narrowed(filter, `since:${at(from)}`, `before:${at(from + bucketMs)}`));
}

interface TimeBarsProps {
  readonly timeline: Timeline;
  /** The filter of the counted calls. */
  readonly filter: string;
  /** Unexpected ones in all, those without a time included. */
  readonly failures: number;
  /** Draw them alone: beside ever so many calls they cannot be seen. */
  readonly failuresOnly?: boolean;
}

/** The same sums as the table below has: calls without a time count, although no bar can show them. */
export function sumsText({ buckets, undated }: Timeline, failures: number): string {
  const drawn = buckets.reduce((sum, { calls }) => sum + calls, 0);
  const sums = `${plural(drawn + undated, 'call')} · ${plural(failures, 'unexpected error')}`;
  return undated === 0 ? sums : `${sums} · ${plural(undated, 'call')} without a time, not drawn`;
}

export function TimeBars({ timeline, filter, failures, failuresOnly = false }: TimeBarsProps): ComponentChildren {
  const { buckets, bucketMs } = timeline;
  const first = buckets[0];
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) return null;
  // The last bar ends with its span, or now.
  const end = Math.max(last.from, Math.min(last.from + bucketMs - 1, Date.now()));
  const most = Math.max(1, ...buckets.map(({ calls, failures: failed }) => (failuresOnly ? failed : calls)));
  const drawn = failuresOnly ? narrowed(filter, 'is:failed') : filter;
  return (
    <figure class="time-bars">
      {/* Mouse only: the caption has the totals, and the filter box accepts time spans from the keyboard. */}
      <svg viewBox={`0 0 ${buckets.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {buckets.map(({ from, calls, failures: failed }, i) => (
          <a key={from} href={address(drawn, from, bucketMs)} tabindex={-1}>
            <title>{`${beginning(from, bucketMs)}: ${plural(calls, 'call')}, ${plural(failed, 'unexpected error')}`}</title>
            <rect class="time-bars__touch" x={i} y={0} width={1} height={HEIGHT} />
            {failuresOnly ? null : <rect class="time-bars__calls" x={i + 0.1} width={0.8} {...bar(calls, most)} />}
            <rect class="time-bars__failures" x={i + 0.1} width={0.8} {...bar(failed, most)} />
          </a>
        ))}
      </svg>
      <figcaption>
        <span>{moment(first.from, bucketMs)}</span>
        <span>{sumsText(timeline, failures)}</span>
        <span>{moment(end, bucketMs)}</span>
      </figcaption>
    </figure>
  );
}

function bar(count: number, most: number): { readonly y: number; readonly height: number } {
  const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT);
  return { y: HEIGHT - height, height };
}

/** More bars than this would be too thin to see. */
const TREND_BARS = 24;

/** Neighbouring counts added up, so that bars are wide enough to see. */
function inBars(counts: readonly number[]): number[] {
  const each = Math.ceil(counts.length / TREND_BARS);
  const bars: number[] = [];
  for (let i = 0; i < counts.length; i += each) {
    bars.push(counts.slice(i, i + each).reduce((sum, count) => sum + count, 0));
  }
  return bars;
}

/** As wide as a word: shows whether it goes up or down. */
export function Trend({
  counts,
  label,
}: {
  readonly counts: readonly number[];
  readonly label: string;
}): ComponentChildren {
  if (counts.length < 2) return null;
  const bars = inBars(counts);
  const most = Math.max(1, ...bars);
  return (
    <svg class="trend" viewBox={`0 0 ${bars.length} 16`} preserveAspectRatio="none" role="img" aria-label={label}>
      {bars.map((count, i) => {
        const height = count === 0 ? 0.5 : Math.max(2, (count / most) * 16);
        return <rect key={i} x={i + 0.05} y={16 - height} width={0.9} height={height} />;
      })}
    </svg>
  );
}
