// Names and titles of the known agents and tools. Computed on each call: a configuration can add to them.

import { hooks } from '../formats/hooks/format.ts';
import { formats } from '../formats/registry.ts';
import { mcpName } from '../tools/mcp/mcp-name.ts';
import { ownTools } from '../tools/own-tools.ts';
import { GENERIC_TOOL, TOOL_TRAITS } from '../tools/tool-traits.ts';

/** Hook reports belong to sessions of the agents that sent them, so hooks are not listed as an agent. */
export function knownAgents(): readonly { readonly id: string; readonly title: string }[] {
  return formats.filter((format) => format !== hooks).map(({ agent, title }) => ({ id: agent, title }));
}

export function knownTools(): readonly { readonly id: string; readonly title: string; readonly family: string }[] {
  return [...TOOL_TRAITS, ...ownTools()].map(({ id, title, family }) => ({ id, title, family }));
}

const titles = new Map([...TOOL_TRAITS, GENERIC_TOOL].map(({ id, title }) => [id, title]));

/** Server and tool in the name of an MCP tool. */
export function serverAndTool(name: string): { readonly server: string; readonly tool: string } {
  const { server, tool } = mcpName(name);
  return { server, tool };
}

/** A tool that is no longer known is titled by its id. */
export function toolTitle(toolId: string): string {
  return titles.get(toolId) ?? ownTools().find(({ id }) => id === toolId)?.title ?? toolId;
}
