// Searching for tools that are loaded on demand: ToolSearch of Claude Code, tool_search of Codex.

import { asArray, asName, asObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { anything, looseNumber, looseTexts, text } from '../shapes.ts';

export interface ToolSearchInput {
  readonly query: string;
  readonly limit?: number | undefined;
}

export interface ToolMatches {
  readonly kind: 'matches';
  readonly names: readonly string[];
  /** How many tools were searched. */
  readonly among: number | null;
  /** Servers that were not ready yet. */
  readonly pendingServers: readonly string[];
}

export interface ToolSearchNote {
  readonly kind: 'note';
  readonly text: string;
}

export type ToolSearchResult = ToolMatches | ToolSearchNote;

function matches(names: readonly string[], among: number | null = null): ToolMatches {
  return { kind: 'matches', names, among, pendingServers: [] };
}

const structuredMatches = shape
  .object({
    matches: shape.array(anything),
    total_deferred_tools: looseNumber,
    pending_mcp_servers: looseTexts,
  })
  .transform(
    (raw): ToolMatches => ({
      kind: 'matches',
      names: raw.matches.map(nameOf).filter((name) => name !== undefined),
      among: raw.total_deferred_tools ?? null,
      pendingServers: raw.pending_mcp_servers,
    }),
  );

function nameOf(raw: unknown): string | undefined {
  return asName(raw) ?? asName(asObject(raw)?.['name']) ?? asName(asObject(raw)?.['tool_name']);
}

/** Tools and groups of tools; a tool in a group is named after both. */
function namesIn(raw: unknown, group: string | null): readonly string[] {
  const object = asObject(raw);
  const name = nameOf(raw);
  if (name === undefined) return [];
  const inner = asArray(object?.['tools']);
  if (inner === undefined) return [group === null ? name : `${group}/${name}`];
  return inner.flatMap((one) => namesIn(one, name));
}

const structuredTools = shape
  .object({ tools: shape.array(anything) })
  .transform((raw): ToolMatches => matches(raw.tools.flatMap((one) => namesIn(one, null))));

const NOTHING = /^No (?:matching )?(?:deferred )?tools? (?:were )?found/i;

const claudeCode = defineDialect<ToolSearchInput, ToolSearchResult>({
  agent: 'claude-code',
  names: ['ToolSearch', 'MCPSearch', 'tool_search_tool_regex', 'tool_search_tool_bm25'],
  input: shape
    .union([
      shape.object({ query: text, max_results: looseNumber }),
      shape
        .object({ pattern: text, max_results: looseNumber })
        .transform((raw) => ({ query: raw.pattern, max_results: raw.max_results })),
    ])
    .transform((raw): ToolSearchInput => ({ query: raw.query, limit: raw.max_results })),
  structured: [
    { kind: 'matches', schema: structuredMatches },
    {
      kind: 'matches',
      // The API's own search returns references.
      schema: shape
        .object({ tool_references: shape.array(anything) })
        .transform((raw): ToolMatches => matches(raw.tool_references.map(nameOf).filter((name) => name !== undefined))),
    },
  ],
  text: [
    {
      kind: 'matches',
      read: (content, { blocks }) => {
        const names = blocks.flatMap((block) => (block.type === 'tool-reference' ? [block.name] : []));
        return names.length > 0 || NOTHING.test(content) ? matches(names) : undefined;
      },
    },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

const codex = defineDialect<ToolSearchInput, ToolSearchResult>({
  agent: 'codex',
  names: ['tool_search'],
  input: shape
    .object({ query: text, limit: looseNumber })
    .transform((raw): ToolSearchInput => ({ query: raw.query, limit: raw.limit })),
  structured: [{ kind: 'matches', schema: structuredTools }],
  text: [
    {
      kind: 'matches',
      read: (_content, { blocks }) => {
        const names = blocks.flatMap((block) => (block.type === 'other' ? namesIn(block.value, null) : []));
        return names.length > 0 ? matches(names) : undefined;
      },
    },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

export const toolSearch = defineTool<ToolSearchInput, ToolSearchResult>({
  id: 'tool-search',
  title: 'Tool search',
  family: 'session',
  dialects: [claudeCode, codex],
  failures: [],
  facts: ({ input, result }) => ({
    ...(input === null ? {} : { query: clip(input.query, 200) }),
    ...(result?.kind === 'matches' ? { matches: result.names.length } : {}),
  }),
  summary: ({ input, result }) => {
    const what = clip(input?.query ?? '', 80);
    if (result?.kind !== 'matches') return what;
    const found = result.names.length === 0 ? 'nothing' : result.names.join(', ');
    return `${what} → ${result.names.length > 4 ? plural(result.names.length, 'tool') : found}`;
  },
  target: (input) => input.query,
});
