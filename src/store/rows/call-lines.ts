// The lines that belong to calls, from their rows: with these a search reads nothing else of a log.

import { type Row, text } from '../../base/row.ts';
import type { LinePlace } from '../questions/search.ts';
import { linesInDetail } from './call-detail.ts';

/** From rows with `call_id` and `detail`. An id may name several calls. */
export function linesOfCalls(rows: Iterable<Row>): ReadonlyMap<string, readonly LinePlace[]> {
  const found = new Map<string, LinePlace[]>();
  for (const row of rows) {
    const callId = text(row, 'call_id');
    const places = found.get(callId) ?? [];
    found.set(callId, places);
    places.push(...linesInDetail(text(row, 'detail')));
  }
  return found;
}
