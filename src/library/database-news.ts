// What changed in a watched database: the sessions with something new if it can say, else all of it.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../base/app-error.ts';
import type { DatabaseNews as News } from '../formats/source.ts';
import { newsIn, sessionPath } from '../sources/kinds/databases.ts';
import { databaseAt } from '../sources/kinds/open-source.ts';

export interface ChangedDatabase {
  /** Sessions that may only have grown. */
  readonly sessions: readonly string[];
  /** To be swept completely. */
  readonly places: readonly string[];
}

/** Undefined if it cannot be queried now. */
function newsAfter(database: string, mark: number): News | undefined {
  const source = databaseAt(database);
  try {
    return source === undefined ? undefined : newsIn(database, source, mark);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

export class DatabaseNews {
  /** How far each database was read. */
  readonly #marks = new Map<string, number>();

  since(database: string): ChangedDatabase {
    const mark = this.#marks.get(database);
    this.#marks.delete(database);
    // If the database is gone, sweep its folder instead.
    if (!existsSync(database)) return { sessions: [], places: [dirname(database)] };
    const news = newsAfter(database, mark ?? Number.MAX_SAFE_INTEGER);
    if (news !== undefined) this.#marks.set(database, news.mark);
    // A mark that went backwards means the database was replaced.
    if (news === undefined || mark === undefined || news.mark < mark) return { sessions: [], places: [database] };
    return { sessions: news.sessions.map((session) => sessionPath({ database, session })), places: [] };
  }
}
