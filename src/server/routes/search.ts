// Owns the answer to "where does this stand?": text in all logs, newest first, with the call it belongs to.

import type { SearchHit } from '../../api/wire/library.ts';
import { type LogHit, searchLogs } from '../../ingest/search-logs.ts';
import type { SearchReport } from '../../ingest/text/search-budget.ts';
import { HitHome } from '../../store/queries/hit-home.ts';
import { indexTotals } from '../../store/queries/index-totals.ts';
import { packCursor, unpackCursor } from '../cursor.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize } from '../question.ts';

const USUAL = 50;
const MOST = 200;

function hitOnWire(hit: LogHit, homes: HitHome): SearchHit {
  const home = homes.of(hit.path, hit.offset);
  return {
    agent: hit.agent,
    session: hit.session,
    sessionTitle: home?.title ?? null,
    project: home?.project ?? null,
    at: hit.at,
    what: home?.call === null || home === undefined ? (home?.said ?? 'record') : 'call',
    part: home?.call?.part ?? 'text',
    call: home?.call?.call ?? null,
    source: home?.source ?? 0,
    offset: hit.offset,
    line: hit.line,
    pointer: hit.pointer ?? '',
    snippet: {
      text: hit.snippet.text,
      marks: hit.snippet.highlights.map(([from, to]) => [from, to]),
    },
  };
}

export const search: HandlerOf<'search'> = async ({ library, query, signal }) => {
  const [skip = 0] = unpackCursor(query.cursor, ['number']) ?? [];
  const size = pageSize(query.limit, USUAL, MOST);
  const end = Number(skip) + size;
  let report: SearchReport | undefined;
  const hits: SearchHit[] = [];
  const homes = new HitHome(library.database);
  let count = 0;
  const found = searchLogs(library.places, {
    query: query.q,
    limit: end + 1,
    onEnd: (told) => {
      report = told;
    },
  });
  for await (const hit of found) {
    if (signal.aborted) break;
    count++;
    if (count > Number(skip) && count <= end) hits.push(hitOnWire(hit, homes));
  }
  return {
    hits,
    next: count > end ? packCursor([end]) : null,
    searched: {
      bytes: report?.bytesRead ?? 0,
      of: indexTotals(library.database).logBytes,
      ms: Math.round(report?.durationMs ?? 0),
    },
  };
};
