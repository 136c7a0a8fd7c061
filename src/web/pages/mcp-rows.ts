// Rows of MCP servers and their tools, from calls counted by raw name.

import type { CallGroup } from '../../api/wire/library.ts';

export interface McpRow {
  readonly server: string;
  /** Null for the server as a whole. */
  readonly tool: string | null;
  /** Raw names: agents spell the same tool differently. */
  readonly names: readonly string[];
  readonly calls: number;
  readonly failures: number;
  readonly masked: number;
  readonly refused: number;
  readonly waits: number;
  readonly waitMs: number;
  /** Null where no duration is known. */
  readonly totalMs: number | null;
  /** Null for several tools together. */
  readonly p95Ms: number | null;
  readonly bound: 'exact' | 'at-most' | null;
}

function rowOf({ key, mcp, calls, failures, masked, refused, waits, waitMs, durations }: CallGroup): McpRow {
  return {
    server: mcp?.server ?? '',
    tool: mcp?.tool ?? '',
    names: key === null ? [] : [key],
    calls,
    failures,
    masked,
    refused,
    waits: waits ?? 0,
    waitMs: waitMs ?? 0,
    totalMs: durations === null || durations.known === 0 ? null : durations.totalMs,
    p95Ms: durations?.p95Ms ?? null,
    bound: durations?.bound ?? null,
  };
}

function added(a: McpRow, b: McpRow): McpRow {
  return {
    ...a,
    names: [...new Set([...a.names, ...b.names])],
    calls: a.calls + b.calls,
    failures: a.failures + b.failures,
    masked: a.masked + b.masked,
    refused: a.refused + b.refused,
    waits: a.waits + b.waits,
    waitMs: a.waitMs + b.waitMs,
    totalMs: a.totalMs === null || b.totalMs === null ? (a.totalMs ?? b.totalMs) : a.totalMs + b.totalMs,
    p95Ms: null,
    bound: a.bound === 'at-most' || b.bound === 'at-most' ? 'at-most' : (a.bound ?? b.bound),
  };
}

function summed(rows: readonly McpRow[], nameOf: (row: McpRow) => string): McpRow[] {
  const sums = new Map<string, McpRow>();
  for (const row of rows) {
    const known = sums.get(nameOf(row));
    sums.set(nameOf(row), known === undefined ? row : added(known, row));
  }
  return [...sums.values()].sort((a, b) => b.calls - a.calls);
}

/** Servers, most used first, each followed by its tools when expanded. */
export function addServers(groups: readonly CallGroup[], opened: readonly string[]): McpRow[] {
  const tools = summed(groups.map(rowOf), ({ server, tool }) => JSON.stringify([server, tool]));
  const servers = summed(
    tools.map((row) => ({ ...row, tool: null, p95Ms: null })),
    ({ server }) => server,
  );
  return servers.flatMap((server) => [
    server,
    ...(opened.includes(server.server) ? tools.filter((row) => row.server === server.server) : []),
  ]);
}
