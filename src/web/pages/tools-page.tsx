// The scoreboard of tools: calls, failures, durations, sizes.

import type { ComponentChildren } from 'preact';
import type { ToolStats } from '../../api/wire/library.ts';
import { formatBytes, formatCount, formatMs } from '../../base/units.ts';
import { Icon, isIconName } from '../../ui/icon.tsx';
import { AskedPage } from '../parts/asked-page.tsx';
import { Count, countColumn } from '../parts/count.tsx';
import { briefNumber, durationText, percent } from '../parts/display-text.ts';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { TimeBars } from '../parts/time-bars.tsx';
import { callsAddress, filterTerm, narrowed } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { place } from '../state/route.ts';
import { McpServers } from './mcp-servers.tsx';
import './tools-page.css';

type LinkOf = (tool: ToolStats, ...more: readonly string[]) => string;

/** Links to the calls of a tool within the page's filter. */
function linkOf(filter: string): LinkOf {
  return ({ agent, toolId }, ...more) =>
    callsAddress(narrowed(filter, filterTerm('agent', agent), filterTerm('toolid', toolId), ...more));
}

function basisText({ durations }: ToolStats): string {
  const bases = Object.entries(durations.basis).map(([basis, calls]) => `${formatCount(calls)} ${basis}`);
  return `${formatCount(durations.known)} known, ${formatCount(durations.exact)} exactly: ${bases.join(', ')}`;
}

function Span({ tool, ms, href }: { readonly tool: ToolStats; readonly ms: number | null; readonly href: string }) {
  if (ms === null) return <span class="dim">–</span>;
  return (
    <a href={href} title={basisText(tool)}>
      {durationText(ms, tool.durations.bound)}
    </a>
  );
}

function columnsFor(most: number, link: LinkOf): readonly Column<ToolStats>[] {
  return [
    {
      id: 'tool',
      title: 'Tool',
      sort: ({ title }) => title,
      cell: (tool) => (
        <a class="tools__name row-link" href={link(tool)}>
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
      cell: (tool) => (
        <a class="tools__bar" href={link(tool)}>
          <span style={{ width: `${(tool.calls / most) * 74}px` }} />
          <b>{formatCount(tool.calls)}</b>
        </a>
      ),
    },
    countColumn('failures', 'Errors', ({ failures }) => failures, {
      help: 'Unexpected ones',
      href: (tool) => link(tool, 'is:failed'),
      tone: 'error-text',
    }),
    {
      id: 'rate',
      title: 'Error rate',
      help: 'Unexpected errors as a share of the calls that ended on their own',
      isNumber: true,
      sort: ({ failureRate }) => failureRate ?? -1,
      cell: ({ failureRate }) => percent(failureRate),
    },
    countColumn('masked', 'Masked', ({ masked }) => masked, {
      isExtra: true,
      help: 'Calls that succeeded although something in them failed; not part of the error rate',
      href: (tool) => link(tool, 'is:masked'),
      tone: 'warn-text',
    }),
    countColumn('expected', 'Expected', ({ expectedFailures }) => expectedFailures, {
      isRoomy: true,
      help: 'Failures that are no one’s problem, such as a search that finds nothing',
      href: (tool) => link(tool, 'status:error', 'blame:expected'),
    }),
    countColumn('refused', 'Refused', ({ refused }) => refused, {
      isExtra: true,
      help: 'Rejected by a person or denied by a rule',
      href: (tool) => link(tool, 'is:refused'),
    }),
    {
      id: 'p50',
      isExtra: true,
      title: 'p50',
      help: 'Half of the calls with a known duration took at most this long',
      isNumber: true,
      sort: ({ durations }) => durations.p50Ms ?? -1,
      cell: (tool) => <Span tool={tool} ms={tool.durations.p50Ms} href={link(tool, 'has:duration')} />,
    },
    {
      id: 'p95',
      title: 'p95',
      help: '95 % of the calls with a known duration took at most this long',
      isNumber: true,
      sort: ({ durations }) => durations.p95Ms ?? -1,
      cell: (tool) => {
        const { p95Ms } = tool.durations;
        return <Span tool={tool} ms={p95Ms} href={link(tool, `duration:>=${p95Ms ?? 0}ms`)} />;
      },
    },
    {
      id: 'total',
      isExtra: true,
      title: 'Time',
      help: 'All calls with a known duration together: calls may overlap, and upper bounds include waiting',
      isNumber: true,
      sort: ({ durations }) => (durations.known === 0 ? -1 : durations.totalMs),
      cell: (tool) => {
        const { known, totalMs } = tool.durations;
        return <Span tool={tool} ms={known === 0 ? null : totalMs} href={link(tool, 'has:duration')} />;
      },
    },
    {
      id: 'waited',
      isRoomy: true,
      title: 'Waited',
      help: 'How long a person took to allow or refuse, over all calls where that is known',
      isNumber: true,
      sort: ({ waits, waitMs }) => (waits === 0 ? -1 : waitMs),
      cell: (tool) => <Count value={tool.waits} href={link(tool, 'has:wait')} text={formatMs(tool.waitMs)} />,
    },
    countColumn('bytes', 'Bytes', ({ bytes }) => bytes, {
      isRoomy: true,
      href: (tool) => link(tool, 'bytes:>0'),
      text: formatBytes,
    }),
    countColumn('tokens', 'Tokens', ({ tokens }) => tokens, {
      isRoomy: true,
      href: (tool) => link(tool, 'tokens:>0'),
      text: briefNumber,
    }),
  ];
}

export function ToolsPage(): ComponentChildren {
  const filter = place.value.query.get('f') ?? '';
  const question = useQuestion((stop) => api.get('tools', { query: { filter } }, stop), [filter]);
  return (
    <AskedPage title="Tools" question={question} placeholder="Filter: agent:codex since:7d project:…">
      {({ tools, timeline }) =>
        tools.length === 0 ? (
          <EmptyState title={filter === '' ? 'There are no calls yet.' : 'No calls match.'} />
        ) : (
          <>
            <TimeBars
              timeline={timeline}
              filter={filter}
              failures={tools.reduce((sum, { failures }) => sum + failures, 0)}
            />
            <SortTable
              label="Tools"
              columns={columnsFor(Math.max(...tools.map(({ calls }) => calls)), linkOf(filter))}
              rows={tools}
              keyOf={({ agent, toolId }) => `${agent} ${toolId}`}
              firstSort="calls"
            />
            <McpServers filter={filter} />
          </>
        )
      }
    </AskedPage>
  );
}
