// One search of a library: which logs may hold hits, and the call or the words that each hit belongs to.

import { AppError } from '../base/app-error.ts';
import type { JsonObject } from '../base/json.ts';
import { companionOf } from '../formats/registry.ts';
import type { Filter } from '../model/filter/filter.ts';
import { type SessionFacts, sessionFacts } from '../model/filter/session-facts.ts';
import type { LineRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import type { LinePlace, SearchableLog, SearchedSession, SearchQuestions } from '../store/questions/search.ts';
import { TOOL_FAMILIES } from '../tools/traits.ts';
import type { SearchHit } from './library-search.ts';
import type { JudgedHit } from './search-copies.ts';
import { SliceAnswers } from './slice-answers.ts';
import { BEGINNING } from './text/block-walk.ts';
import { type CallLine, CallLines } from './text/call-lines.ts';
import type { CompiledQuery } from './text/compiled-query.ts';
import { logBytes } from './text/log-bytes.ts';
import { isWhole } from './text/plain-blocks.ts';
import { isInPart, type PlacedPart, partAt, partsOfRecord, type RecordPart } from './text/record-parts.ts';
import type { SearchBudget } from './text/search-budget.ts';
import type { LibraryHit, LibrarySource } from './text/search-library.ts';
import type { SearchScope } from './text/search-scope.ts';
import type { FoundText, ScannedSource } from './text/source-scan.ts';
import { SlicedTextIndex, type TextIndex } from './text/text-index.ts';
import type { TextCache } from './text-cache.ts';

export type Found = LibraryHit<SearchableLog>;

type PlaceInLog = Omit<LineRef, 'source'> & { readonly pointer: string | null };

const KEPT_CALLS = 64;

const EVERYTHING: Filter = { type: 'all' };

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

/** What a companion says stands in the agent's own log as well: nothing is to be found twice. */
export function isSearched({ path }: SearchableLog): boolean {
  return companionOf(path) === undefined;
}

/** One that has gone since the logs were listed. */
const UNKNOWN: SearchedSession = {
  title: null,
  project: null,
  lineage: null,
  rank: '',
  live: false,
  fields: {},
  threads: [],
};

/** What decides about places in one log without further questions: calls are not read for that. */
interface LogScope {
  /** Nothing that was said in the log, outside of calls, can be in the scope. */
  readonly isOnlyCalls: boolean;
  readonly facts: SessionFacts;
  /** Ids of its session's calls that may be in the scope, and of all of them where that matters. */
  readonly fitting: Pick<ReadonlySet<string>, 'has'>;
  readonly all: ReadonlySet<string>;
}

type LinesOfCalls = ReadonlyMap<string, readonly LinePlace[]>;

function* linesIn({ source }: SearchableLog, calls: LinesOfCalls): Generator<CallLine> {
  for (const [callId, lines] of calls) {
    for (const line of lines) if (line.source === source) yield { callId, offset: line.offset };
  }
}

const NO_IDS: ReadonlySet<string> = new Set();

type Asked = TextIndex | SlicedTextIndex;
type Indexed = Asked | null | Promise<Asked | null>;

/** All logs of one search, the newest first. */
interface LogList {
  readonly logs: readonly SearchableLog[];
  readonly slices: SliceAnswers;
}

/** What every search in the same list of logs needs. */
interface SearchedLogs {
  readonly logs: readonly SearchableLog[];
  /** All groups of slices that have filters of them, the newest first. */
  readonly groups: readonly number[];
}

const searched = new WeakMap<readonly SearchableLog[], SearchedLogs>();

/** Worked out once for a list, which stays the same until something changes: it has tens of thousands of logs. */
function searchedLogs(all: readonly SearchableLog[]): SearchedLogs {
  const known = searched.get(all);
  if (known !== undefined) return known;
  const logs = all.filter(isSearched);
  const groups = new Set<number>();
  for (const { slices } of logs) for (const { group } of slices) groups.add(group);
  const found = { logs, groups: [...groups].sort((a, b) => b - a) };
  searched.set(all, found);
  return found;
}

/** The index as the query sees it. */
function asked(index: TextIndex | null, query: CompiledQuery, slices: SliceAnswers): Asked | null | Promise<Asked> {
  if (index === null || index.groups.length === 0) return index;
  const sliced = new SlicedTextIndex(index, (group) => slices.heldIn(query, group));
  return slices.knows(query, index.groups) ? sliced : slices.learn(query, index.groups).then(() => sliced);
}

/** A log of the list. There are tens of thousands in every search, so that it is one small object. */
class ListedLog implements LibrarySource<SearchableLog> {
  readonly id: SearchableLog;
  readonly #search: Search;
  readonly #list: LogList;
  readonly #place: number;

  constructor(search: Search, log: SearchableLog, list: LogList, place: number) {
    this.id = log;
    this.#search = search;
    this.#list = list;
    this.#place = place;
  }

  get newestAt(): number {
    return this.id.newestAt;
  }

  #index(query: CompiledQuery): Indexed {
    return this.#search.indexOf(query, this.id, this.#list, this.#place);
  }

  mayHold(query: CompiledQuery, budget: SearchBudget): boolean | Promise<boolean> {
    const { slices, size, covered } = this.id;
    if (slices.length > 0 && size <= covered) {
      return this.#search.mayHoldSliced(this.id, this.#list.slices, query, budget);
    }
    const found = this.#index(query);
    if (found instanceof Promise) return found.then((one) => this.#search.mayHold(this.id, one, query, budget));
    return this.#search.mayHold(this.id, found, query, budget);
  }

  async mayBegin(query: CompiledQuery): Promise<boolean> {
    const found = await this.#index(query);
    return found !== null && found.findLast(Math.min(BEGINNING, found.count), query) >= 0;
  }

  async open(query: CompiledQuery): Promise<ScannedSource> {
    return this.#search.opened(this.id, await this.#index(query));
  }
}

/** One search: what it looks in, and what it makes of what it finds. */
export class Search {
  readonly #search: SearchQuestions;
  readonly #texts: TextCache;
  readonly #open: LogOpener;
  readonly #scope: SearchScope;
  /** By session: whether it has calls that may be in the scope, and their ids. */
  readonly #withCalls = new Map<number, boolean>();
  readonly #calls = new Map<string, Promise<ReadonlySet<string>>>();
  readonly #lines = new Map<number, Promise<LinesOfCalls>>();
  readonly #facts = new WeakMap<SearchedSession, SessionFacts>();
  readonly #parts = new WeakMap<JsonObject, readonly PlacedPart[]>();
  /** By session and id. */
  readonly #callsRead = new Map<string, readonly ToolCall[]>();

  constructor(search: SearchQuestions, texts: TextCache, open: LogOpener, scope: SearchScope) {
    this.#search = search;
    this.#texts = texts;
    this.#open = open;
    this.#scope = scope;
  }

  /** Everything is in the scope. */
  get isUnscoped(): boolean {
    return this.#scope.isEverything;
  }

  /** Logs that may hold hits, asked one by one as their turn comes. */
  *sources(all: readonly SearchableLog[]): Generator<LibrarySource<SearchableLog>> {
    const { logs, groups } = searchedLogs(all);
    const list = { logs, slices: new SliceAnswers(this.#search, groups) };
    let place = 0;
    for (const log of logs) yield new ListedLog(this, log, list, place++);
  }

  /** The text index of a log of the list, as the query sees it. */
  indexOf(query: CompiledQuery, log: SearchableLog, { logs, slices }: LogList, place: number): Indexed {
    // Of logs that slices pass over the index is not needed.
    const isLikely = (other: SearchableLog): boolean =>
      other.slices.length === 0 || slices.mayHold(query, other) === true;
    const found = this.#texts.of(log, { logs, from: place + 1, isLikely });
    return found instanceof Promise ? found.then((one) => asked(one, query, slices)) : asked(found, query, slices);
  }

  /** Undefined when the hit does not fit the scope. */
  async judge({ source: log, hit: found }: Found): Promise<JudgedHit | undefined> {
    const { record, line, offset, length, pointer, inner, at, snippet } = found;
    const session = await this.#session(log);
    const facts = this.#factsOf(session);
    const { agent, session: id, thread, path, source } = log;
    const part = record === undefined ? null : this.partOf(log, found, record);
    const callId = part?.callId ?? null;
    const call = callId === null ? undefined : await this.#callAt(log.sessionKey, callId, { source, offset });
    const fits = call === undefined ? this.#fitsSpoken(log, facts, part, at) : this.#scope.fitsCall(call, facts);
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

  /** Without its index: thousands of logs are passed over so. */
  mayHoldSliced(
    log: SearchableLog,
    slices: SliceAnswers,
    query: CompiledQuery,
    budget: SearchBudget,
  ): boolean | Promise<boolean> {
    const isHeld = slices.mayHold(query, log);
    if (isHeld === undefined) {
      const groups = log.slices.map(({ group }) => group);
      return slices.learn(query, groups).then(() => this.mayHoldSliced(log, slices, query, budget));
    }
    if (isHeld) return this.#scope.isEverything || this.#isInScope(log);
    for (const { blocks } of log.slices) budget.blocks += blocks;
    return false;
  }

  /** Filters in memory answer faster than the database, so they are asked first. */
  mayHold(
    log: SearchableLog,
    index: Asked | null,
    query: CompiledQuery,
    budget: SearchBudget,
  ): boolean | Promise<boolean> {
    if (index !== null && isWhole(index, log.size) && index.findLast(index.count, query) < 0) {
      budget.blocks += index.count;
      return false;
    }
    return this.#scope.isEverything || this.#isInScope(log);
  }

  async #isInScope(log: SearchableLog): Promise<boolean> {
    const { needsCall } = this.#scope;
    // Before the session is read: most logs of most scopes end here.
    if (needsCall && !(await this.#hasCalls(log))) return false;
    const facts = this.#factsOf(await this.#session(log));
    if (!this.#scope.mayHold({ ...log, model: null, at: null }, facts)) return false;
    return needsCall || !this.#isOnlyCalls(log, facts) || this.#hasCalls(log);
  }

  #isOnlyCalls(log: SearchableLog, facts: SessionFacts): boolean {
    return this.#scope.needsCall || !this.#scope.mayHoldSpoken({ ...log, model: null, at: null }, facts);
  }

  async opened(log: SearchableLog, index: Asked | null): Promise<ScannedSource> {
    const opened = { log: logBytes(log.path, asLastSeen(log, this.#open)), index, size: log.size };
    if (this.#scope.isEverything) return opened;
    const facts = this.#factsOf(await this.#session(log));
    const isOnlyCalls = this.#isOnlyCalls(log, facts);
    const lines = isOnlyCalls ? await this.#callLines(log) : undefined;
    const fitting = lines ?? (await this.#callIds(log, this.#scope.filter));
    const all = isOnlyCalls ? NO_IDS : await this.#callIds(log, EVERYTHING);
    const scope: LogScope = { isOnlyCalls, facts, fitting, all };
    const fits = (found: FoundText): boolean => this.#mayFit(log, scope, found);
    return { ...opened, fits, ...(lines === undefined ? {} : { calls: new CallLines(linesIn(log, lines)) }) };
  }

  /** Asked of every place with the text in it, before anything is made of it. */
  #mayFit(log: SearchableLog, { isOnlyCalls, facts, fitting, all }: LogScope, found: FoundText): boolean {
    const part = this.partOf(log, found, found.record);
    const callId = part?.callId ?? null;
    if (callId !== null && fitting.has(callId)) return true;
    // What belongs to a call that does not fit is nothing that was said outside of calls.
    if (isOnlyCalls || (callId !== null && all.has(callId))) return false;
    return this.#fitsSpoken(log, facts, part, found.at);
  }

  #fitsSpoken(log: SearchableLog, facts: SessionFacts, part: RecordPart | null, at: number | null): boolean {
    const { agent, session, thread } = log;
    const model = part?.kind === 'said' ? part.model : null;
    return this.#scope.fitsSpoken({ agent, session, thread, model, at }, facts);
  }

  /** The call or the words that a place in a record belongs to. */
  partOf(log: SearchableLog, found: PlaceInLog, record: JsonObject): RecordPart | null {
    return partAt(this.#partsOf(log, found, record), found.pointer ?? '');
  }

  /** Whether the place is in them, and not only in the same record. */
  isInPart(log: SearchableLog, found: PlaceInLog, record: JsonObject): boolean {
    return isInPart(this.#partsOf(log, found, record), found.pointer ?? '');
  }

  #partsOf(log: SearchableLog, found: PlaceInLog, record: JsonObject): readonly PlacedPart[] {
    const { agent, session, path, thread, source } = log;
    const { line, offset, length } = found;
    const ref = { source, line, offset, length };
    const parts = this.#parts.get(record) ?? partsOfRecord(record, { agent, session, path, thread, ref });
    this.#parts.set(record, parts);
    return parts;
  }

  /** What asked for a call and what answered it are often both hits, one after the other. */
  async #callAt(
    session: number,
    callId: string,
    line: { readonly source: number; readonly offset: number },
  ): Promise<ToolCall | undefined> {
    const key = `${session} ${callId}`;
    const calls = this.#callsRead.get(key) ?? (await this.#search.calls(session, callId));
    if (this.#callsRead.size >= KEPT_CALLS) this.#callsRead.clear();
    this.#callsRead.set(key, calls);
    const isTold = ({ evidence }: ToolCall): boolean =>
      evidence.some(({ source, offset }) => source === line.source && offset === line.offset);
    // The first of them when the line is none of its evidence.
    return calls.find(isTold) ?? calls[0];
  }

  async #session({ sessionKey }: SearchableLog): Promise<SearchedSession> {
    return (await this.#search.session(sessionKey)) ?? UNKNOWN;
  }

  #factsOf(session: SearchedSession): SessionFacts {
    const known = this.#facts.get(session);
    if (known !== undefined) return known;
    const facts = sessionFacts(session, { familyOf: (toolId) => TOOL_FAMILIES.get(toolId) });
    this.#facts.set(session, facts);
    return facts;
  }

  async #hasCalls({ sessionKey }: SearchableLog): Promise<boolean> {
    const known = this.#withCalls.get(sessionKey);
    if (known !== undefined) return known;
    const has = await this.#search.hasCall(sessionKey, this.#scope.filter, TOOL_FAMILIES);
    this.#withCalls.set(sessionKey, has);
    return has;
  }

  /** A session can have a thousand logs. */
  #callIds({ sessionKey }: SearchableLog, filter: Filter): Promise<ReadonlySet<string>> {
    const key = `${sessionKey} ${filter === EVERYTHING}`;
    const known = this.#calls.get(key) ?? this.#search.callIds(sessionKey, filter, TOOL_FAMILIES);
    this.#calls.set(key, known);
    return known;
  }

  /** Of the calls that fit. */
  #callLines({ sessionKey }: SearchableLog): Promise<LinesOfCalls> {
    const known = this.#lines.get(sessionKey) ?? this.#search.callLines(sessionKey, this.#scope.filter, TOOL_FAMILIES);
    this.#lines.set(sessionKey, known);
    return known;
  }
}
