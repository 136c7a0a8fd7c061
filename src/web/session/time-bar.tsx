// One bar that shows where a session's time went, without idle time, with a legend.

import type { ComponentChildren } from 'preact';
import { boundedMs, CLASS_TITLES } from '../../api/insight-text.ts';
import type { SessionInsights } from '../../api/wire/insights.ts';
import './time-bar.css';

type Sums = SessionInsights['time']['classes'];

const WIDTH = 1000;

const COLOURS: Readonly<Record<Sums[number]['class'], string>> = {
  model: 'var(--text-faint)',
  tool: 'var(--bar-run)',
  hook: 'var(--bar-hook)',
  permission: 'var(--bar-wait)',
  answer: 'var(--warn)',
  subagent: 'var(--ok)',
  idle: 'var(--bar-idle)',
  unknown: 'var(--line-strong)',
};

function Shares({ busy, total }: { readonly busy: Sums; readonly total: number }): ComponentChildren {
  let x = 0;
  return busy.map(({ class: name, ms }) => {
    const from = x;
    x += (WIDTH * ms) / total;
    const style = { '--colour': COLOURS[name] };
    return <rect key={name} class="time-bar__part" style={style} x={from} y={0} width={x - from} height={8} />;
  });
}

export function TimeBar({ classes }: { readonly classes: Sums }): ComponentChildren {
  const busy = classes.filter((sum) => sum.class !== 'idle');
  const total = busy.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return null;
  const told = classes.map(({ class: name, ms, bound }) => `${CLASS_TITLES[name]} ${boundedMs(ms, bound)}`);
  return (
    <div class="time-bar">
      <svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" role="img" aria-label={`Time: ${told.join(', ')}`}>
        <Shares busy={busy} total={total} />
      </svg>
      <ul class="time-bar__legend" aria-hidden="true">
        {classes.map(({ class: name, ms, bound }) => (
          <li key={name}>
            <span class="time-bar__mark" style={{ '--colour': COLOURS[name] }} />
            {CLASS_TITLES[name]} {boundedMs(ms, bound)}
          </li>
        ))}
      </ul>
    </div>
  );
}
