// Owns searching the logs under some places: every string of every record, newest first, each hit with its session.

import type { JsonObject } from '../base/json.ts';
import { parseInstant } from '../base/time.ts';
import { discover, type LogFile } from './discover.ts';
import { logBytes } from './text/log-bytes.ts';
import { parseTextQuery } from './text/parse-text-query.ts';
import type { SearchReport } from './text/search-budget.ts';
import { type LibraryHit, searchLibrary } from './text/search-library.ts';

export interface LogHit extends Omit<LibraryHit<LogFile>, 'source'> {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly path: string;
}

export interface LogSearch {
  /** Words, "phrases", prefix* and /expressions/; all must be in one record. */
  readonly query: string;
  /** 0 for all. */
  readonly limit: number;
  readonly onEnd?: (report: SearchReport) => void;
}

function timeOf(record: JsonObject): number | null {
  return parseInstant(record['timestamp']);
}

/** Hits under the places, newest first. A query that cannot be understood is an AppError before anything is read. */
export async function* searchLogs(
  places: readonly string[],
  { query, limit, onEnd }: LogSearch,
): AsyncGenerator<LogHit> {
  const parsed = parseTextQuery(query);
  const { logs } = await discover(places);
  const sources = logs
    .toSorted((a, b) => b.modifiedAt - a.modifiedAt)
    .map((log) => ({ id: log, newestAt: log.modifiedAt, open: () => ({ log: logBytes(log.path), index: null }) }));
  for await (const { source, ...hit } of searchLibrary(sources, {
    query: parsed,
    limit,
    timeOf,
    ...(onEnd === undefined ? {} : { onEnd }),
  })) {
    const { session, thread } = source.identity;
    yield { ...hit, agent: source.format.agent, session, thread, path: source.path };
  }
}
