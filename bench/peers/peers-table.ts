// The table of the comparison, as text for a terminal and for Markdown: how long each takes, and how much it finds.

import type { AgentName, LibraryTruth, TruthStatus } from '../generate/truth.ts';
import { figure } from '../outcome/table.ts';
import type { Found, LeftOut } from './peer.ts';

export interface PeerRow {
  readonly name: string;
  readonly version: string;
  readonly does: string;
  readonly agents: readonly AgentName[];
  readonly wallMs: number;
  /** The second run, with whatever the program has cached from the first. */
  readonly againMs: number | null;
  readonly cpuMs: number | null;
  readonly rssMb: number | null;
  readonly found: Found;
  /** Why there are no figures. */
  readonly failure: string | null;
}

export interface PeerTruth {
  readonly calls: number;
  /** Work inside other calls, which only some programs count as calls. */
  readonly nested: number;
  /** Those of nested work included. */
  readonly errors: number;
  /** Errors, and what was rejected, denied, cancelled or interrupted: all of them carry an error flag in some log. */
  readonly unsuccessful: number;
}

const UNSUCCESSFUL: readonly TruthStatus[] = ['error', 'rejected', 'denied', 'cancelled', 'interrupted'];

/** What a program that reads the logs of these agents can find. Copies in forked sessions count once. */
export function truthFor({ sessions }: Pick<LibraryTruth, 'sessions'>, agents: readonly AgentName[]): PeerTruth {
  const sum = { calls: 0, nested: 0, errors: 0, unsuccessful: 0 };
  for (const session of sessions.filter(({ agent }) => agents.includes(agent))) {
    sum.calls += session.calls - session.copies;
    sum.nested += session.nested;
    sum.errors += session.statuses.error + session.nestedErrors;
    sum.unsuccessful += session.nestedErrors;
    for (const status of UNSUCCESSFUL) sum.unsuccessful += session.statuses[status];
  }
  return sum;
}

function seconds(ms: number | null): string {
  return ms === null ? '–' : figure(ms / 1000);
}

function count(found: number | null, truth: string): string {
  return found === null ? 'not told' : `${found.toLocaleString('en-US')} of ${truth}`;
}

const TITLES = ['program', 'asked for', 'first s', 'again s', 'CPU s', 'RSS MB', 'MB/s', 'calls', 'errors'];

function cells(row: PeerRow, truth: PeerTruth, bytes: number): string[] {
  const name = `${row.name} ${row.version}`;
  if (row.failure !== null) return [name, row.does, `failed: ${row.failure}`, '', '', '', '', '', ''];
  return [
    name,
    row.does,
    seconds(row.wallMs),
    seconds(row.againMs),
    seconds(row.cpuMs),
    row.rssMb === null ? '–' : String(Math.round(row.rssMb)),
    figure(bytes / 1000 / row.wallMs),
    count(row.found.calls, `${truth.calls.toLocaleString('en-US')} + ${truth.nested} nested`),
    count(row.found.errors, String(truth.errors)),
  ];
}

/** Bytes are those of the agents that a program reads. */
export function peersTable(rows: readonly PeerRow[], library: Pick<LibraryTruth, 'sessions'>): string {
  const bytesOf = (agents: readonly AgentName[]): number =>
    library.sessions.filter(({ agent }) => agents.includes(agent)).reduce((sum, { bytes }) => sum + bytes, 0);
  const line = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`;
  return [
    line(TITLES),
    line(TITLES.map((_, at) => (at < 2 ? '---' : '---:'))),
    ...rows.map((row) => line(cells(row, truthFor(library, row.agents), bytesOf(row.agents)))),
  ].join('\n');
}

export function leftOutText(leftOut: readonly LeftOut[]): string {
  return leftOut
    .map(({ name, version, reason }) => `- ${name}${version === '–' ? '' : ` ${version}`}: ${reason}`)
    .join('\n');
}
