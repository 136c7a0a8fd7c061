// Every session in a few words, for lists of what is kept and what may go.

import { integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { SessionBrief } from '../../questions/sessions.ts';

export function sessionBriefs(index: Database): SessionBrief[] {
  return index
    .query('SELECT agent, id, project, title, last_at FROM sessions', (row) => ({
      agent: text(row, 'agent'),
      session: text(row, 'id'),
      project: textOrNull(row, 'project'),
      title: textOrNull(row, 'title'),
      lastAt: integerOrNull(row, 'last_at'),
    }))
    .all();
}
