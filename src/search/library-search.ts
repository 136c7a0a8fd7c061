// Searches a library: text in every log the index knows, in the scope a filter names, newest first, page by page,
// each hit with the call or the words it belongs to.

import type { SpokenKind } from '../model/observation.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { SearchableLog, SearchQuestions } from '../store/questions/search.ts';
import type { Questions } from '../store/questions.ts';
import { type Found, isSearched, Search } from './one-search.ts';
import { timeOf } from './record-time.ts';
import { type HitPlace, HitsAtOneTime } from './search-copies.ts';
import { rankSessions, type SessionsFound, type SessionsRequest } from './session-search.ts';
import { parseScopedQuery } from './text/scoped-query.ts';
import type { SearchReport } from './text/search-budget.ts';
import { searchLibrary } from './text/search-library.ts';
import { SearchScope } from './text/search-scope.ts';
import type { Snippet } from './text/snippet.ts';
import { TextCache } from './text-cache.ts';

export interface SearchHit {
  readonly agent: string;
  readonly session: string;
  readonly title: string | null;
  readonly project: string | null;
  readonly thread: string;
  readonly path: string;
  /** The line: its file's number in references, and its place in it. */
  readonly source: number;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  /** JSON pointer of the string that was found; null when the line could not be read. Inner: inside JSON in that string. */
  readonly pointer: string | null;
  readonly inner: string | null;
  readonly at: number | null;
  /** The call it is in, and in which part of it. */
  readonly call: { readonly call: ToolCall; readonly part: 'input' | 'result' } | null;
  /** What was said, outside of calls; null for records that are neither. */
  readonly said: SpokenKind | null;
  readonly snippet: Snippet;
  /** Where forked and resumed sessions have copies of the record, and the session itself where a log of it lies twice. */
  readonly copies?: readonly HitPlace[];
}

/** Where a page ends; the next one goes on behind it, whatever was written since. */
export interface SearchCursor {
  readonly at: number;
  readonly path: string;
  readonly offset: number;
}

export interface SearchRequest {
  /** Words, "phrases", prefix* and /expressions/, all in one record; with words of the filter language as scope. */
  readonly query: string;
  /** Only logs at or below one of these. */
  readonly places: readonly string[];
  /** Only hits behind this one. */
  readonly after?: SearchCursor | null;
  readonly signal?: AbortSignal;
  /** Work after which a regular expression is given up; by default there is no such limit. */
  readonly workBytes?: number;
  readonly timeLimitMs?: number;
  /** Characters of a snippet on either side of what was found; by default, what fits a line. */
  readonly around?: number | undefined;
  /** The present, for words like since:7d. */
  readonly now?: number;
}

export interface SearchPage {
  readonly hits: readonly SearchHit[];
  /** Null when there are no more, and when all was done that is done for one search. */
  readonly next: SearchCursor | null;
  /** Where it was stopped: how many of the logs were looked through, the newest first. */
  readonly covered: { readonly logs: number; readonly of: number } | null;
  /** How it ended, and what it took. */
  readonly report: SearchReport;
}

function cursorOf({ orderAt, source, hit }: Found): SearchCursor {
  // A log without any time stands before all others, at no number that could be written down.
  return { at: Number.isFinite(orderAt) ? orderAt : Number.MAX_VALUE, path: source.path, offset: hit.offset };
}

/** Before all hits, those without a time too. */
const START: SearchCursor = { at: Number.MAX_VALUE, path: '', offset: -1 };

/** What a first page looks through for a regular expression: about a quarter of a second. The next page goes on for as long as it takes. */
const QUICK_BYTES = 256e6;

/** Leaves out everything up to the cursor. */
class Resume {
  readonly #after: SearchCursor | null;
  #isPast: boolean;

  constructor(after: SearchCursor | null) {
    this.#after = after;
    this.#isPast = after === null || after.offset === START.offset;
  }

  isSeen(hit: Found): boolean {
    if (this.#isPast || this.#after === null) return false;
    const { at, path, offset } = cursorOf(hit);
    if (at > this.#after.at) return true;
    // The hit itself ends what was seen; when it is gone, the first that is older does.
    this.#isPast = at < this.#after.at || (path === this.#after.path && offset === this.#after.offset);
    return at === this.#after.at;
  }
}

const NOTHING: SearchReport = {
  end: 'complete',
  hits: 0,
  blocks: 0,
  bytesRead: 0,
  linesDecoded: 0,
  logs: 0,
  unreadable: 0,
  durationMs: 0,
};

/** With where to go on behind it. */
export interface ToldHit {
  readonly hit: SearchHit;
  readonly cursor: SearchCursor;
}

function* told(moment: HitsAtOneTime<SearchCursor>): Generator<ToldHit> {
  for (const { hit, first } of moment.hits()) yield { hit, cursor: first };
}

/** For as long as the connection lives: what it learns of text indexes is kept for the next search. */
export class LibrarySearch {
  readonly #search: SearchQuestions;
  readonly #texts: TextCache;
  readonly #open: LogOpener;

  /** `open` finds logs that are gone, where there are copies of them. */
  constructor({ search }: Questions, open: LogOpener = openLog) {
    this.#search = search;
    this.#texts = new TextCache(search);
    this.#open = open;
  }

  /** A query that cannot be read is an AppError that points at the wrong word, before anything is looked at. */
  async page(request: SearchRequest & { readonly limit: number }): Promise<SearchPage> {
    let report = NOTHING;
    let all: readonly SearchableLog[] = [];
    const told = (end: SearchReport, logs: readonly SearchableLog[]): void => {
      report = end;
      all = logs;
    };
    const hits: SearchHit[] = [];
    const isFirst = request.after === undefined || request.after === null;
    let next: SearchCursor | null = null;
    let hasMore = false;
    const quick = isFirst ? { workBytes: QUICK_BYTES } : {};
    for await (const { hit, cursor } of this.hits({ ...quick, ...request }, told)) {
      hasMore = hits.length === request.limit;
      if (hasMore) break;
      hits.push(hit);
      next = cursor;
    }
    const isCut = !hasMore && report.end !== 'complete';
    if (isCut && isFirst && report.end === 'scan-limit') next ??= START;
    return {
      hits,
      next: hasMore || isCut ? next : null,
      covered: isCut ? { logs: report.logs, of: all.filter(isSearched).length } : null,
      report: { ...report, hits: hits.length, end: hasMore ? 'limit' : report.end },
    };
  }

  /** Sessions instead of hits, the one that is most likely meant first. */
  sessions(request: SessionsRequest): Promise<SessionsFound> {
    return rankSessions(request, (scope) => new Search(this.#search, this.#texts, this.#open, scope), this.#search);
  }

  /** One by one, for as long as somebody asks for more. */
  async *hits(
    request: SearchRequest,
    onEnd?: (report: SearchReport, logs: readonly SearchableLog[]) => void,
  ): AsyncGenerator<ToldHit> {
    const { text, scope } = parseScopedQuery(request.query, request.now ?? Date.now());
    const search = new Search(this.#search, this.#texts, this.#open, new SearchScope(scope));
    const resume = new Resume(request.after ?? null);
    const logs = await this.#search.logs(request.places);
    const found = searchLibrary(search.sources(logs), {
      query: text,
      limit: 0,
      timeOf,
      withRecords: true,
      around: request.around,
      onEnd: (report) => onEnd?.(report, logs),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      ...(request.workBytes === undefined ? {} : { workBytes: request.workBytes }),
      ...(request.timeLimitMs === undefined ? {} : { timeLimitMs: request.timeLimitMs }),
    });
    let moment = new HitsAtOneTime<SearchCursor>();
    let momentAt = Number.NaN;
    for await (const hit of found) {
      const isSeen = resume.isSeen(hit);
      // Nothing of an earlier moment can be a copy of what comes now.
      if (isSeen && hit.orderAt !== request.after?.at) continue;
      if (hit.orderAt !== momentAt) {
        yield* told(moment);
        moment = new HitsAtOneTime();
        momentAt = hit.orderAt;
      }
      const judged = await search.judge(hit);
      if (judged === undefined) continue;
      if (isSeen) moment.pass(judged);
      else moment.add(judged, cursorOf(hit));
    }
    yield* told(moment);
  }
}
