// Tool servers on the page of remote tools: their state, why a manifest is not valid, and each tool's own description.

import type { ComponentChildren } from 'preact';
import type { RapOverviewAnswer } from '../../api/wire/rap.ts';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { type Column, SortTable } from '../parts/sort-table.tsx';

type Server = RapOverviewAnswer['servers'][number];
type Tool = Server['toolList'][number];

const SERVERS: readonly Column<Server>[] = [
  {
    id: 'name',
    title: 'Server',
    sort: ({ name, base }) => name ?? base,
    cell: ({ name, base }) => <span title={base}>{oneLine(name ?? base)}</span>,
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state, problem }) => (
      <span class={state === 'ok' ? '' : 'warn-text'} title={problem ?? undefined}>
        {state === 'ok' ? 'fine' : state}
        {problem === null ? '' : `: ${oneLine(problem)}`}
      </span>
    ),
  },
  { id: 'tools', title: 'Tools', isWide: true, cell: ({ tools }) => oneLine(tools.join(', ')) },
  { id: 'calls', title: 'Calls', isNumber: true, sort: ({ calls }) => calls },
  { id: 'pending', title: 'Pending', isNumber: true, sort: ({ pending }) => pending },
];

/** Annotations that are set; custom ones as they are. */
function annotationsOf({ annotations }: Tool): string {
  const entries = Object.entries(annotations ?? {}).filter(([, value]) => value !== false && value !== null);
  return entries.map(([name, value]) => (value === true ? name : `${name}: ${JSON.stringify(value)}`)).join(', ');
}

function ToolLine({ tool }: { readonly tool: Tool }): ComponentChildren {
  const annotations = annotationsOf(tool);
  return (
    <li>
      <strong>{toolName(tool.name)}</strong> {oneLine(tool.description)}
      {annotations === '' ? null : <span class="dim"> ({oneLine(annotations)})</span>}
      {tool.displayScript === null ? null : (
        <>
          {' '}
          <span class="dim">display script:</span> <code>{oneLine(tool.displayScript)}</code>
        </>
      )}
    </li>
  );
}

export function RapServers({ servers }: { readonly servers: readonly Server[] }): ComponentChildren {
  return (
    <>
      <SortTable label="Tool servers" name="servers" columns={SERVERS} rows={servers} keyOf={({ base }) => base} />
      {servers
        .filter(({ toolList }) => toolList.length > 0)
        .map(({ base, name, toolList }) => (
          <details key={base} class="rap__tools">
            <summary>Tools of {oneLine(name ?? base)}</summary>
            <ul>
              {toolList.map((tool) => (
                <ToolLine key={tool.name} tool={tool} />
              ))}
            </ul>
          </details>
        ))}
    </>
  );
}
