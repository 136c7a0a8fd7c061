// Searches a library: text in every log the index knows, in the scope a filter names, newest first, page by page,
// each hit with the call or the words it belongs to.

import { AppError } from '../base/app-error.ts';
import { asNumber, type JsonObject } from '../base/json.ts';
import { parseInstant } from '../base/time.ts';
import { isInboxFile } from '../formats/hooks/locate.ts';
import type { SpokenKind } from '../model/observation.ts';
import type { LineRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { Database } from '../sqlite/database.ts';
import { type SearchableLog, SearchableLogs } from '../store/queries/searchable-logs.ts';
import { TOOL_FAMILIES } from '../tools/traits.ts';
import { type HitPlace, type JudgedHit, Moment } from './search-copies.ts';
import type { CompiledQuery } from './text/compiled-query.ts';
import { logBytes } from './text/log-bytes.ts';
import { isWhole } from './text/plain-blocks.ts';
import { type PlacedPart, partAt, partsOfRecord, type RecordPart } from './text/record-parts.ts';
import { parseScopedQuery } from './text/scoped-query.ts';
import type { SearchBudget, SearchReport } from './text/search-budget.ts';
import { type LibraryHit, type LibrarySource, searchLibrary } from './text/search-library.ts';
import { SearchScope } from './text/search-scope.ts';
import type { Snippet } from './text/snippet.ts';
import type { FoundText, ScannedSource } from './text/source-scan.ts';
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
  readonly timeLimitMs?: number;
  /** Characters of a snippet on either side of what was found; by default, what fits a line. */
  readonly around?: number | undefined;
  /** The present, for words like since:7d. */
  readonly now?: number;
}

export interface SearchPage {
  readonly hits: readonly SearchHit[];
  /** Null when there are no more. */
  readonly next: SearchCursor | null;
  /** How it ended, and what it took. */
  readonly report: SearchReport;
}

type Found = LibraryHit<SearchableLog>;
type PlaceInLog = Omit<LineRef, 'source'> & { readonly pointer: string | null };

const KEPT_CALLS = 64;

/** Most agents write texts, some milliseconds. */
function timeOf(record: JsonObject): number | null {
  return parseInstant(record['timestamp']) ?? asNumber(record['at']) ?? null;
}

function cursorOf({ orderAt, source, hit }: Found): SearchCursor {
  // A log without any time stands before all others, at no number that could be written down.
  return { at: Number.isFinite(orderAt) ? orderAt : Number.MAX_VALUE, path: source.path, offset: hit.offset };
}

/** To recognise a file that is as the index left it takes one look at it; `open` knows what to do with all others. */
function asLastSeen({ fileBytes, modifiedAt }: SearchableLog, open: LogOpener): LogOpener {
  if (open === openLog) return open;
  return (path) => {
    const file = attempt(() => openLog(path));
    const facts = file && attempt(() => file.facts());
    if (file !== undefined && facts?.size === fileBytes && facts.modifiedAt === modifiedAt) return file;
    file?.close();
    return open(path);
  };
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Leaves out everything up to the cursor. */
class Resume {
  readonly #after: SearchCursor | null;
  #isPast: boolean;

  constructor(after: SearchCursor | null) {
    this.#after = after;
    this.#isPast = after === null;
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

/** One search: what it looks in, and what it makes of what it finds. */
class Search {
  readonly #logs: SearchableLogs;
  readonly #texts: TextCache;
  readonly #open: LogOpener;
  readonly #scope: SearchScope;
  readonly #hasCall: (session: number) => boolean;
  readonly #callsOf: (session: number) => ReadonlySet<string>;
  /** By session: whether it has calls that may be in the scope, and their ids. */
  readonly #withCalls = new Map<number, boolean>();
  readonly #calls = new Map<number, ReadonlySet<string>>();
  readonly #parts = new WeakMap<JsonObject, readonly PlacedPart[]>();
  /** By session and id. */
  readonly #callsRead = new Map<string, readonly ToolCall[]>();

  constructor(logs: SearchableLogs, texts: TextCache, open: LogOpener, scope: SearchScope) {
    this.#logs = logs;
    this.#texts = texts;
    this.#open = open;
    this.#scope = scope;
    this.#hasCall = scope.isEverything ? () => true : logs.hasCalls(scope.filter, TOOL_FAMILIES);
    this.#callsOf = scope.isEverything ? () => new Set() : logs.callsOf(scope.filter, TOOL_FAMILIES);
  }

  /** Logs that may hold hits, asked one by one as their turn comes. */
  *sources(places: readonly string[]): Generator<LibrarySource<SearchableLog>> {
    for (const log of this.#logs.newestFirst(places)) {
      // What hooks told stands in the log as well: nothing is to be found twice.
      if (isInboxFile(log.path)) continue;
      const mayHold = (query: CompiledQuery, budget: SearchBudget): boolean =>
        this.#mayHoldText(log, query, budget) && this.#mayHold(log);
      yield { id: log, newestAt: log.newestAt, mayHold, open: () => this.#opened(log) };
    }
  }

  /** Undefined when the hit does not fit the scope. */
  judge({ source: log, hit: found }: Found): JudgedHit | undefined {
    const { record, line, offset, length, pointer, inner, at, snippet } = found;
    const session = this.#logs.session(log.sessionKey);
    const { agent, session: id, thread, path, source } = log;
    const part = record === undefined ? null : this.#partOf(log, found, record);
    const callId = part?.callId ?? null;
    const call = callId === null ? undefined : this.#callAt(log.sessionKey, callId, { source, offset });
    const fits = call === undefined ? this.#fitsSpoken(log, part, at) : this.#scope.fitsCall(call, session.facts);
    if (!this.#scope.isEverything && !fits) return undefined;
    const { title, project, lineage, rank } = session;
    const hit: SearchHit = {
      agent,
      session: id,
      title,
      project,
      thread,
      path,
      source,
      line,
      offset,
      length,
      pointer,
      inner,
      at,
      call: call === undefined ? null : { call, part: part?.kind === 'call' ? part.part : 'result' },
      said: part?.kind === 'said' ? part.what : null,
      snippet,
    };
    return { hit, lineage, rank };
  }

  /** Filters in memory answer faster than the database, so they are asked first. */
  #mayHoldText(log: SearchableLog, query: CompiledQuery, budget: SearchBudget): boolean {
    const index = this.#texts.of(log);
    if (index === null || !isWhole(index, log.size) || index.findLast(index.count, query) >= 0) return true;
    budget.blocks += index.count;
    return false;
  }

  #mayHold(log: SearchableLog): boolean {
    if (this.#scope.isEverything) return true;
    const { needsCall } = this.#scope;
    // Before the session is read: most logs of most scopes end here.
    if (needsCall && !this.#hasCalls(log)) return false;
    if (!this.#scope.mayHold({ ...log, model: null, at: null }, this.#logs.session(log.sessionKey).facts)) return false;
    return needsCall || !this.#isOnlyCalls(log) || this.#hasCalls(log);
  }

  /** Nothing that was said in the log, outside of calls, can be in the scope. */
  #isOnlyCalls(log: SearchableLog): boolean {
    const { facts } = this.#logs.session(log.sessionKey);
    return this.#scope.needsCall || !this.#scope.mayHoldSpoken({ ...log, model: null, at: null }, facts);
  }

  #opened(log: SearchableLog): ScannedSource {
    const isOnlyCalls = !this.#scope.isEverything && this.#isOnlyCalls(log);
    const scoped = this.#scope.isEverything
      ? {}
      : { fits: (found: FoundText) => this.#mayFit(log, found, isOnlyCalls) };
    const bytes = logBytes(log.path, asLastSeen(log, this.#open));
    return { log: bytes, index: this.#texts.of(log), size: log.size, ...scoped };
  }

  /** Asked of every place with the text in it, before anything is made of it: calls are not read for that. */
  #mayFit(log: SearchableLog, found: FoundText, isOnlyCalls: boolean): boolean {
    const part = this.#partOf(log, found, found.record);
    const callId = part?.callId ?? null;
    if (callId !== null && this.#callsIn(log).has(callId)) return true;
    // What belongs to a call that does not fit is nothing that was said outside of calls.
    if (isOnlyCalls || (callId !== null && this.#logs.isCall(log.sessionKey, callId))) return false;
    return this.#fitsSpoken(log, part, found.at);
  }

  #fitsSpoken(log: SearchableLog, part: RecordPart | null, at: number | null): boolean {
    const { agent, session, thread, sessionKey } = log;
    const model = part?.kind === 'said' ? part.model : null;
    return this.#scope.fitsSpoken({ agent, session, thread, model, at }, this.#logs.session(sessionKey).facts);
  }

  #partOf(log: SearchableLog, found: PlaceInLog, record: JsonObject): RecordPart | null {
    const { agent, session, path, thread, source } = log;
    const { line, offset, length } = found;
    const ref = { source, line, offset, length };
    const parts = this.#parts.get(record) ?? partsOfRecord(record, { agent, session, path, thread, ref });
    this.#parts.set(record, parts);
    return partAt(parts, found.pointer ?? '');
  }

  /** What asked for a call and what answered it are often both hits, one after the other. */
  #callAt(
    session: number,
    callId: string,
    line: { readonly source: number; readonly offset: number },
  ): ToolCall | undefined {
    const key = `${session} ${callId}`;
    const calls = this.#callsRead.get(key) ?? this.#logs.callsOfId(session, callId);
    if (this.#callsRead.size >= KEPT_CALLS) this.#callsRead.clear();
    this.#callsRead.set(key, calls);
    const isTold = ({ evidence }: ToolCall): boolean =>
      evidence.some(({ source, offset }) => source === line.source && offset === line.offset);
    // The first of them when the line is none of its evidence.
    return calls.find(isTold) ?? calls[0];
  }

  #hasCalls({ sessionKey }: SearchableLog): boolean {
    const known = this.#withCalls.get(sessionKey) ?? this.#hasCall(sessionKey);
    this.#withCalls.set(sessionKey, known);
    return known;
  }

  #callsIn({ sessionKey }: SearchableLog): ReadonlySet<string> {
    const known = this.#calls.get(sessionKey) ?? this.#callsOf(sessionKey);
    this.#calls.set(sessionKey, known);
    return known;
  }
}

const NOTHING: SearchReport = {
  end: 'complete',
  hits: 0,
  blocks: 0,
  bytesRead: 0,
  linesDecoded: 0,
  unreadable: 0,
  durationMs: 0,
};

/** With where to go on behind it. */
export interface ToldHit {
  readonly hit: SearchHit;
  readonly cursor: SearchCursor;
}

function* told(moment: Moment<SearchCursor>): Generator<ToldHit> {
  for (const { hit, first } of moment.hits()) yield { hit, cursor: first };
}

/** For as long as the connection lives: what it learns of text indexes is kept for the next search. */
export class LibrarySearch {
  readonly #logs: SearchableLogs;
  readonly #texts: TextCache;
  readonly #open: LogOpener;

  /** `open` finds logs that are gone, where there are copies of them. */
  constructor(database: Database, open: LogOpener = openLog) {
    this.#logs = new SearchableLogs(database, TOOL_FAMILIES);
    this.#texts = new TextCache(database);
    this.#open = open;
  }

  /** A query that cannot be read is an AppError that points at the wrong word, before anything is looked at. */
  async page(request: SearchRequest & { readonly limit: number }): Promise<SearchPage> {
    let report = NOTHING;
    const told = (end: SearchReport): void => {
      report = end;
    };
    const hits: SearchHit[] = [];
    let next: SearchCursor | null = null;
    let hasMore = false;
    for await (const { hit, cursor } of this.hits(request, told)) {
      hasMore = hits.length === request.limit;
      if (hasMore) break;
      hits.push(hit);
      next = cursor;
    }
    const isCut = !hasMore && report.end !== 'complete';
    return {
      hits,
      next: hasMore || isCut ? next : null,
      report: { ...report, hits: hits.length, end: hasMore ? 'limit' : report.end },
    };
  }

  /** One by one, for as long as somebody asks for more. */
  async *hits(request: SearchRequest, onEnd?: (report: SearchReport) => void): AsyncGenerator<ToldHit> {
    const { text, scope } = parseScopedQuery(request.query, request.now ?? Date.now());
    const search = new Search(this.#logs, this.#texts, this.#open, new SearchScope(scope));
    const resume = new Resume(request.after ?? null);
    const found = searchLibrary(search.sources(request.places), {
      query: text,
      limit: 0,
      timeOf,
      withRecords: true,
      around: request.around,
      ...(onEnd === undefined ? {} : { onEnd }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      ...(request.timeLimitMs === undefined ? {} : { timeLimitMs: request.timeLimitMs }),
    });
    let moment = new Moment<SearchCursor>();
    let momentAt = Number.NaN;
    for await (const hit of found) {
      const isSeen = resume.isSeen(hit);
      // Nothing of an earlier moment can be a copy of what comes now.
      if (isSeen && hit.orderAt !== request.after?.at) continue;
      if (hit.orderAt !== momentAt) {
        yield* told(moment);
        moment = new Moment();
        momentAt = hit.orderAt;
      }
      const judged = search.judge(hit);
      if (judged === undefined) continue;
      if (isSeen) moment.pass(judged);
      else moment.add(judged, cursorOf(hit));
    }
    yield* told(moment);
  }
}
