// MCP by server and tool: calls, failures and durations.

import type { ComponentChildren } from 'preact';
import type { CallGroup } from '../../api/wire/library.ts';
import { formatCount, formatMs } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { Count } from '../parts/count.tsx';
import { durationText } from '../parts/display-text.ts';
import { FoldButton } from '../parts/fold-button.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { callsAddress, filterTerm, narrowed } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { toggled, useKept } from '../state/kept.ts';
import { addServers, type McpRow } from './mcp-rows.ts';

/** The filter for tools of MCP servers. */
const MCP = 'tool:mcp';

function columnsFor(
  filter: string,
  opened: readonly string[],
  toggle: (server: string) => void,
): readonly Column<McpRow>[] {
  /** Filters have no term for a server: its calls are the calls of all its tools. */
  const link = ({ names }: McpRow, ...more: readonly string[]): string => {
    const terms = names.map((name) => filterTerm('tool', name));
    const any = terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`;
    return callsAddress(narrowed(filter, any, ...more));
  };
  return [
    {
      id: 'name',
      title: 'Server and tool',
      cell: (row) =>
        row.tool === null ? (
          <FoldButton isOpen={opened.includes(row.server)} onToggle={() => toggle(row.server)}>
            <b>{oneLine(row.server)}</b> <span class="dim">{formatCount(row.names.length)}</span>
          </FoldButton>
        ) : (
          <a class="mcp__tool row-link" href={link(row)}>
            {oneLine(row.tool === '' ? row.server : row.tool)}
          </a>
        ),
    },
    { id: 'calls', title: 'Calls', isNumber: true, cell: (row) => <Count value={row.calls} href={link(row)} /> },
    {
      id: 'failures',
      title: 'Errors',
      help: 'Unexpected ones',
      isNumber: true,
      cell: (row) => <Count value={row.failures} href={link(row, 'is:failed')} tone="error-text" />,
    },
    {
      id: 'masked',
      title: 'Masked',
      isExtra: true,
      isNumber: true,
      cell: (row) => <Count value={row.masked} href={link(row, 'is:masked')} tone="warn-text" />,
    },
    {
      id: 'refused',
      title: 'Refused',
      isExtra: true,
      isNumber: true,
      cell: (row) => <Count value={row.refused} href={link(row, 'is:refused')} />,
    },
    {
      id: 'p95',
      title: 'p95',
      help: 'Of a tool; percentiles of several cannot be added up',
      isExtra: true,
      isNumber: true,
      cell: ({ p95Ms, bound }) => (p95Ms === null ? <span class="dim">–</span> : durationText(p95Ms, bound)),
    },
    {
      id: 'total',
      title: 'Time',
      help: 'All calls with a known duration together',
      isNumber: true,
      cell: ({ totalMs, bound }) => (totalMs === null ? <span class="dim">–</span> : durationText(totalMs, bound)),
    },
    {
      id: 'waited',
      title: 'Waited',
      isExtra: true,
      isNumber: true,
      cell: ({ waits, waitMs }) => (waits === 0 ? <span class="dim">–</span> : formatMs(waitMs)),
    },
  ];
}

export function McpServers({ filter }: { readonly filter: string }): ComponentChildren {
  const own = narrowed(filter, MCP);
  const question = useQuestion((stop) => api.get('stats', { query: { by: 'name', filter: own } }, stop), [own]);
  const [opened, setOpened] = useKept('mcp-servers');
  const groups: readonly CallGroup[] = question.state.value.answer?.groups ?? [];
  if (groups.length === 0) return null;
  const toggle = (server: string): void => setOpened(toggled(opened, server));
  return (
    <section class="mcp" aria-labelledby="mcp-servers">
      <h2 id="mcp-servers">MCP servers</h2>
      <SortTable
        label="MCP servers"
        name="mcp"
        columns={columnsFor(filter, opened, toggle)}
        rows={addServers(groups, opened)}
        keyOf={({ server, tool }) => `${server} ${tool}`}
        isSorted={true}
      />
    </section>
  );
}
