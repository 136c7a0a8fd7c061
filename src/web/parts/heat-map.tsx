// The activity calendar: one square per day, darker with more calls. Choosing a day adds it to the filter.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { plural } from '../../base/units.ts';
import './heat-map.css';
import { DAY_MS } from '../../base/time.ts';
import { calendarOf, type HeatDay, levelOf } from './heat-days.ts';

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const wholeDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
/** Any Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
/** A square with the gap beside it, and the names of the days. */
const STEP = 13;
const NAMES = 40;
const MOST_WEEKS = 53;

interface HeatMapProps {
  readonly days: readonly HeatDay[];
  /** In the format of `day`. */
  readonly today: string;
  readonly chosen: string | null;
  readonly onChoose: (day: string) => void;
}

function textOf(day: string, found: HeatDay | undefined): string {
  const when = wholeDay.format(Date.parse(day));
  if (found === undefined) return `${when}: no calls`;
  const failed = found.failures === 0 ? '' : `, ${plural(found.failures, 'unexpected error')}`;
  return `${when}: ${plural(found.calls, 'call')}${failed}`;
}

export function HeatMap({ days, today, chosen, onChoose }: HeatMapProps): ComponentChildren {
  const box = useRef<HTMLDivElement>(null);
  const [weeks, setWeeks] = useState(MOST_WEEKS);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const fit = (): void =>
      setWeeks(Math.max(4, Math.min(MOST_WEEKS, Math.floor((element.clientWidth - NAMES - 24) / STEP))));
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { columns, last } = calendarOf(days, today, weeks);
  const byDay = new Map(days.map((one) => [one.day, one]));
  const most = Math.max(1, ...columns.flat().map((day) => byDay.get(day)?.calls ?? 0));
  const [at, setAt] = useState<string | null>(null);
  const focused = at !== null && columns.some((column) => column.includes(at)) ? at : (chosen ?? last);
  const move = (by: number): void => {
    const next = new Date(Date.parse(focused) + by * DAY_MS).toISOString().slice(0, 10);
    const cell = box.current?.querySelector<HTMLElement>(`[data-day="${next}"]`);
    if (cell == null) return;
    setAt(next);
    cell.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') move(-7);
    else if (event.key === 'ArrowRight') move(7);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="heat-map" ref={box}>
      <div class="heat-map__months" aria-hidden="true">
        {columns.map(([monday = ''], i) => {
          const before = columns[i - 1]?.[0] ?? '';
          const isNew = monday.slice(0, 7) !== before.slice(0, 7);
          return (
            <span key={monday}>{isNew && i < columns.length - 2 ? monthName.format(Date.parse(monday)) : ''}</span>
          );
        })}
      </div>
      <div role="grid" tabIndex={-1} aria-label="Calls of each day; Enter filters by a day" onKeyDown={onKey}>
        {Array.from({ length: 7 }, (_, row) => (
          <div class="heat-map__row" role="row" key={weekday.format(MONDAY + row * DAY_MS)}>
            <span class="heat-map__name" role="rowheader">
              {weekday.format(MONDAY + row * DAY_MS)}
            </span>
            {columns.map((column) => {
              const day = column[row];
              if (day === undefined) return null;
              const found = byDay.get(day);
              return (
                <span
                  key={day}
                  role="gridcell"
                  class={`heat-map__day heat-map__day--${levelOf(found?.calls ?? 0, most)}`}
                  data-day={day}
                  tabIndex={day === focused ? 0 : -1}
                  aria-selected={day === chosen}
                  aria-label={textOf(day, found)}
                  title={textOf(day, found)}
                  onFocus={() => setAt(day)}
                  onClick={() => onChoose(day)}
                  onKeyDown={() => undefined}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
