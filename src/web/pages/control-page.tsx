// Hooks and permissions: which hooks ran and how long they took, and who or what allowed or denied calls.

import type { ComponentChildren } from 'preact';
import type { HookStats, PermissionStats } from '../../api/wire/library.ts';
import { formatCount, formatMs, plural } from '../../base/units.ts';
import { BreakablePath } from '../../ui/text/breakable-path.tsx';
import { oneLine } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { countColumn } from '../parts/count.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { timeColumn } from '../parts/when.tsx';
import { callsAddress, filterTerm, narrowed } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { place } from '../state/route.ts';
import './section-page.css';

/** The matcher and the command: names mostly repeat the event, followed by a colon and the matcher. */
function hookText({ event, name, command }: HookStats): string {
  const matched = name.startsWith(event) ? name.slice(event.length).replace(/^:/, '') : name;
  return oneLine([matched, command ?? ''].filter((part) => part !== '').join(': ') || name);
}

/** A filter can only ask for what a hook has: one without a command must be the only one of its name. */
function canBeAskedFor(hook: HookStats, hooks: readonly HookStats[]): boolean {
  if (!hook.ofCalls) return false;
  return hook.command !== null || hooks.every((one) => one === hook || one.name !== hook.name);
}

/** The calls it ran for. Filters cannot contain line breaks, so only the first line is used. */
function hookFilter({ event, name, command }: HookStats): string {
  const terms = new Set([event, name, command?.split(/[\r\n]/, 1)[0] ?? '']);
  return [...terms].flatMap((term) => (term === '' ? [] : [filterTerm('hook', term)])).join(' ');
}

const hookColumns = (hooks: readonly HookStats[], filter: string): readonly Column<HookStats>[] => [
  { id: 'event', title: 'Event', isExtra: true, sort: ({ event }) => event },
  {
    id: 'what',
    title: 'Hook',
    isWide: true,
    sort: hookText,
    cell: (hook) => (
      <>
        <code title={hookText(hook)}>
          <BreakablePath path={hookText(hook)} />
        </code>
        <span class="sort-table__second">{hook.event}</span>
      </>
    ),
  },
  {
    id: 'runs',
    title: 'Runs',
    help: 'Runs for a call link to it; the others were for a session or a turn',
    isNumber: true,
    sort: ({ runs }) => runs,
    cell: (hook) =>
      canBeAskedFor(hook, hooks) ? (
        <a href={callsAddress(narrowed(filter, hookFilter(hook)))}>{formatCount(hook.runs)}</a>
      ) : (
        formatCount(hook.runs)
      ),
  },
  countColumn('blocked', 'Stopped', ({ blocked }) => blocked, {
    help: 'The hook stopped a call, or the agent',
    tone: 'warn-text',
  }),
  countColumn('failed', 'Broke', ({ failed }) => failed, {
    isExtra: true,
    help: 'The hook failed, and the call went on without it',
    tone: 'error-text',
  }),
  {
    id: 'total',
    title: 'Time',
    help: 'Total over all runs',
    isNumber: true,
    sort: ({ totalMs }) => totalMs,
    cell: ({ totalMs, timed }) => (timed === 0 ? <span class="dim">–</span> : formatMs(totalMs)),
  },
  {
    id: 'mean',
    isExtra: true,
    title: 'Mean',
    isNumber: true,
    sort: ({ totalMs, timed }) => (timed === 0 ? -1 : totalMs / timed),
    cell: ({ totalMs, timed }) => (timed === 0 ? <span class="dim">–</span> : formatMs(totalMs / timed)),
  },
  {
    id: 'max',
    isExtra: true,
    title: 'Longest',
    isNumber: true,
    sort: ({ maxMs }) => maxMs ?? -1,
    cell: ({ maxMs }) => (maxMs === null ? <span class="dim">–</span> : formatMs(maxMs)),
  },
  timeColumn('first', 'First', ({ firstAt }) => firstAt, { isRoomy: true }),
  timeColumn('last', 'Last', ({ lastAt }) => lastAt, { isExtra: true }),
];

/** The calls with this decision: the decision and who made it are both terms of the permission. */
function filterOf({ agent, toolId, decision, by }: PermissionStats): string {
  return [
    filterTerm('agent', agent),
    filterTerm('toolid', toolId),
    filterTerm('permission', decision),
    ...(by === 'unknown' ? [] : [filterTerm('permission', by)]),
  ].join(' ');
}

const permissionColumns = (filter: string): readonly Column<PermissionStats>[] => [
  {
    id: 'tool',
    title: 'Tool',
    isWide: true,
    sort: ({ title }) => title,
    cell: ({ title, agent }) => (
      <span>
        {title} <span class="dim">{agent}</span>
      </span>
    ),
  },
  {
    id: 'decision',
    title: 'Decision',
    sort: ({ decision }) => decision,
    cell: ({ decision }) => <span class={decision === 'allowed' ? '' : 'warn-text'}>{decision}</span>,
  },
  { id: 'by', title: 'By', sort: ({ by }) => by },
  {
    id: 'calls',
    title: 'Calls',
    isNumber: true,
    sort: ({ calls }) => calls,
    cell: (stats) => <a href={callsAddress(narrowed(filter, filterOf(stats)))}>{formatCount(stats.calls)}</a>,
  },
  {
    id: 'waited',
    title: 'Waited',
    help: 'How long a person took to decide, over all calls where that is known',
    isNumber: true,
    sort: ({ waits, waitMs }) => (waits === 0 ? -1 : waitMs),
    cell: ({ waits, waitMs }) =>
      waits === 0 ? <span class="dim">–</span> : <span title={`${plural(waits, 'wait')}`}>{formatMs(waitMs)}</span>,
  },
  {
    id: 'mean-wait',
    isExtra: true,
    title: 'Mean wait',
    isNumber: true,
    sort: ({ waits, waitMs }) => (waits === 0 ? -1 : waitMs / waits),
    cell: ({ waits, waitMs }) => (waits === 0 ? <span class="dim">–</span> : formatMs(waitMs / waits)),
  },
  timeColumn('first', 'First', ({ firstAt }) => firstAt, { isRoomy: true }),
  timeColumn('last', 'Last', ({ lastAt }) => lastAt, { isExtra: true }),
];

export function ControlPage(): ComponentChildren {
  const filter = place.value.query.get('f') ?? '';
  const question = useQuestion((stop) => api.get('control', { query: { filter } }, stop), [filter]);
  return (
    <AskedPage
      title="Hooks & permissions"
      question={question}
      placeholder="Filter: agent:… tool:Bash since:7d project:…"
    >
      {({ hooks, permissions }) => (
        <div class="section-page">
          <section>
            <h2>Hooks</h2>
            <SortTable
              label="Hooks"
              name="hooks"
              columns={hookColumns(hooks, filter)}
              rows={hooks}
              keyOf={({ event, name, command }) => `${event} ${name} ${command}`}
              firstSort="total"
              empty={
                <EmptyState
                  title={filter === '' ? 'The logs show no hooks.' : 'No hook ran for a call that matches.'}
                  hint={
                    <>
                      <code>toolscope hook install</code> lets agents report when calls really start, and when a person
                      was asked.
                    </>
                  }
                />
              }
            />
          </section>
          <section>
            <h2>Permissions</h2>
            <SortTable
              label="Permissions"
              name="permissions"
              columns={permissionColumns(filter)}
              rows={permissions}
              keyOf={({ agent, toolId, decision, by }) => `${agent} ${toolId} ${decision} ${by}`}
              firstSort="calls"
              empty={
                <EmptyState
                  title={filter === '' ? 'No decisions on record.' : 'No decisions on record about calls that match.'}
                  hint="Logs record few decisions; hooks report all of them."
                />
              }
            />
          </section>
        </div>
      )}
    </AskedPage>
  );
}
