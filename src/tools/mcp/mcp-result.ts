// Input and result of an MCP tool, the same for every agent.

import type { JsonObject } from '../../base/json.ts';
import type { BodyBlock } from '../blocks.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { type McpName, mcpName } from './mcp-name.ts';

export interface McpInput extends McpName {
  readonly arguments: unknown;
}

export interface McpReply {
  readonly kind: 'reply';
  readonly blocks: readonly BodyBlock[];
  /** The server's own structured answer. */
  readonly structured?: unknown;
  readonly meta?: unknown;
  /** The server marked its answer as an error. */
  readonly isError: boolean;
  readonly durationMs: number | null;
}

/** An object that is not a list of blocks. */
export interface McpValue {
  readonly kind: 'value';
  readonly value: JsonObject;
}

/** The server could not be reached, or did not answer. */
export interface McpError {
  readonly kind: 'error';
  readonly message: string;
  readonly durationMs: number | null;
}

export type McpResult = McpReply | McpValue | McpError;

export function reply(blocks: readonly BodyBlock[], more: Partial<Omit<McpReply, 'kind' | 'blocks'>> = {}): McpReply {
  return { kind: 'reply', blocks, isError: false, durationMs: null, ...more };
}

/** There are few names and many calls: a dialect makes one input shape per name. */
const INPUTS_MAX = 1_000;

export function inputOf(argumentsOf: (raw: unknown) => unknown): (name: string) => Shape<McpInput> {
  const inputs = new Map<string, Shape<McpInput>>();
  return (name) => {
    const known = inputs.get(name);
    if (known !== undefined) return known;
    const named = mcpName(name);
    const made = shape.unknown().transform((raw): McpInput => ({ ...named, arguments: argumentsOf(raw) }));
    if (inputs.size < INPUTS_MAX) inputs.set(name, made);
    return made;
  };
}
