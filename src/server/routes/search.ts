// Text search in all logs, newest first, with the call each hit belongs to; or sessions, ranked.

import type { SearchHit as WireHit } from '../../api/wire/library.ts';
import type { SessionGroup as WireGroup } from '../../api/wire/search.ts';
import { LibrarySearch, type SearchHit } from '../../search/library-search.ts';
import type { SessionGroup } from '../../search/session-search.ts';
import type { Questions } from '../../store/questions.ts';
import type { SessionMarks } from '../../user/session-marks.ts';
import { packCursor, unpackCursor } from '../cursor.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize } from '../question.ts';
import type { ServedLibrary } from '../served-library.ts';

const USUAL = 50;
const USUAL_SESSIONS = 20;
const MOST_FACETS = 50;
const MOST = 200;
const MOST_AROUND = 10_000;
/** Processing time. The user is still typing, and will soon search for something else. */
const TIME_LIMIT_MS = 3000;
/** For "search everything". */
const ALL_TIME_LIMIT_MS = 20_000;

/** What a search learns about text indexes is reused by the next one. */
const searches = new WeakMap<Questions, LibrarySearch>();

function searchOf({ questions, openLog }: ServedLibrary): LibrarySearch {
  const known = searches.get(questions) ?? new LibrarySearch(questions, openLog);
  searches.set(questions, known);
  return known;
}

function hitOnWire({ call, said, title, snippet, ...hit }: SearchHit, marks: SessionMarks): WireHit {
  const { agent, session, project, at, source, path, offset, line, pointer } = hit;
  return {
    agent,
    session,
    sessionTitle: marks.titleOf(agent, session, title),
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
  const marks = library.marks();
  const [at, path, place] = unpackCursor(query.cursor, ['number', 'string', 'number']) ?? [];
  const { hits, next, covered, report } = await searchOf(library).page({
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
    hits: hits.map((hit) => hitOnWire(hit, marks)),
    next: next === null ? null : packCursor([next.at, next.path, next.offset]),
    searched: {
      bytes: report.bytesRead,
      of: (await library.questions.health.totals()).logBytes,
      ms: Math.round(report.durationMs),
      isComplete: report.end === 'complete' || report.end === 'limit',
      covered,
    },
  };
};

function groupOnWire({ best, alike, ...group }: SessionGroup, marks: SessionMarks): WireGroup {
  const title = marks.titleOf(group.agent, group.session, group.title);
  return { ...group, title, best: hitOnWire(best, marks), alike: [...alike] };
}

function facetOnWire(counts: ReadonlyMap<string, number>): { key: string; sessions: number }[] {
  return [...counts]
    .map(([key, sessions]) => ({ key, sessions }))
    .sort((a, b) => b.sessions - a.sessions || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_FACETS);
}

export const searchSessions: HandlerOf<'searchSessions'> = async ({ library, query, signal, now }) => {
  const marks = library.marks();
  const [skip] = unpackCursor(query.cursor, ['number']) ?? [];
  const limit = pageSize(query.limit, USUAL_SESSIONS, MOST);
  const from = skip === undefined ? 0 : Number(skip);
  const found = await searchOf(library).sessions({
    query: query.q,
    places: library.places,
    role: query.role,
    ...(query.reach === 'all' ? { workBytes: Number.POSITIVE_INFINITY } : {}),
    skip: from,
    limit,
    signal,
    now,
    timeLimitMs: query.reach === 'all' ? ALL_TIME_LIMIT_MS : TIME_LIMIT_MS,
    around: query.around === undefined ? undefined : Math.min(query.around, MOST_AROUND),
  });
  const { facets, report, total, mayHold, lookedInto } = found;
  const { role, tool, agent, project, month } = facets;
  return {
    groups: found.groups.map((group) => groupOnWire(group, marks)),
    total,
    next: from + limit < total ? packCursor([from + limit]) : null,
    facets: {
      role: facetOnWire(role),
      tool: facetOnWire(tool),
      agent: facetOnWire(agent),
      project: facetOnWire(project),
      month: facetOnWire(month),
    },
    searched: {
      bytes: report.bytesRead,
      of: (await library.questions.health.totals()).logBytes,
      ms: Math.round(report.durationMs),
      mayHold,
      lookedInto,
      isComplete: report.end === 'complete' || report.end === 'limit',
    },
  };
};
