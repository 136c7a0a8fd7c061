// Splits an MCP tool's name into server and tool, and recognises plugin servers.

import { trimEndOf } from '../../base/text.ts';

export interface McpName {
  readonly server: string;
  /** The plugin that brought the server, for `plugin_<plugin>_<server>`. */
  readonly plugin: string | null;
  readonly tool: string;
}

const PREFIX = 'mcp__';
const PLUGIN = 'plugin_';
/** Gemini CLI: where the server ends is a guess: its first `_`. */
const SINGLE = /^mcp_([^_][^_/]*)_(.+)$/;

/** `mcp__<server>__<tool>`: the server ends at the second `__`, or at a slash where the tool has a namespace. */
export function mcpName(raw: string): McpName {
  const [, alone, named] = SINGLE.exec(raw) ?? [];
  if (alone !== undefined && named !== undefined) return { server: alone, plugin: null, tool: named };
  const rest = raw.startsWith(PREFIX) ? raw.slice(PREFIX.length) : raw;
  const slash = rest.indexOf('/');
  const double = rest.indexOf('__');
  const bySlash = slash !== -1 && (double === -1 || slash <= double + 2);
  const cut = bySlash ? slash : double;
  const server = cut === -1 ? rest : trimEndOf(rest.slice(0, cut), '_');
  const tool = cut === -1 ? '' : rest.slice(cut + (bySlash ? 1 : 2));
  if (!server.startsWith(PLUGIN)) return { server, plugin: null, tool };
  const inner = server.slice(PLUGIN.length);
  const underscore = inner.indexOf('_');
  return underscore <= 0
    ? { server: inner, plugin: inner, tool }
    : { server: inner.slice(underscore + 1), plugin: inner.slice(0, underscore), tool };
}
