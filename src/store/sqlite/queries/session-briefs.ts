// Every session in a few words, for lists of what is kept and what may go.

import type { Database } from '../../../sqlite/database.ts';
import { integerOrNull, text, textOrNull } from '../../../sqlite/row.ts';

export interface SessionBrief {
  readonly agent: string;
  readonly session: string;
  readonly project: string | null;
  readonly title: string | null;
  readonly lastAt: number | null;
}

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
