// The names of what is known: agents and tools, with the titles that people read. Asked, not kept: a configuration adds to them.

import { hooks } from '../formats/hooks/format.ts';
import { formats } from '../formats/registry.ts';
import { mcpName } from '../tools/mcp/mcp-name.ts';
import { ownTools } from '../tools/own-tools.ts';
import { GENERIC_TOOL, TOOL_TRAITS } from '../tools/tool-traits.ts';

/** What hooks tell belongs to sessions of the agents that have them. */
export function knownAgents(): readonly { readonly id: string; readonly title: string }[] {
  return formats.filter((format) => format !== hooks).map(({ agent, title }) => ({ id: agent, title }));
}

export function knownTools(): readonly { readonly id: string; readonly title: string; readonly family: string }[] {
  return [...TOOL_TRAITS, ...ownTools()].map(({ id, title, family }) => ({ id, title, family }));
}

const titles = new Map([...TOOL_TRAITS, GENERIC_TOOL].map(({ id, title }) => [id, title]));

/** Server and tool that the name of an MCP tool holds. */
export function serverAndTool(name: string): { readonly server: string; readonly tool: string } {
  const { server, tool } = mcpName(name);
  return { server, tool };
}

/** A tool that is known no more has its id for a title. */
export function toolTitle(toolId: string): string {
  return titles.get(toolId) ?? ownTools().find(({ id }) => id === toolId)?.title ?? toolId;
}
