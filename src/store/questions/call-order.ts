// Sort orders of calls. Calls without a value come last, in both directions.

import type { ToolCall } from '../../model/tool-call.ts';

export const CALL_SORTS = ['at', 'ms', 'bytes', 'tool', 'status', 'agent'] as const;

export interface CallOrder {
  readonly by: (typeof CALL_SORTS)[number];
  readonly isDown: boolean;
}

export const NEWEST_FIRST: CallOrder = { by: 'at', isDown: true };

/** A status with its failure code, as a sort key. */
export function outcomeName({ status, code }: { readonly status: string; readonly code: string | null }): string {
  return code === null ? status : `${status} ${code}`;
}

/** A call's sort key, for a cursor: the word rather than its position, which changes with every new word. */
export function sortValue({ by }: CallOrder, call: ToolCall): string {
  switch (by) {
    case 'at':
      return String(call.requestedAt ?? '');
    case 'ms':
      return String(call.duration?.ms ?? '');
    case 'bytes':
      return String(call.facts.bytes ?? '');
    case 'tool':
      return call.tool;
    case 'agent':
      return call.agent;
    case 'status':
      return outcomeName({ status: call.status, code: call.failure?.code ?? null });
  }
}
