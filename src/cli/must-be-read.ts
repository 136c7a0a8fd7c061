// Refuses to tell of a session of which only the outline is known: that it made no calls would not be true.

import { AppError } from '../base/app-error.ts';
import type { Database } from '../sqlite/database.ts';
import { SessionList } from '../store/queries/session-list.ts';

/** Only where another process keeps the index: whoever keeps it reads before anything is asked. */
export function mustBeRead(database: Database, agent: string, id: string): void {
  if (new SessionList(database).get(agent, id)?.isUnread !== true) return;
  throw new AppError('store-busy', 'Another Toolscope process has yet to read this session.', {
    hint: 'Ask again in a moment.',
  });
}
