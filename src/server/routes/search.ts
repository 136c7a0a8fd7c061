// Answers "where does this stand?": text in all logs, newest first, with the call it belongs to.

import type { SearchHit as WireHit } from '../../api/wire/library.ts';
import { LibrarySearch, type SearchHit } from '../../search/library-search.ts';
import type { Questions } from '../../store/questions.ts';
import { packCursor, unpackCursor } from '../cursor.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize } from '../question.ts';
import type { ServedLibrary } from '../served-library.ts';

const USUAL = 50;
const MOST = 200;
const MOST_AROUND = 10_000;
/** Work, not waiting: somebody types on meanwhile, and asks for something else. */
const TIME_LIMIT_MS = 3000;

/** What a search learns of text indexes serves the next one. */
const searches = new WeakMap<Questions, LibrarySearch>();

function searchOf({ questions, openLog }: ServedLibrary): LibrarySearch {
  const known = searches.get(questions) ?? new LibrarySearch(questions, openLog);
  searches.set(questions, known);
  return known;
}

function hitOnWire({ call, said, title, snippet, ...hit }: SearchHit): WireHit {
  const { agent, session, project, at, source, path, offset, line, pointer } = hit;
  return {
    agent,
    session,
    sessionTitle: title,
    project,
    at,
    what: call === null ? (said ?? 'record') : 'call',
    part: call?.part ?? 'text',
    call:
      call === null
        ? null
        : {
            agent: call.call.agent,
            session: call.call.session,
            callId: call.call.callId,
            occurrence: call.call.occurrence,
            toolId: call.call.toolId,
            tool: call.call.tool,
            summary: call.call.summary,
            status: call.call.status,
            masked: call.call.masked?.code ?? null,
          },
    source,
    file: path,
    offset,
    line,
    pointer: pointer ?? '',
    snippet: { text: snippet.text, marks: snippet.highlights.map(([from, to]) => [from, to]) },
    copies: (hit.copies ?? []).map((copy) => ({ session: copy.session, title: copy.title })),
  };
}

export const search: HandlerOf<'search'> = async ({ library, query, signal, now }) => {
  const [at, path, place] = unpackCursor(query.cursor, ['number', 'string', 'number']) ?? [];
  const { hits, next, report } = await searchOf(library).page({
    query: query.q,
    places: library.places,
    limit: pageSize(query.limit, USUAL, MOST),
    after: at === undefined ? null : { at: Number(at), path: String(path), offset: Number(place) },
    signal,
    now,
    timeLimitMs: TIME_LIMIT_MS,
    around: query.around === undefined ? undefined : Math.min(query.around, MOST_AROUND),
  });
  return {
    hits: hits.map(hitOnWire),
    next: next === null ? null : packCursor([next.at, next.path, next.offset]),
    searched: {
      bytes: report.bytesRead,
      of: (await library.questions.health.totals()).logBytes,
      ms: Math.round(report.durationMs),
      isComplete: report.end === 'complete' || report.end === 'limit',
    },
  };
};
