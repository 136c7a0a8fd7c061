// Lists all known failures of the tools: code, blame, and when each applies.

import { COMMAND_FAILURES } from '../commands/command-failures.ts';
import type { Blame, CallStatus } from '../model/outcome.ts';
import type { ToolDefinition } from './define.ts';

export interface ListedFailure {
  readonly code: string;
  readonly blame: Blame;
  readonly statuses: readonly CallStatus[];
}

const FAILED: readonly CallStatus[] = ['error'];

/** Tools that explain their failures do so by the rules for commands. */
function allOf({
  failures,
  explain,
}: ToolDefinition): readonly (Omit<ListedFailure, 'statuses'> & Partial<ListedFailure>)[] {
  return explain === undefined ? failures : [...failures, ...COMMAND_FAILURES];
}

/** A tool's failures in the order in which they are tried; entries with the same code and blame are merged. */
export function failuresOf(tool: ToolDefinition): readonly ListedFailure[] {
  const listed = new Map<string, ListedFailure>();
  for (const { code, blame, statuses = FAILED } of allOf(tool)) {
    const key = `${code} ${blame}`;
    const earlier = listed.get(key)?.statuses ?? [];
    listed.set(key, { code, blame, statuses: [...new Set([...earlier, ...statuses])] });
  }
  return [...listed.values()];
}
