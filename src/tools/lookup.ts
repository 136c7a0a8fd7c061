// Owns finding a tool by an agent's raw name: exact names first, then patterns, then the generic tool. Never fails.

import { tools } from './all-tools.ts';
import type { Dialect, Kinded, ToolDefinition } from './define.ts';
import { generic } from './generic/generic.ts';

export interface Found {
  readonly tool: ToolDefinition;
  readonly dialect: Dialect<unknown, Kinded>;
}

interface AgentTable {
  readonly exact: Map<string, Found>;
  readonly patterns: { readonly pattern: RegExp; readonly found: Found }[];
  /** By raw name: tools that take a call over when its input is theirs. */
  readonly claims: Map<string, { readonly when: (input: unknown) => boolean; readonly found: Found }[]>;
}

function buildTables(): Map<string, AgentTable> {
  const tables = new Map<string, AgentTable>();
  for (const tool of tools) {
    for (const dialect of tool.dialects) {
      const table: AgentTable = tables.get(dialect.agent) ?? { exact: new Map(), patterns: [], claims: new Map() };
      tables.set(dialect.agent, table);
      for (const name of dialect.names) table.exact.set(name, { tool, dialect });
      for (const name of dialect.claims?.names ?? []) {
        const claims = table.claims.get(name) ?? [];
        table.claims.set(name, claims);
        if (dialect.claims !== undefined) claims.push({ when: dialect.claims.when, found: { tool, dialect } });
      }
      if (dialect.pattern !== undefined) table.patterns.push({ pattern: dialect.pattern, found: { tool, dialect } });
    }
  }
  return tables;
}

const tables = buildTables();

function genericFor(): Found {
  const dialect = generic.dialects[0];
  if (dialect === undefined) throw new Error('the generic tool has no dialect');
  return { tool: generic, dialect };
}

const fallback = genericFor();

export function lookUp(agent: string, rawName: string, input?: unknown): Found {
  const table = tables.get(agent);
  if (table === undefined) return fallback;
  const claim = table.claims.get(rawName)?.find(({ when }) => when(input));
  if (claim !== undefined) return claim.found;
  const exact = table.exact.get(rawName);
  if (exact !== undefined) return exact;
  return table.patterns.find(({ pattern }) => pattern.test(rawName))?.found ?? fallback;
}
