// Owns how calls to MCP servers fail, by the words of the clients and of the protocol.

import type { KnownFailure } from '../define.ts';
import type { McpInput, McpResult } from './mcp-result.ts';

export const mcpFailures: readonly KnownFailure<McpInput, McpResult>[] = [
  {
    code: 'mcp-not-connected',
    blame: 'environment',
    pattern:
      /^(?:MCP server "[^"\n]{1,200}" (?:is not connected|is not running|not found)|[^\n]{0,200}(?:Connection closed|not connected|transport closed))/,
  },
  { code: 'mcp-not-connected', blame: 'environment', pattern: /^MCP error -32000\b/ },
  {
    code: 'mcp-timed-out',
    blame: 'environment',
    pattern: /^(?:MCP error -32001\b|[^\n]{0,200}(?:timed out|[Tt]imeout))/,
  },
  {
    code: 'mcp-bad-arguments',
    blame: 'agent',
    pattern: /^(?:MCP error -32602\b|[^\n]{0,100}[Ii]nvalid (?:arguments|params|parameters|input))/,
  },
  {
    code: 'mcp-unknown-tool',
    blame: 'agent',
    pattern:
      /^(?:MCP error -32601\b|[^\n]{0,100}(?:[Uu]nknown tool|[Tt]ool [^\n]{0,100}not found|[Mm]ethod not found))/,
  },
  {
    code: 'mcp-not-authorised',
    blame: 'environment',
    pattern:
      /^[^\n]{0,300}(?:\b401\b|\b403\b|[Uu]nauthori[sz]ed|[Ff]orbidden|[Rr]equires? (?:re-?)?authentication|[Tt]oken (?:has )?expired)/,
  },
  {
    code: 'mcp-too-large',
    blame: 'tool',
    pattern: /^(?:MCP tool "[^"\n]{1,300}" response \(|Error: result \()[^\n]{0,100}exceeds maximum allowed/,
  },
  { code: 'mcp-tool-error', blame: 'tool', pattern: /^/ },
];
