// The tools that a configuration adds to the built-in ones. Loads neither.

import type { ToolDefinition } from './define.ts';

let added: readonly ToolDefinition[] = [];

export function setOwnTools(own: readonly ToolDefinition[]): void {
  added = own;
}

export function ownTools(): readonly ToolDefinition[] {
  return added;
}
