// The charts of growth: which curves are drawn, and what they are called.

import type { CurveName } from './growth-plan.ts';
import type { GrowthPoint } from './growth-point.ts';
import { type Chart, type Line, logChart } from './log-chart.ts';

export type Curves = Readonly<Record<CurveName, readonly GrowthPoint[]>>;

type Of = (point: GrowthPoint) => number;

function bytesTick(bytes: number): string {
  return bytes >= 1e9 ? `${bytes / 1e9} GB` : `${bytes / 1e6} MB`;
}

function countTick(count: number): string {
  return count.toLocaleString('en-US');
}

function secondsTick(seconds: number): string {
  return seconds >= 1 ? `${seconds} s` : `${Math.round(seconds * 1000)} ms`;
}

function lines(points: readonly GrowthPoint[], x: Of, of: Readonly<Record<string, Of>>): Line[] {
  return Object.entries(of).map(([name, y]) => ({
    name,
    points: points.map((point) => [x(point), y(point)] as const),
    ...(name === 'JSON.parse' ? { isYardstick: true } : {}),
  }));
}

const TIMES: Readonly<Record<string, Of>> = {
  'JSON.parse': ({ parseMs }) => parseMs / 1000,
  'files to calls': ({ inspectMs }) => inspectMs / 1000,
  'cold index with text': ({ indexMs }) => indexMs / 1000,
  'start, nothing new': ({ warmMs }) => warmMs / 1000,
};

const MEMORY: Readonly<Record<string, Of>> = {
  'JSON.parse': ({ parseRssMb }) => parseRssMb,
  'files to calls': ({ inspectRssMb }) => inspectRssMb,
  'cold index with text': ({ indexRssMb }) => indexRssMb,
};

function chart(words: Omit<Chart, 'lines'>, drawn: readonly Line[]): string | undefined {
  return drawn.every(({ points }) => points.length > 1) ? logChart({ ...words, lines: drawn }) : undefined;
}

/** File names and SVG; curves of fewer than two points are not drawn. */
export function growthCharts({ bytes, calls, files }: Curves): Map<string, string> {
  const time = { yTick: secondsTick };
  const drawn: [string, string | undefined][] = [
    [
      'growth-time.svg',
      chart(
        { title: 'Time, as a library grows', xTitle: 'bytes of logs', xTick: bytesTick, ...time },
        lines(bytes, (point) => point.bytes, TIMES),
      ),
    ],
    [
      'growth-memory.svg',
      chart(
        {
          title: 'Largest memory (RSS), as a library grows',
          xTitle: 'bytes of logs',
          xTick: bytesTick,
          yTick: (mb) => `${mb} MB`,
        },
        lines(bytes, (point) => point.bytes, MEMORY),
      ),
    ],
    [
      'growth-session.svg',
      chart(
        { title: 'Time, as one session grows', xTitle: 'calls in the session', xTick: countTick, ...time },
        lines(calls, (point) => point.calls, TIMES),
      ),
    ],
    [
      'growth-files.svg',
      chart(
        { title: 'Time, as the same bytes lie in more files', xTitle: 'files', xTick: countTick, ...time },
        lines(files, (point) => point.files, TIMES),
      ),
    ],
  ];
  return new Map(drawn.flatMap(([name, svg]) => (svg === undefined ? [] : [[name, svg] as const])));
}
