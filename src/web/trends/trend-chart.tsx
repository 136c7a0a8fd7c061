// A measure week by week: points with their intervals, or bars for totals. Weeks without calls stay empty.

import type { ComponentChildren } from 'preact';
import type { WireTrend } from '../../api/wire/trends.ts';
import { DAY_MS } from '../../base/time.ts';
import { plural } from '../../base/units.ts';
import { MEASURE_TITLES, type Measure, type Measured, measured } from './measures.ts';

const WEEK_MS = 7 * DAY_MS;
/** Longer than that nothing can be told apart; broken clocks are centuries away. */
const MOST_WEEKS = 104;
/** Fewer weeks than that are drawn at the end of this many, the earlier ones empty. */
const LEAST_WEEKS = 8;

type Week = WireTrend['weeks'][number];

/** The weeks that are drawn, one after another until the last, those without calls included. */
export function drawnWeeks(
  weeks: readonly Week[],
): readonly { readonly week: string; readonly known: Week | undefined }[] {
  const byName = new Map(weeks.flatMap((one) => (one.week === null ? [] : [[one.week, one] as const])));
  const names = [...byName.keys()];
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return [];
  const end = Date.parse(last);
  const weeksBefore = (count: number): number => end - (count - 1) * WEEK_MS;
  const start = Math.max(Math.min(Date.parse(first), weeksBefore(LEAST_WEEKS)), weeksBefore(MOST_WEEKS));
  return Array.from({ length: Math.round((end - start) / WEEK_MS) + 1 }, (_, i) => {
    const week = new Date(start + i * WEEK_MS).toISOString().slice(0, 10);
    return { week, known: byName.get(week) };
  });
}

interface Scale {
  readonly height: number;
  y(value: number): number;
}

function Mark({ found, at, scale }: { readonly found: Measured; readonly at: number; readonly scale: Scale }) {
  const { value, low, high } = found;
  const { y, height } = scale;
  if (value === null) return null;
  if (low === null || high === null) {
    return (
      <rect class="trend-chart__bar" x={at + 0.12} width={0.76} y={y(value)} height={Math.max(1, height - y(value))} />
    );
  }
  return (
    <>
      <rect class="trend-chart__range" x={at + 0.2} width={0.6} y={y(high)} height={Math.max(1, y(low) - y(high))} />
      <rect class="trend-chart__point" x={at + 0.08} width={0.84} y={y(value) - 1} height={2} />
    </>
  );
}

interface TrendChartProps {
  readonly weeks: readonly Week[];
  readonly measure: Measure;
  readonly name: string;
  /** The first Monday of the weeks that are compared with those before. */
  readonly since: string | null;
  readonly isSmall?: boolean;
}

export function TrendChart({ weeks, measure, name, since, isSmall = false }: TrendChartProps): ComponentChildren {
  const all = drawnWeeks(weeks);
  const marks = all.flatMap(({ week, known }, at) => {
    const found = known === undefined ? null : measured(known.sums, measure);
    return found === null || found.value === null ? [] : [{ week, at, found, calls: known?.sums.calls ?? 0 }];
  });
  const [first, last] = [all[0]?.week, all.at(-1)?.week];
  if (first === undefined || last === undefined || marks.length === 0) return <span class="dim">–</span>;
  // A week of three calls has a huge interval, which does not set the scale.
  const highest = Math.max(...marks.map(({ found }) => found.value ?? 0));
  const widest = Math.max(...marks.map(({ found }) => found.high ?? found.value ?? 0));
  const most = Math.max(highest === 0 ? widest : Math.min(widest, 2 * highest), 1e-9);
  const height = isSmall ? 28 : 140;
  const scale: Scale = { height, y: (value) => height - (Math.min(value, most) / most) * (height - 2) };
  const label = `${MEASURE_TITLES[measure]} of ${name}, ${plural(marks.length, 'week')} from ${marks[0]?.week} to ${last}`;
  const isShare = marks.some(({ found }) => found.high !== null);
  const top = isShare ? `${(100 * most).toFixed(0)} %` : '';
  return (
    <figure class={`trend-chart${isSmall ? ' trend-chart--small' : ''}`}>
      <svg viewBox={`0 0 ${all.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {marks.map(({ week, at, found, calls }) => (
          <g key={week} class={since !== null && week >= since ? 'trend-chart__recent' : ''}>
            <title>{`Week of ${week}: ${found.whole}; ${plural(calls, 'call')}`}</title>
            <rect class="trend-chart__touch" x={at} y={0} width={1} height={height} />
            <Mark found={found} at={at} scale={scale} />
          </g>
        ))}
      </svg>
      {isSmall ? null : (
        <figcaption>
          <span>{first}</span>
          <span>
            {MEASURE_TITLES[measure]} by week{top === '' ? '' : `, up to ${top}; the wide part is the 95 % interval`}
          </span>
          <span>{last}</span>
        </figcaption>
      )}
    </figure>
  );
}
