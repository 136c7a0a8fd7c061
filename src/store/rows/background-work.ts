// Calls that started background work: the filter for them, and what is reported of them.

import { type Filter, joined } from '../../model/filter/filter.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { BackgroundWork } from '../questions/stats.ts';

const IN_BACKGROUND: Filter = { type: 'term', key: 'is', values: [{ type: 'exact', value: 'background' }] };

/** Narrows a filter to them. */
export function backgroundFilter(filter: Filter): Filter {
  return filter.type === 'all' ? IN_BACKGROUND : joined('and', [IN_BACKGROUND, filter]);
}

/** Undefined for a call that did its work itself. */
export function backgroundWorkOf(call: ToolCall, pathOf: (source: number) => string): BackgroundWork | undefined {
  if (call.background === null) return undefined;
  const { endedVia } = call.background;
  const { requestedAt, endedAt } = call;
  const isOver = endedVia !== null && requestedAt !== null && endedAt !== null && endedAt >= requestedAt;
  return { call, pathOf, endedVia, tookMs: isOver ? endedAt - requestedAt : null };
}
