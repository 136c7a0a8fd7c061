// Tests rows of MCP servers: the same tool of several agents once, servers with the sums of their tools.

import { expect, it } from 'vitest';
import type { CallGroup } from '../../api/wire/library.ts';
import { addServers } from './mcp-rows.ts';

function group(key: string, server: string, tool: string, calls: number): CallGroup {
  const durations = { known: calls, bound: 'exact', p50Ms: 5, p95Ms: 9, totalMs: 10 * calls } as const;
  const counts = { calls, failures: 1, expectedFailures: 0, masked: 0, refused: 0, waits: 1, waitMs: 7 };
  return { agent: 'codex', key, ...counts, durations, mcp: { server, tool } };
}

it('has servers with the sums of their tools, and tools when they are opened', () => {
  const groups = [
    group('mcp__garden__dig', 'garden', 'dig', 2),
    group('mcp_garden_dig', 'garden', 'dig', 1),
    group('mcp__garden__sow', 'garden', 'sow', 5),
    group('mcp__sea__sail', 'sea', 'sail', 9),
  ];
  expect(
    addServers(groups, []).map(({ server, tool, calls, failures, totalMs, p95Ms }) => {
      return [server, tool, calls, failures, totalMs, p95Ms];
    }),
  ).toEqual([
    ['sea', null, 9, 1, 90, null],
    ['garden', null, 8, 3, 80, null],
  ]);
  const opened = addServers(groups, ['garden']);
  expect(opened.map(({ tool, calls, p95Ms }) => [tool, calls, p95Ms])).toEqual([
    [null, 9, null],
    [null, 8, null],
    ['sow', 5, 9],
    ['dig', 3, null],
  ]);
  expect(opened[3]?.names).toEqual(['mcp__garden__dig', 'mcp_garden_dig']);
});
