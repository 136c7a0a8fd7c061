// Owns the scoreboard of tools: how often, how well, how long, how much.

import type { ComponentChildren } from 'preact';
import type { ToolStats } from '../../api/wire/library.ts';
import { formatBytes, formatCount, formatMs } from '../../base/units.ts';
import { Icon, isIconName } from '../../ui/icon.tsx';
import { AskedPage } from '../parts/asked-page.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { TimeBars } from '../parts/time-bars.tsx';
import { briefNumber, percent } from '../parts/words.ts';
import { callsAddress, filterTerm } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { place } from '../state/route.ts';
import './tools-page.css';

function filterOf({ agent, toolId }: ToolStats, more = ''): string {
  return [filterTerm('agent', agent), filterTerm('tool', toolId), more].filter((term) => term !== '').join(' ');
}

function basisText({ durations }: ToolStats): string {
  const bases = Object.entries(durations.basis).map(([basis, calls]) => `${formatCount(calls)} ${basis}`);
  return `${formatCount(durations.known)} known, ${formatCount(durations.exact)} exactly: ${bases.join(', ')}`;
}

function columnsFor(most: number): readonly Column<ToolStats>[] {
  return [
    {
      id: 'tool',
      title: 'Tool',
      sort: ({ title }) => title,
      cell: (tool) => (
        <a class="tools__name" href={callsAddress(filterOf(tool))}>
          <Icon name={isIconName(tool.family) ? tool.family : 'other'} />
          <span>
            {tool.title} <span class="dim">{tool.agent}</span>
          </span>
        </a>
      ),
    },
    {
      id: 'calls',
      title: 'Calls',
      isNumber: true,
      sort: ({ calls }) => calls,
      cell: ({ calls }) => (
        <span class="tools__bar" title={formatCount(calls)}>
          <span style={{ width: `${(calls / most) * 100}%` }} />
          <b>{formatCount(calls)}</b>
        </span>
      ),
    },
    {
      id: 'failures',
      title: 'Errors',
      help: 'Unexpected ones',
      isNumber: true,
      sort: ({ failures }) => failures,
      cell: (tool) =>
        tool.failures === 0 ? (
          <span class="dim">–</span>
        ) : (
          <a class="error-text" href={callsAddress(filterOf(tool, 'status:error -blame:expected'))}>
            {formatCount(tool.failures)}
          </a>
        ),
    },
    {
      id: 'rate',
      title: 'Error rate',
      help: 'Unexpected errors among calls that came to an end by themselves',
      isNumber: true,
      sort: ({ failureRate }) => failureRate ?? -1,
      cell: ({ failureRate }) => percent(failureRate),
    },
    {
      id: 'expected',
      isExtra: true,
      title: 'Expected',
      help: 'Failures that are nobody’s problem, as a search that finds nothing',
      isNumber: true,
      sort: ({ expectedFailures }) => expectedFailures,
      cell: ({ expectedFailures }) =>
        expectedFailures === 0 ? <span class="dim">–</span> : formatCount(expectedFailures),
    },
    {
      id: 'refused',
      isExtra: true,
      title: 'Refused',
      help: 'Rejected by a person or denied by a rule',
      isNumber: true,
      sort: ({ refused }) => refused,
      cell: (tool) =>
        tool.refused === 0 ? (
          <span class="dim">–</span>
        ) : (
          <a href={callsAddress(filterOf(tool, '(status:rejected or status:denied)'))}>{formatCount(tool.refused)}</a>
        ),
    },
    {
      id: 'p50',
      isExtra: true,
      title: 'p50',
      isNumber: true,
      sort: ({ durations }) => durations.p50Ms ?? -1,
      cell: (tool) => (
        <span title={basisText(tool)}>{tool.durations.p50Ms === null ? '–' : formatMs(tool.durations.p50Ms)}</span>
      ),
    },
    {
      id: 'p95',
      title: 'p95',
      isNumber: true,
      sort: ({ durations }) => durations.p95Ms ?? -1,
      cell: (tool) => (
        <span title={basisText(tool)}>{tool.durations.p95Ms === null ? '–' : formatMs(tool.durations.p95Ms)}</span>
      ),
    },
    {
      id: 'bytes',
      isExtra: true,
      title: 'Bytes',
      isNumber: true,
      sort: ({ bytes }) => bytes,
      cell: ({ bytes }) => (bytes === 0 ? <span class="dim">–</span> : formatBytes(bytes)),
    },
    {
      id: 'tokens',
      isExtra: true,
      title: 'Tokens',
      isNumber: true,
      sort: ({ tokens }) => tokens,
      cell: ({ tokens }) =>
        tokens === 0 ? <span class="dim">–</span> : <span title={formatCount(tokens)}>{briefNumber(tokens)}</span>,
    },
  ];
}

export function ToolsPage(): ComponentChildren {
  const filter = place.value.query.get('f') ?? '';
  const question = useQuestion((stop) => api.get('tools', { query: { filter } }, stop), [filter]);
  return (
    <AskedPage title="Tools" question={question} placeholder="Filter: agent:codex since:7d project:…">
      {({ tools, timeline }) =>
        tools.length === 0 ? (
          <EmptyState title="No call fits." />
        ) : (
          <>
            <TimeBars timeline={timeline} />
            <SortTable
              label="Tools"
              columns={columnsFor(Math.max(...tools.map(({ calls }) => calls)))}
              rows={tools}
              keyOf={({ agent, toolId }) => `${agent} ${toolId}`}
              firstSort="calls"
            />
          </>
        )
      }
    </AskedPage>
  );
}
