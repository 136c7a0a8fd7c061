// How full the context was at each request, with the window's size and compactions.

import type { ComponentChildren } from 'preact';
import { contextText } from '../../api/insight-text.ts';
import type { SessionInsights } from '../../api/wire/insights.ts';
import './context-curve.css';

const WIDTH = 600;
const HEIGHT = 80;

export function ContextCurve({ context }: Pick<SessionInsights, 'context'>): ComponentChildren {
  const { points, peakTokens, windowTokens, compactions } = context;
  if (points.length < 2) return null;
  const most = Math.max(peakTokens, windowTokens !== null && windowTokens < 3 * peakTokens ? windowTokens : 0);
  const x = (i: number): number => (WIDTH * i) / (points.length - 1);
  const y = (tokens: number): number => HEIGHT - (HEIGHT * tokens) / most;
  const line = points.map(({ tokens }, i) => `${x(i).toFixed(1)},${y(tokens).toFixed(1)}`).join(' ');
  const marks = compactions.flatMap(({ at }) => {
    const i = at === null ? -1 : points.findIndex((point) => point.at !== null && point.at >= at);
    return i === -1 ? [] : [i];
  });
  return (
    <svg
      class="context-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Context over time: ${contextText(context)}`}
    >
      <polygon class="context-curve__fill" points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      {windowTokens === null || windowTokens > most ? null : (
        <line class="context-curve__window" x1={0} x2={WIDTH} y1={y(windowTokens) + 1} y2={y(windowTokens) + 1} />
      )}
      {marks.map((i) => (
        <line key={i} class="context-curve__compaction" x1={x(i)} x2={x(i)} y1={0} y2={HEIGHT} />
      ))}
    </svg>
  );
}
