// Owns the answer that is a session as a trace, for other programs to open.

import { wholeSession } from '../../store/queries/whole-session.ts';
import { traceText } from '../../traces/export-trace.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';

export const sessionTrace: HandlerOf<'sessionTrace'> = ({ library, parts, query }) => {
  const { key } = findSession(library, parts);
  const { format = 'perfetto', summaries } = query;
  const pieces = traceText(wholeSession(library.database, key), { format, summaries: summaries !== '0' });
  return { body: { pieces }, type: 'application/json', saveAs: `${parts.session}.${format}.json` };
};
