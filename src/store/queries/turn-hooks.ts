// Owns the question "which hooks ran for a session or a turn?": no call can be shown for those.

import type { Database } from '../database.ts';
import { hookWord } from '../index/stored-hook.ts';
import { text, textOrNull } from '../row.ts';

/** Event, name and command of each, as one word. */
export function turnHooks(database: Database): ReadonlySet<string> {
  const words = database
    .query('SELECT DISTINCT h.event, h.name, h.command FROM turn_hooks h', (row) =>
      hookWord(text(row, 'event'), text(row, 'name'), textOrNull(row, 'command')),
    )
    .all();
  return new Set(words);
}
