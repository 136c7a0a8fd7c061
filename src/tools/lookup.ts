// Owns finding a tool by an agent's raw name: exact names first, then patterns, then the generic tool. Never fails.

import type { ZodType } from 'zod';
import { tools } from './all-tools.ts';
import type { Dialect, Kinded, ToolDefinition } from './define.ts';
import { planOf } from './fit-to.ts';
import { generic } from './generic/generic.ts';
import type { Plan } from './plan.ts';

/** Names by pattern come from logs: no more of them are remembered. */
const NAMES_MAX = 1000;

/** A tool in one agent's spelling, with its schemas ready to run once they are needed. */
export class Found {
  readonly tool: ToolDefinition;
  readonly dialect: Dialect<unknown, Kinded>;
  #structured: readonly Plan[] | null = null;
  readonly #inputs = new Map<string, Plan>();

  constructor(tool: ToolDefinition, dialect: Dialect<unknown, Kinded>) {
    this.tool = tool;
    this.dialect = dialect;
  }

  /** Plans of the structured results, in the dialect's order. */
  structured(): readonly Plan[] {
    this.#structured ??= this.dialect.structured.map(({ schema }) => planOf(schema));
    return this.#structured;
  }

  /** Plan of the input; dialects may have one for each raw name. */
  input(rawName: string): Plan {
    const known = this.#inputs.get(rawName);
    if (known !== undefined) return known;
    const plan = planOf(this.inputSchema(rawName));
    if (this.#inputs.size >= NAMES_MAX) this.#inputs.clear();
    this.#inputs.set(rawName, plan);
    return plan;
  }

  inputSchema(rawName: string): ZodType {
    const { input } = this.dialect;
    return typeof input === 'function' ? input(rawName) : input;
  }
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
      const found = new Found(tool, dialect);
      const table: AgentTable = tables.get(dialect.agent) ?? { exact: new Map(), patterns: [], claims: new Map() };
      tables.set(dialect.agent, table);
      for (const name of dialect.names) table.exact.set(name, found);
      for (const name of dialect.claims?.names ?? []) {
        const claims = table.claims.get(name) ?? [];
        table.claims.set(name, claims);
        if (dialect.claims !== undefined) claims.push({ when: dialect.claims.when, found });
      }
      if (dialect.pattern !== undefined) table.patterns.push({ pattern: dialect.pattern, found });
    }
  }
  return tables;
}

const tables = buildTables();

function genericFor(): Found {
  const dialect = generic.dialects[0];
  if (dialect === undefined) throw new Error('the generic tool has no dialect');
  return new Found(generic, dialect);
}

const fallback = genericFor();

export function lookUp(agent: string, rawName: string, input?: unknown): Found {
  const table = tables.get(agent);
  if (table === undefined) return fallback;
  for (const { when, found } of table.claims.get(rawName) ?? []) if (when(input)) return found;
  const exact = table.exact.get(rawName);
  if (exact !== undefined) return exact;
  for (const { pattern, found } of table.patterns) if (pattern.test(rawName)) return found;
  return fallback;
}
