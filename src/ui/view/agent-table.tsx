// A list of agents with their states.

import { Badge, type Tone } from '../parts/badge.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Empty } from '../parts/empty.tsx';

interface AgentRow {
  readonly agent: string;
  readonly state: string | null;
  readonly name?: string | null;
  readonly type?: string | null;
  readonly message: string | null;
}

const TONES: Readonly<Record<string, Tone>> = {
  running: 'info',
  in_progress: 'info',
  killed: 'warn',
  completed: 'ok',
  errored: 'error',
  failed: 'error',
  interrupted: 'warn',
  not_found: 'warn',
};

interface StateBadgeProps {
  readonly state: string;
  /** Expected: not highlighted. */
  readonly isExpected?: boolean;
}

export function StateBadge({ state, isExpected = false }: StateBadgeProps) {
  return <Badge tone={isExpected ? 'quiet' : (TONES[state] ?? 'quiet')}>{state.replaceAll('_', ' ')}</Badge>;
}

export function AgentTable({ agents }: { readonly agents: readonly AgentRow[] }) {
  if (agents.length === 0) return <Empty>No agents.</Empty>;
  return (
    <DataTable
      label="Agents"
      columns={['Agent', 'State', 'Last words']}
      rows={agents.map(({ agent, state, name, type, message }) => [
        <>
          {name !== null && name !== undefined && `${name} `}
          <code>{agent}</code>
          {type !== null && type !== undefined && ` ${type}`}
        </>,
        state === null ? null : <StateBadge state={state} />,
        message,
      ])}
    />
  );
}
