// A call that touched files, as a row.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import { BLAMES, STATUSES } from '../../model/outcome.ts';
import type { TouchingCall, TouchQuestion } from '../questions/files.ts';
import { oneOf } from './one-of.ts';

/** Of rows `s` of sessions and `c` of calls. */
export const TOUCH_COLUMNS = `s.agent, s.id, s.project, c.call_id, c.occurrence, c.tool_id, c.path, c.status, c.blame,
  c.lines_added, c.lines_removed, coalesce(c.requested_at, c.ended_at) AS at`;

export function touchOfRow(row: Row, touches: TouchQuestion['touches'], files: number): TouchingCall {
  const blame = textOrNull(row, 'blame');
  return {
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    callId: text(row, 'call_id'),
    occurrence: integer(row, 'occurrence'),
    project: textOrNull(row, 'project'),
    touch: touches.get(text(row, 'tool_id')) ?? 'read',
    path: text(row, 'path'),
    files,
    status: oneOf(STATUSES, text(row, 'status')),
    blame: blame === null ? null : oneOf(BLAMES, blame),
    linesAdded: integerOrNull(row, 'lines_added'),
    linesRemoved: integerOrNull(row, 'lines_removed'),
    at: integerOrNull(row, 'at'),
  };
}
