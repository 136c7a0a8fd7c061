// Orders of calls by one of their columns. Calls that have nothing in it come last, in both directions.

import type { ToolCall } from '../../model/tool-call.ts';

export const CALL_SORTS = ['at', 'ms', 'bytes', 'tool', 'status', 'agent'] as const;

export interface CallOrder {
  readonly by: (typeof CALL_SORTS)[number];
  readonly isDown: boolean;
}

export const NEWEST_FIRST: CallOrder = { by: 'at', isDown: true };

/** A status with the code of its failure, by which calls are sorted. */
export function outcomeName({ status, code }: { readonly status: string; readonly code: string | null }): string {
  return code === null ? status : `${status} ${code}`;
}

/** What a call is sorted by, for a cursor: words rather than their places, which change with every new word. */
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
